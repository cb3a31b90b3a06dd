import assert from 'node:assert/strict';
import { MOCHA, of, PASSED, type Row } from './row.js';

export const verdicts: readonly Row[] = [
  {
    title: 'a passing test is Passed; a failing one is Failed, and says why and where',
    run: 'red',
    results: of('verdicts', {
      passes: PASSED,
      fails: { outcome: 'Failed', message: 'TypeError: one is not two' },
      'rejects with a cause': { outcome: 'Failed', message: 'Error: the shop is closed' },
    }),
    also: ({ column, result }) => {
      const { traces = '' } = result('verdicts: fails');
      assert.match(traces, /^TypeError: one is not two\n/);
      assert.ok(traces.includes(column.fileOf('verdicts')), traces);
    },
  },
  {
    title: 'the cause of an error is in the traces',
    run: 'red',
    results: of('verdicts', { 'rejects with a cause': { outcome: 'Failed', message: 'Error: the shop is closed' } }),
    differences: [{ in: ['mocha --parallel'], why: 'Mocha’s workers do not pass on causes', absent: true }],
    also: ({ result }) => assert.match(result('verdicts: rejects with a cause').traces ?? '', /no light/),
  },
  {
    title: 'the framework’s own output shows no frames of our setup file',
    run: 'red',
    results: {},
    also: ({ observed: { ours } }) => {
      const frames = `${ours.stdout}\n${ours.stderr}`
        .split('\n')
        .filter((line) => /^\s+at .*[\\/]setup\.[cm]?js/.test(line));
      assert.deepEqual(frames, []);
    },
  },
  {
    title: 'titles of describes come before the test’s',
    run: 'red',
    results: of('verdicts', {
      'outer > passes': PASSED,
      'outer > inner > passes': PASSED,
    }),
  },
  {
    title: 'skipped and todo tests are Skipped',
    run: 'red',
    results: of('verdicts', {
      'is switched off': { outcome: 'Skipped' },
      'is to be written': { outcome: 'Skipped', message: 'todo' },
    }),
    differences: [
      {
        in: ['playwright'],
        why: 'Playwright calls a todo test fixme',
        results: of('verdicts', { 'is to be written': { outcome: 'Skipped', message: 'fixme' } }),
      },
      {
        in: MOCHA,
        why: 'in Mocha both are tests without a function',
        results: of('verdicts', {
          'is switched off': { outcome: 'Skipped', message: 'The test is skipped, or has no function.' },
          'is to be written': { outcome: 'Skipped', message: 'The test is skipped, or has no function.' },
        }),
      },
    ],
  },
  {
    title: 'a test that skips itself is Skipped, with its reason and its steps so far',
    run: 'red',
    results: of('verdicts', {
      'skips itself': { outcome: 'Skipped', message: 'no printer here', steps: ['look for a printer'] },
    }),
    differences: [
      { in: ['jest'], why: 'in Jest a test can’t skip itself', absent: true },
      {
        in: MOCHA,
        why: 'Mocha’s this.skip() takes no reason',
        results: of('verdicts', { 'skips itself': { outcome: 'Skipped', steps: ['look for a printer'] } }),
      },
    ],
  },
  {
    title: 'a test that is expected to fail is Passed if it fails, and Failed if it passes',
    run: 'red',
    results: of('verdicts', {
      'fails as expected': {
        outcome: 'Passed',
        message: 'Failed, as expected.\n\nError: a known bug',
        steps: ['✗ go wrong: Error: a known bug'],
      },
      'passes against expectation': { outcome: 'Failed', message: 'Expected to fail, but passed.' },
    }),
    differences: [
      {
        in: ['jest'],
        why: 'Jest hides the expected error, and adds its own if the test passes',
        results: of('verdicts', {
          'fails as expected': {
            outcome: 'Passed',
            message: 'Failed, as expected.',
            steps: ['✗ go wrong: Error: a known bug'],
          },
          'passes against expectation': { outcome: 'Failed', message: /^Expected to fail, but passed\.\n\nError: / },
        }),
      },
      { in: MOCHA, why: 'Mocha has no expected failures', absent: true },
    ],
  },
  {
    title: 'a test that takes too long is Failed, and so is the step that hung',
    run: 'red',
    results: of('verdicts', {
      'takes too long': { outcome: 'Failed', message: /200 ?ms/, steps: ['✗ wait for ever'] },
    }),
    differences: [
      {
        in: ['playwright'],
        why: 'in Playwright a step is marked as unfinished',
        results: of('verdicts', {
          'takes too long': {
            outcome: 'Failed',
            message: /200 ?ms/,
            steps: ['✗ wait for ever: Had not finished when the test ended.'],
          },
        }),
      },
    ],
  },
  {
    title: 'any thrown value is shown; if it is not an Error, in the framework’s words',
    run: 'red',
    results: of('verdicts', {
      'throws a string': { outcome: 'Failed', message: /just text/ },
      'throws an object': { outcome: 'Failed', message: /code"?: ?7/ },
      'throws undefined': { outcome: 'Failed', message: /undefined/ },
    }),
  },
  {
    title: 'the first of several errors is the message, and the others are counted',
    run: 'red',
    results: of('verdicts', {
      'fails softly, twice': {
        outcome: 'Failed',
        message: /tea.*coffee.*\(\+1 more\)$/s,
      },
    }),
    differences: [
      {
        in: ['playwright'],
        why: 'Playwright’s expectations are steps',
        results: of('verdicts', {
          'fails softly, twice': {
            outcome: 'Failed',
            message: /coffee.*tea.*\(\+1 more\)$/s,
            steps: [
              '✗ Expect "soft toBe" {"expected":"coffee"}: Error: expect(received).toBe(expected) // Object.is equality',
              '✗ Expect "soft toBe" {"expected":"sugar"}: Error: expect(received).toBe(expected) // Object.is equality',
            ],
          },
        }),
      },
      { in: ['jest', ...MOCHA], why: 'Jest and Mocha have no soft expectations', absent: true },
    ],
    also: ({ result }) => {
      assert.match(result('verdicts: fails softly, twice').traces ?? '', /coffee.*sugar/s);
    },
  },
  {
    title: 'each test of a table has its own result',
    run: 'red',
    results: of('verdicts', {
      'pays in euros': { outcome: 'Passed', parameters: { currency: 'euros' } },
      'pays in yen': { outcome: 'Passed', parameters: { currency: 'yen' } },
    }),
  },
  {
    title:
      'tests with equal titles are numbered in the order in which they are declared, past titles that look numbered',
    run: 'red',
    results: of('equal-titles', {
      'has an equal': PASSED,
      'has an equal (2)': { outcome: 'Failed', message: 'Error: the second' },
      'has an equal (3)': PASSED,
      'has an equal (2) (2)': PASSED,
      'half a pair: \ufffd': PASSED,
      'half a pair: \ufffd (2)': { outcome: 'Failed', message: 'Error: the other half' },
      'group > one': PASSED,
      'group > one (2)': PASSED,
    }),
    differences: [{ in: ['playwright'], why: 'Playwright refuses to load a file with equal titles', absent: true }],
  },
  {
    title: 'tests whose paths differ, but would have the same id, are numbered, too',
    run: 'red',
    results: of('clashing-titles', {
      'x > y > z': PASSED,
      'x > y > z (2)': { outcome: 'Failed', message: 'Error: the second' },
    }),
  },
  {
    title: 'titles in any script arrive unchanged',
    run: 'green',
    results: of('titles', {
      'Ünïcode 日本語 > 🧪 emoji and a family 👩‍👩‍👧': { outcome: 'Passed', steps: ['🚀 “quoted” › пароль'] },
      'Ünïcode 日本語 > <script>alert(1)</script> & "quotes" \\ \'more\'': {
        outcome: 'Passed',
        steps: ['<b>bold</b> &amp;'],
      },
      'Ünïcode 日本語 > two\nlines\tand a tab': { outcome: 'Passed', steps: ['two\nlines'] },
      'Ünïcode 日本語 > turned \u202eround\u202c': PASSED,
      [`Ünïcode 日本語 > very ${'long '.repeat(100)}title`]: PASSED,
    }),
  },
];
