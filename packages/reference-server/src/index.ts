export { CatalogError } from './catalog.js';
export type { CatalogContent } from './catalog-schema.js';
export type { FaultRule, Faults } from './faults/faults.js';
export type { Operation } from './routes/operations.js';
export { startServer } from './server.js';
export type { RunningServer, ServerOptions } from './server-options.js';
