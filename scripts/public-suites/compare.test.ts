import { expect, test } from 'vitest';
import { differences, judge } from './compare.mjs';

const expected = [
  { id: 'a.test.js > one', outcome: 'Passed' },
  { id: 'a.test.js > two', outcome: 'Failed', error: '\u001B[31mError: not equal\u001B[39m\n    at a.test.js:1' },
];
const one = { autoTestExternalId: 'a.test.js > one', outcome: 'Passed' };
const two = { autoTestExternalId: 'a.test.js > two', outcome: 'Failed', message: 'Error: not equal' };

test('results that match the report are neither missing nor wrong nor extra', () => {
  expect(judge(expected, [one, two])).toEqual({ missing: [], wrong: [], extra: [] });
});

test('Node’s assertion code, which is in a stack but not in the error’s name, is not a difference', () => {
  const error = 'AssertionError [ERR_ASSERTION]: 1 == 2\n    at a.test.js:1';
  const bodies = ['AssertionError: 1 == 2', 'AssertionError [ERR_ASSERTION]: 1 == 2'].map((message) => ({
    ...two,
    message,
  }));
  for (const body of bodies) {
    expect(judge([{ id: 'a.test.js > two', outcome: 'Failed', error }], [body]).wrong).toEqual([]);
  }
});

test.each([
  ['left out', [two], { missing: 1, wrong: 0, extra: 0 }],
  ['sent twice', [one, two, one], { missing: 0, wrong: 0, extra: 1 }],
  ['with another outcome', [{ ...one, outcome: 'Failed' }, two], { missing: 0, wrong: 1, extra: 0 }],
  ['with another error', [one, { ...two, message: 'Error: other' }], { missing: 0, wrong: 1, extra: 0 }],
  ['without an error', [one, { ...two, message: '' }], { missing: 0, wrong: 1, extra: 0 }],
  ['with another id', [{ ...one, autoTestExternalId: 'a.test.js > One' }, two], { missing: 1, wrong: 0, extra: 1 }],
])('finds a result %s', (_, bodies, counts) => {
  const { missing, wrong, extra } = judge(expected, bodies);
  expect({ missing: missing.length, wrong: wrong.length, extra: extra.length }).toEqual(counts);
});

test('times, and differences between two bare runs, do not count as differences', () => {
  const report = { success: true, startTime: 1, tests: [{ title: 'one', duration: 3 }] };
  expect(differences(report, { ...report, startTime: 2, tests: [{ title: 'one', duration: 4 }] }, [])).toEqual([]);
  expect(differences(report, undefined, [])).toHaveLength(2);
  const other = { ...report, success: false, tests: [{ title: 'two', duration: 3 }] };
  expect(differences(report, other, [])).toHaveLength(2);
  expect(differences(report, other, differences(report, { ...report, success: false }, []))).toHaveLength(1);
});
