import {
  Attachment,
  AutoTestResult,
  CreatedRun,
  CreateRun,
  LegacyResult,
  LegacyStep,
  Problem,
  Result,
  RunRecord,
  stepSchemas,
  TestPoint,
} from '@testpoint/interface';
import fastify from 'fastify';
import type { Attachments } from './attachments.js';
import type { Authenticator } from './auth.js';
import type { Store } from './database/store.js';
import { endConnectionsAtClose } from './ending.js';
import type { FaultHooks } from './faults/fault-hooks.js';
import type { InFlight } from './in-flight.js';
import { addJsonBodies } from './json/json-body.js';
import { addRequestIds, requestId, type ServerLog } from './monitoring/log.js';
import type { Metrics } from './monitoring/metrics.js';
import type { Readiness } from './monitoring/readiness.js';
import { RequestLog } from './monitoring/request-log.js';
import { addOpenApi, addUserName } from './openapi.js';
import { addRefusals, RawRefusals, refuseWith } from './refusals.js';
import { addHeadChecks } from './request-heads.js';
import { Results } from './results.js';
import { addAttachmentRoutes } from './routes/attachments.js';
import { addInspectRoutes } from './routes/inspect.js';
import { addInspectRunRoutes } from './routes/inspect-runs.js';
import { addMonitoringRoutes } from './routes/monitoring.js';
import type { TypedInstance } from './routes/operations.js';
import { addResultRoutes } from './routes/results.js';
import { addRunRoutes } from './routes/runs.js';
import { type Rules, Runs } from './runs.js';
import type { ServerOptions } from './server-options.js';
import { buildValidators } from './validators.js';
import type { ViewerOptions } from './viewer/options.js';
import { sendPage } from './viewer/page-routes.js';
import { RunWatch } from './viewer/run-watch.js';
import { addViewer } from './viewer/viewer.js';

/** The parts of a server. */
export interface Parts {
  rules: Rules;
  authenticator: Authenticator;
  store: Store;
  attachments: Attachments;
  faults: FaultHooks;
  inFlight: InFlight;
  /** Whether the server accepts this `Host` header. */
  answersTo: (host: string) => boolean;
  log: ServerLog;
  readiness: Readiness;
  metrics: Metrics | undefined;
  /** Whether other servers may use the same database. */
  isShared: boolean;
  /** Undefined for a server without pages. */
  viewer: ViewerOptions | undefined;
}

/** Builds the HTTP server: first what all routes share, then the routes. */
export async function buildApp(parts: Parts, options: ServerOptions): Promise<TypedInstance> {
  const { rules, store, attachments } = parts;
  const { bodyLimit = 10 * MEBIBYTE, trustedProxies = [] } = options;
  // They appear in the answers and in the log.
  const hasRequestIds = options.logFormat === 'json';
  const raw = new RawRefusals();
  const refuse = refuseWith(parts.log);
  const app: TypedInstance = fastify({
    bodyLimit,
    requestTimeout: REQUEST_TIMEOUT,
    ...(trustedProxies.length > 0 ? { trustProxy: [...trustedProxies] } : {}),
    // Node would answer this itself, without a problem document.
    http: { requireHostHeader: false },
    // Requests that arrive during shutdown, on a connection that is still open, are answered like any other.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 1000 },
    frameworkErrors: refuse,
    ...(hasRequestIds ? { genReqId: requestId } : {}),
    clientErrorHandler: (error, socket) => raw.refuse(error, socket),
    schemaController: {
      compilersFactory: { buildValidator: buildValidators, buildSerializer: () => () => JSON.stringify },
    },
    ajv: {
      customOptions: {
        strict: true,
        coerceTypes: false,
        useDefaults: false,
        removeAdditional: false,
        // The interface's tests check its schemas; here it would delay the first request by 80 ms.
        validateSchema: false,
      },
    },
  });
  for (const schema of SHARED_SCHEMAS) app.addSchema(schema);
  raw.watch(app);
  parts.inFlight.watch(app);
  const requests = new RequestLog();
  requests.watch(app, parts.log, parts.metrics);
  if (hasRequestIds) addRequestIds(app);
  endConnectionsAtClose(app);
  addHeadChecks(app, parts.answersTo);
  parts.faults.watch(app);
  addRefusals(app, refuse, parts.viewer && sendPage);
  addJsonBodies(app);
  await addOpenApi(app);
  addMonitoringRoutes(app, parts.readiness, parts.metrics);

  const watch = new RunWatch(store, parts.isShared);
  const changed = (run: string) => watch.touched(run);
  const runs = new Runs(store, rules, changed);
  const results = new Results(store, rules, changed);
  const { viewer, authenticator } = parts;
  if (viewer !== undefined) {
    const { catalog } = rules;
    await app.register((scope: TypedInstance) =>
      addViewer(scope, { store, attachments, catalog, authenticator, watch, options: viewer }),
    );
  }

  await app.register(async (scope: TypedInstance) => {
    scope.addHook('onRequest', async (request) => authenticator.check(request.headers));
    addUserName(scope);
    addRunRoutes(scope, runs);
    addResultRoutes(scope, results);
    addInspectRunRoutes(scope, runs, store);
    addInspectRoutes(scope, attachments, requests, parts.faults);
    await scope.register((inner: TypedInstance) => addAttachmentRoutes(inner, attachments));
  });
  return app;
}

const MEBIBYTE = 1024 * 1024;
/** How long a request may take to arrive completely, milliseconds. */
const REQUEST_TIMEOUT = 300_000;

const SHARED_SCHEMAS = [
  ...stepSchemas,
  TestPoint,
  CreateRun,
  CreatedRun,
  RunRecord,
  Result,
  LegacyStep,
  LegacyResult,
  AutoTestResult,
  Attachment,
  Problem,
];
