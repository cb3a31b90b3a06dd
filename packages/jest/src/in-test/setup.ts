/** Named in `setupFilesAfterEnv`: shows hooks, steps and what test code says. Without our reporter it does nothing. */
import { own } from './sandbox.js';

/** Jest's own object, which it gives to each CommonJS module. */
declare const jest: { unmock(path: string): unknown } | undefined;

/** The test API as it lies beside this file in the built package. */
const API = './api.cjs';

try {
  // With `automock` the test API would be a mock that runs no step's body.
  if (typeof jest !== 'undefined') jest.unmock(API);
} catch {
  // A resolver of the user's does not know the file. Then nothing could have mocked it either.
}
own.observe();
