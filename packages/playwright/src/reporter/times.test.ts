import { expect, it } from 'vitest';
import { lonelyTest, STARTED, sampleHook, sampleResult, sampleStep } from '../../test/sample.js';
import { attemptTimes } from './times.js';

const relative = (times: { startedAt?: number; endedAt?: number }) =>
  [times.startedAt, times.endedAt].map((time) => time && time - STARTED);
const location = { file: '/suite/a.spec.ts', line: 3, column: 8 };

it('an attempt lasts from its first beforeEach to its last afterEach, whatever beforeAll and afterAll take', () => {
  const steps = [
    sampleHook('Before Hooks', 10, 400, [
      sampleHook('beforeAll hook', 10, 300),
      sampleHook('beforeEach hook', 310, 390),
    ]),
    sampleStep('body', 400, 500),
    sampleHook('After Hooks', 500, 900, [
      sampleHook('afterEach hook', 505, 550),
      sampleStep('Fixture "page"', 550, 560, { category: 'fixture' }),
      sampleHook('afterAll hook', 561, 899),
    ]),
    sampleHook('Worker Cleanup', 900, 1000),
  ];
  expect(relative(attemptTimes(lonelyTest(), sampleResult({ steps })))).toEqual([310, 560]);
});

it('a beforeAll with its own title is recognized by its location', () => {
  const test = lonelyTest();
  Reflect.set(test.parent, '_hooks', [{ type: 'beforeAll', title: 'seed', location }]);
  const seed = { ...sampleHook('seed', 10, 300), location };
  const logIn = { ...sampleHook('log in', 310, 390), location: { ...location, line: 9 } };
  const steps = [sampleHook('Before Hooks', 10, 400, [seed, logIn]), sampleHook('After Hooks', 500, 501)];
  expect(relative(attemptTimes(test, sampleResult({ steps })))).toEqual([310, 500]);
});

it('after a beforeAll alone an attempt begins with its body', () => {
  const before = sampleHook('Before Hooks', 10, 300, [sampleHook('beforeAll hook', 10, 290)]);
  expect(
    relative(attemptTimes(lonelyTest(), sampleResult({ steps: [before, sampleHook('After Hooks', 350, 360)] }))),
  ).toEqual([300, 350]);
});

it('the end of a crashed attempt is unknown', () => {
  const steps = [sampleHook('Before Hooks', 10, 20), sampleStep('crashes', 20, -1)];
  expect(relative(attemptTimes(lonelyTest(), sampleResult({ status: 'failed', steps })))).toEqual([10, undefined]);
});

it('an attempt that never reached a worker has no times', () => {
  expect(attemptTimes(lonelyTest(), sampleResult({ status: 'skipped', parallelIndex: -1 }))).toEqual({});
});

it('a test skipped by its author takes no time', () => {
  expect(relative(attemptTimes(lonelyTest(), sampleResult({ status: 'skipped' })))).toEqual([0, 0]);
});
