import type { Session } from './session.js';

const nothing = () => {};

/** Takes nothing, and does nothing. */
export const inactiveSession: Session = {
  active: false,
  settings: undefined,
  channelDirectory: undefined,
  attempt: (record) => ({ record, key: undefined, attempt: undefined }),
  record: nothing,
  confirm: nothing,
  keep: () => undefined,
  masked: () => undefined,
  plan: nothing,
  problem: nothing,
  notice: nothing,
  beforeEnd: nothing,
  watchSignals: nothing,
  close: nothing,
  afterEnd: nothing,
  closeNow: nothing,
};
