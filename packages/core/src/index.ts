export * from './model.js';
export type * from './session/session.js';
export type * from './settings/settings.js';
