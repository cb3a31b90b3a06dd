export { copyPlainFile, now } from '../built-ins/node.js';
export { toJson } from '../built-ins/plain-json.js';
export { shielded } from '../built-ins/shield.js';
export {
  type AttemptData,
  CHANNEL_VARIABLE,
  type ChannelData,
  type ChannelMessage,
  type HookData,
  STATE_SYMBOL,
  type TestData,
} from '../channel/format/messages.js';
export type { Channel } from '../channel/write/channel-writer.js';
export { eachErrorIn, jsonSafe } from './json-safe.js';
export type { NativeApi } from './native-api.js';
export {
  announceApi,
  channel,
  nativeApi,
  openChannel,
  registerNativeApi,
  tellReporter,
} from './place.js';
export type { AttemptScope, HookScope } from './place-types.js';
export {
  abandonScope,
  beginAttempt,
  beginHook,
  endAttempt,
  endHook,
  enterScope,
  failUnended,
  followScope,
  recognizeSkips,
  relyOnContexts,
  relyOnSerialScope,
  saysAnything,
  setSerialScope,
} from './scope.js';
export {
  relativeTo,
  SELECTION_VARIABLE,
  type SelectedFile,
  Selection,
  type SentSelection,
  selectedTest,
  selectionHere,
  selectionToSend,
} from './selection.js';
export { withoutPlaces } from './stack-places.js';
export { TestNumbers } from './test-numbers.js';
