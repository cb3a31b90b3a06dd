export { ChannelReader } from './channel/channel-reader.js';
export type { DeliverySettings } from './delivery/protocol.js';
export type { FlushedSession, FlushOptions, FlushReport } from './delivery/flush.js';
export { flush } from './flush.js';
export * from './model.js';
export { openSession } from './session/open-session.js';
export type * from './session/session.js';
export type * from './settings/settings.js';
