import type { TestResult } from '@playwright/test/reporter';
import { expect, it } from 'vitest';
import { sampleResult, sampleSuite, sampleTest } from '../../test/sample.js';
import { settledBy } from './finality.js';

const results = (...statuses: TestResult['status'][]) => statuses.map((status) => sampleResult({ status }));
const titles = (tests: readonly { title: string }[]) => tests.map(({ title }) => title);
const parallel = () => sampleSuite('describe', sampleSuite('file'));
const serial = () => sampleSuite('describe', sampleSuite('file'), { _parallelMode: 'serial' });

it('a test that passed is final at once, even with retries', () => {
  expect(titles(settledBy(sampleTest('a', parallel(), { retries: 2, results: results('passed') })))).toEqual(['a']);
});

it('a test that failed is final when no retry is left', () => {
  const suite = parallel();
  expect(settledBy(sampleTest('a', suite, { retries: 1, results: results('failed') }))).toEqual([]);
  expect(titles(settledBy(sampleTest('b', suite, { retries: 1, results: results('failed', 'failed') })))).toEqual([
    'b',
  ]);
});

it('a test that did not run after a failed hook may be retried like one that failed', () => {
  expect(settledBy(sampleTest('a', parallel(), { retries: 1, results: results('skipped') }))).toEqual([]);
});

it('a skipped test that did not run after a failed hook is retried with the others, one in a skipped file is not', () => {
  const skipped = (annotations: TestResult['annotations']) => [
    sampleResult({ status: 'skipped', parallelIndex: -1, annotations }),
  ];
  const rest = { retries: 1, expectedStatus: 'skipped' as const };
  expect(settledBy(sampleTest('a', parallel(), { ...rest, results: skipped([]) }))).toEqual([]);
  expect(settledBy(sampleTest('b', parallel(), { ...rest, results: skipped([{ type: 'skip' }]) }))).toHaveLength(1);
});

it('a serial group with retries is final when all of it has passed', () => {
  const group = serial();
  const first = sampleTest('a', group, { retries: 1, results: results('passed') });
  const second = sampleTest('b', sampleSuite('describe', group), { retries: 1 });
  expect(settledBy(first)).toEqual([]);
  second.results.push(...results('passed'));
  expect(titles(settledBy(second))).toEqual(['a', 'b']);
});

it('a serial group runs again as a whole, and is final after its last run', () => {
  const group = serial();
  const first = sampleTest('a', group, { retries: 1, results: results('passed') });
  const second = sampleTest('b', group, { retries: 1, results: results('failed') });
  const third = sampleTest('c', group, { retries: 1, results: results('skipped') });
  expect(settledBy(third)).toEqual([]);
  first.results.push(...results('passed'));
  expect(settledBy(first)).toEqual([]);
  second.results.push(...results('failed'));
  expect(settledBy(second)).toEqual([]);
  third.results.push(...results('skipped'));
  expect(titles(settledBy(third))).toEqual(['a', 'b', 'c']);
});

it('a serial group without retries is final test by test', () => {
  const group = serial();
  sampleTest('b', group);
  expect(titles(settledBy(sampleTest('a', group, { results: results('passed') })))).toEqual(['a']);
});

it('if suites do not reveal their mode, a test that may be retried waits for the end', () => {
  const suite = sampleSuite('describe', sampleSuite('file'));
  Reflect.deleteProperty(suite, '_parallelMode');
  expect(settledBy(sampleTest('a', suite, { retries: 1, results: results('passed') }))).toEqual([]);
  expect(titles(settledBy(sampleTest('b', suite, { results: results('passed') })))).toEqual(['b']);
});
