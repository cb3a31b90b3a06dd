export { CatalogError } from './catalog.js';
export type { CatalogContent } from './catalog-schema.js';
export { type RunningServer, type ServerOptions, startServer } from './server.js';
