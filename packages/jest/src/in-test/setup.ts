/** List this file in `setupFilesAfterEnv` to see hooks, steps and the test API's data. Without our reporter it does nothing. */
import { own } from './sandbox.js';

/** Jest's own object, which every CommonJS module gets. */
declare const jest: { unmock(path: string): unknown } | undefined;

/** The test API next to this file in the built package. */
const API = './api.cjs';

try {
  // With `automock`, the test API would be a mock that does not run the bodies of steps.
  if (typeof jest !== 'undefined') jest.unmock(API);
} catch {
  // The user's resolver does not find the file, so nothing can have mocked it either.
}
own.observe();
