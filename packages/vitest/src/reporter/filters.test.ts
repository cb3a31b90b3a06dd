import { describe, expect, test } from 'vitest';
import type { TestSpecification } from 'vitest/node';
import { type Sample, sampleTest } from '../../test/sample.js';
import { Filters, matchesTags } from './filters.js';

describe('a filter', () => {
  test.each([
    ['4.1.12', /outer inner/, false],
    ['4.1.12', /outer > inner/, true],
    ['5.1.1', /outer > inner/, false],
    ['5.1.1', /outer inner/, true],
  ])('of Vitest %s with %s joins names as that version does', (version, testNamePattern, leftOut) => {
    const nested = sampleTest({ suites: ['outer', 'inner'], config: { testNamePattern } });
    expect(new Filters(version, []).leavesOut(nested)).toBe(leftOut);
  });

  test('of ids or tags filters out the others, except in a type check, which heeds neither', () => {
    const specification = { moduleId: '/root/a.test.ts', project: { name: 'one' }, testIds: ['kept'] };
    const filters = new Filters('4.1.12', [specification as unknown as TestSpecification]);
    const config = { tagsFilter: ['fast'] };
    const kept = { name: 'kept', project: 'one', tags: ['fast'], config };
    const leavesOut = (sample: Sample) => filters.leavesOut(sampleTest(sample));
    expect(leavesOut(kept)).toBe(false);
    expect(leavesOut({ ...kept, name: 'other' })).toBe(true);
    expect(leavesOut({ ...kept, tags: [] })).toBe(true);
    expect(leavesOut({ ...kept, tags: [], isTypeCheck: true })).toBe(false);
  });

  test('of names, as with --last-failed, filters out the others', () => {
    const specification = { moduleId: '/root/a.test.ts', project: { name: '' }, testNames: ['outer > failed'] };
    const filters = new Filters('5.1.1', [specification as unknown as TestSpecification]);
    const leavesOut = (name: string) => filters.leavesOut(sampleTest({ name, suites: ['outer'] }));
    expect(leavesOut('failed')).toBe(false);
    expect(leavesOut('passed')).toBe(true);
  });

  test('without a pattern filters nothing out', () => {
    expect(new Filters('4.1.12', []).leavesOut(sampleTest({}))).toBe(false);
  });

  test('of lines filters out tests on other lines, in that file of that project', () => {
    const specification = { moduleId: '/root/a.test.ts', project: { name: 'one' }, testLines: [3] };
    const filter = new Filters('4.1.12', [specification as unknown as TestSpecification]);
    const [here, there] = [3, 4].map((line) => sampleTest({ project: 'one', line }));
    expect([here, there].map((sample) => sample && filter.leavesOut(sample))).toEqual([false, true]);
    expect(filter.leavesOut(sampleTest({ project: 'two', line: 4 }))).toBe(false);
  });
});

test.each([
  ['fast', true],
  ['slow', false],
  ['fast and slow', false],
  ['fast OR slow', true],
  ['slow or fast and unit/db', true],
  ['(slow || fast) && !unit/db', false],
  ['not slow and not (slow or other)', true],
  ['!(slow||!fast)', true],
  ['unit/*', true],
  ['*.*', false],
  ['fas', false],
  ['orders', false],
])('a test with the tags "fast" and "unit/db" and the filter "%s": %s', (expression, matches) => {
  expect(matchesTags(expression, ['fast', 'unit/db'])).toBe(matches);
});
