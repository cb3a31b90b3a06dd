export { mergedTestData } from './channel/channel-data.js';
export { ChannelReader, type ChannelVisitor } from './channel/channel-reader.js';
export * from './model.js';
export type * from './session/session.js';
export type * from './settings/settings.js';
export type { AttemptData, TestData } from './test-api/scope.js';
