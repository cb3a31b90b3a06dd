import { expect, test } from 'vitest';
import type { TestModule } from 'vitest/node';
import { filesLeft } from './problems.js';

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
