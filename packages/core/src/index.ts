/**
 * What people import: the configuration and the types of its options. Everything else is for our own packages, and may change
 * in any version: `./adapter`, `./cli`, `./service`, `./test-api` and `./built-ins`.
 */
export type * from './model.js';
export { defineConfig, type TestpointOptions } from './settings/settings.js';
