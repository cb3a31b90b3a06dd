import { expect, it } from 'vitest';
import { withoutRunnersFrames } from './frames.js';

it('keeps the message and the frames of the suite, and removes those of the runner', () => {
  const stack = [
    'Error: expected 1',
    '    at Array.map (<anonymous>)',
    '    at Object.<anonymous> (/home/me/jest-project/src/cart.test.js:48:19)',
    '    at AsyncLocalStorage.run (node:async_hooks:346:14)',
    '    at run (/home/me/node_modules/@testpoint/jest/dist/setup.cjs:711:57)',
    '    at new Promise (<anonymous>)',
    '    at callAsyncCircusFn (/home/me/node_modules/jest-circus/build/jestAdapterInit.js:1774:10)',
    '    at onResult (C:\\me\\node_modules\\@jest\\core\\build\\index.js:1054:18)',
    '    at Emittery.emit (/home/me/node_modules/emittery/index.js:361:23)',
  ].join('\n');
  expect(withoutRunnersFrames(stack)).toBe(
    'Error: expected 1\n    at Object.<anonymous> (/home/me/jest-project/src/cart.test.js:48:19)',
  );
});
