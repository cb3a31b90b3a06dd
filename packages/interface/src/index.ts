/**
 * The service's interface as schemas, the only place that contains its rules. The mapping is tested against them, the
 * reference server validates with them, and the client takes its types from them.
 */
export * from './attachment.js';
export * from './constants.js';
export * from './legacy.js';
export * from './problem.js';
export * from './result.js';
export * from './run.js';
export * from './violation.js';
