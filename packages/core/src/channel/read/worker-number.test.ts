import { expect, it } from 'vitest';
import { workerNumber } from './worker-number.js';

it.each<[unknown, number, number | undefined]>([
  ['0', 0, 0],
  ['1', 1, 0],
  ['12', 1, 11],
  ['0', 1, undefined],
  ['', 0, undefined],
  ['-1', 0, undefined],
  ['1.5', 1, undefined],
  ['one', 1, undefined],
  [1, 1, undefined],
  [undefined, 0, undefined],
])('worker id %j, where the first id is %i, means number %s', (id, first, number) => {
  expect(workerNumber(id, first)).toBe(number);
});
