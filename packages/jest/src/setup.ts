/** Named in `setupFilesAfterEnv`: shows hooks, steps and what test code says. Without our reporter it does nothing. */
import { appendRecord, isReporting } from '@testpoint/core/test-api';
import type { CircusState } from './circus.js';
import { listenToCircus } from './listen-to-circus.js';
import { wrapCircus } from './wrap-circus.js';

/** Jest's own object, which it gives to each CommonJS module. */
declare const jest: { unmock(path: string): unknown } | undefined;

/** The test API as it lies beside this file in the built package. */
const API = './api.cjs';

// With `automock` the test API would be a mock that runs no step's body.
if (typeof jest !== 'undefined') jest.unmock(API);
if (isReporting()) observe();

function observe(): void {
  const state = circusState();
  const handlers: unknown = Reflect.get(globalThis, Symbol.for('EVENT_HANDLERS'));
  if (state === undefined)
    appendRecord('warning', { text: 'Hooks and steps are seen with the test runner jest-circus.' });
  else if (Array.isArray(handlers)) listenToCircus(handlers, state);
  else wrapCircus(state);
}

function circusState(): CircusState | undefined {
  const symbols = Object.getOwnPropertySymbols(globalThis);
  const key = symbols.find(({ description }) => description === 'JEST_STATE_SYMBOL');
  return key === undefined ? undefined : Reflect.get(globalThis, key);
}
