export type { Channel, Taken } from '../channel/channel-writer.js';
export { toJson } from '../plain-json.js';
export { shielded } from '../shield.js';
export { attach, externalId, failureReason, link, message, parameter, property, step, testCase } from './api.js';
export type * from './api-types.js';
export { copyPlainFile } from './copy-plain-file.js';
export { jsonSafe } from './json-safe.js';
export { mediaTypeOf } from './media-type.js';
export { appendRecord, closeChannel, isReporting, nameChannel, openChannel } from './place.js';
export type { AttemptData, AttemptScope, HookScope, TestData } from './scope.js';
export {
  abandonScope,
  beginAttempt,
  beginHook,
  endAttempt,
  endHook,
  enterScope,
  relyOnContexts,
  relyOnSerialScope,
  runInScope,
  saysAnything,
  setSerialScope,
} from './scope.js';
export { announceApi } from './state.js';
