/**
 * Journal entries and results, described once: their members, a lenient reader, and what we add to results ourselves. Without dependencies,
 * for browsers and for code that every suite loads. The schemas of `result.ts` are made from the same tables.
 */
export * from './codec/journal.js';
export * from './codec/line.js';
export type { SearchKind } from './codec/members.js';
export * from './codec/own-additions.js';
export * from './codec/path-id.js';
export * from './codec/plain-file.js';
export * from './codec/read.js';
export * from './codec/references.js';
export * from './codec/result.js';
export * from './codec/sender.js';
