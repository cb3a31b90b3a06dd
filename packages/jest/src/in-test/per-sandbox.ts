/**
 * The work of the setup file and the test API for one sandbox. The build turns this module into a function
 * (tsdown.config.ts), which is loaded outside of Jest's sandboxes and called with the global object of each.
 */
import { channel, tellReporter } from '@testpoint/core/test-api';
import type { CircusState } from './circus.js';
import { listenToCircus } from './listen-to-circus.js';
import { notRecorded } from './messages.js';
import { wrapCircus } from './wrap-circus.js';

export * from '@testpoint/core/api';
export { announceApi } from '@testpoint/core/test-api';

/** Sends the sandbox's tests to the reporter as they run. Does nothing if our reporter is not listening. */
export function observe(): void {
  if (channel() === undefined) return;
  try {
    observeCircus();
  } catch (error) {
    tellReporter('warning', { text: notRecorded(String(error)) });
  }
}

function observeCircus(): void {
  const state = circusState();
  const handlers: unknown = Reflect.get(globalThis, Symbol.for('EVENT_HANDLERS'));
  if (state === undefined) tellReporter('warning', { text: notRecorded('no state'), lacksSetup: true });
  else if (Array.isArray(handlers)) listenToCircus(handlers, state);
  else wrapCircus(state);
}

function circusState(): CircusState | undefined {
  const symbols = Object.getOwnPropertySymbols(globalThis);
  const key = symbols.find(({ description }) => description === 'JEST_STATE_SYMBOL');
  return key === undefined ? undefined : Reflect.get(globalThis, key);
}
