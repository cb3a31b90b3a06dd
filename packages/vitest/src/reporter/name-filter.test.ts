import { describe, expect, test } from 'vitest';
import type { TestSpecification } from 'vitest/node';
import { sampleTest } from '../../test/sample.js';
import { NameFilter } from './name-filter.js';

describe('a name filter', () => {
  test.each([
    ['4.1.12', /outer inner/, false],
    ['4.1.12', /outer > inner/, true],
    ['5.1.1', /outer > inner/, false],
    ['5.1.1', /outer inner/, true],
  ])('of Vitest %s with %s joins names as that version does', (version, testNamePattern, leftOut) => {
    const nested = sampleTest({ suites: ['outer', 'inner'], config: { testNamePattern } });
    expect(new NameFilter(version, []).leavesOut(nested)).toBe(leftOut);
  });

  test('without a pattern filters nothing out', () => {
    expect(new NameFilter('4.1.12', []).leavesOut(sampleTest({}))).toBe(false);
  });

  test('of lines filters out tests on other lines, in that file of that project', () => {
    const specification = { moduleId: '/root/a.test.ts', project: { name: 'one' }, testLines: [3] };
    const filter = new NameFilter('4.1.12', [specification as unknown as TestSpecification]);
    const [here, there] = [3, 4].map((line) => sampleTest({ project: 'one', line }));
    expect([here, there].map((sample) => sample && filter.leavesOut(sample))).toEqual([false, true]);
    expect(filter.leavesOut(sampleTest({ project: 'two', line: 4 }))).toBe(false);
  });
});
