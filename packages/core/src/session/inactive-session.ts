import type { Session } from './session.js';

const nothing = () => {};

/** The session if reporting is off: it ignores every call. */
export const inactiveSession: Session = {
  active: false,
  settings: undefined,
  keepsOutput: false,
  channelDirectory: undefined,
  selection: undefined,
  provisional: (record) => ({ record, key: undefined, inFile: undefined }),
  record: () => undefined,
  settle: () => undefined,
  correct: () => undefined,
  keep: () => undefined,
  masked: () => undefined,
  output: () => undefined,
  plan: nothing,
  leftUnrun: nothing,
  problem: nothing,
  notice: nothing,
  beforeEnd: nothing,
  watchSignals: nothing,
  close: nothing,
  afterEnd: nothing,
  closeNow: nothing,
};
