import { expect, test } from 'vitest';
import type { TestModule } from 'vitest/node';
import { filesLeft, lossOf } from './problems.js';

const module = (name: string, tests: number, state: string): TestModule =>
  ({ moduleId: `/suite/${name}`, children: { size: tests }, state: () => state }) as never;

test('a file did not end if it is waiting or was never loaded', () => {
  const modules = [module('c', 0, 'queued'), module('b', 2, 'pending'), module('a', 1, 'passed')];
  const specifications = [
    { moduleId: '/suite/a', testModule: modules[2] },
    { moduleId: '/suite/d', testModule: undefined },
  ];
  expect(filesLeft(modules, specifications as never, '/suite')).toEqual({ unfinished: ['b'], unrun: ['c', 'd'] });
});

test('lost tests have the error that names their file as their reason, or else the death of a worker', () => {
  const other = { message: 'outside of tests' };
  const cause = { message: 'Worker exited unexpectedly' };
  const died = { message: '[vitest-pool]: Worker forks emitted error.', cause };
  const named = { message: 'Failed to run the test /suite/a.' };
  expect(lossOf('/suite/a', [other, died, named])).toBe(named);
  expect(lossOf('/suite/b', [other, died, named])).toBe(cause);
  const own = { ...other, cause, VITEST_TEST_PATH: '/suite/b' };
  expect(lossOf('/suite/b', [died, own])).toBe(own);
  expect(lossOf('/suite/b', [other])).toBeUndefined();
});
