import type { Attachments } from '../attachments.js';
import type { Authenticator } from '../auth.js';
import type { Catalog } from '../catalog.js';
import type { Store } from '../database/store.js';
import type { TypedInstance } from '../routes/operations.js';
import { Access } from './access.js';
import { addAttachmentViewRoutes } from './attachment-routes.js';
import { addDownloadRoutes } from './download/routes.js';
import { addEventRoutes } from './event-routes.js';
import { addLocalRoutes } from './local-routes.js';
import { NamedRuns } from './named-runs.js';
import type { ViewerOptions } from './options.js';
import { addPageRoutes } from './page-routes.js';
import { addRunViewRoutes } from './run-routes.js';
import type { RunWatch } from './run-watch.js';
import { addSignInRoutes } from './sign-in-routes.js';

/** What the pages need. */
export interface ViewerParts {
  store: Store;
  attachments: Attachments;
  catalog: Catalog;
  authenticator: Authenticator;
  watch: RunWatch;
  options: ViewerOptions;
}

/** Adds the routes of the server's pages. None of them belongs to the interface. */
export async function addViewer(app: TypedInstance, parts: ViewerParts): Promise<void> {
  const { store, attachments, catalog, authenticator, watch, options } = parts;
  const access = new Access(store, authenticator, options);
  app.addHook('onRequest', async (_request, reply) => {
    reply
      .header('x-content-type-options', 'nosniff')
      .header('cross-origin-resource-policy', 'same-origin')
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-store');
  });
  // The OpenAPI document shows none of them.
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, hide: true };
  });
  addPageRoutes(app, store);
  addSignInRoutes(app, access, options);
  if (options.localKey !== undefined) addLocalRoutes(app, access, store, options.localKey, () => app.listeningOrigin);
  await app.register(async (scope: TypedInstance) => {
    scope.addHook('onRequest', (request) => access.check(request));
    const runs = new NamedRuns(store, catalog);
    addRunViewRoutes(scope, runs, store, catalog);
    addDownloadRoutes(scope, runs, store, attachments);
    addAttachmentViewRoutes(scope, attachments);
    addEventRoutes(scope, watch, store);
  });
}
