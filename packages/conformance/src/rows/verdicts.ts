import assert from 'node:assert/strict';
import { type Behaviors, failed, MOCHA, PASSED, passed, skipped } from './row.js';

const NO_FUNCTION = skipped({ message: 'The test is skipped, or has no function.' });

export const verdicts: Behaviors = {
  'a passing test is Passed; a failing one is Failed, and says why and where': {
    results: {
      passes: PASSED,
      fails: failed('TypeError: one is not two'),
      'rejects with a cause': failed('Error: the shop is closed'),
    },
    also: ({ column, result }) => {
      const { traces = '' } = result('verdicts: fails');
      assert.match(traces, /^TypeError: one is not two\n/);
      assert.ok(traces.includes(column.fileOf('verdicts')), traces);
    },
  },
  'the cause of an error is in the traces': {
    results: { 'rejects with a cause': failed('Error: the shop is closed') },
    differences: { 'Mocha’s workers do not pass on causes': { in: ['mocha --parallel'], absent: true } },
    also: ({ result }) => assert.match(result('verdicts: rejects with a cause').traces ?? '', /no light/),
  },
  'the framework’s own output shows no frames of our setup file': {
    run: 'red',
    results: {},
    also: ({ observed: { ours } }) => {
      const frames = `${ours.stdout}\n${ours.stderr}`
        .split('\n')
        .filter((line) => /^\s+at .*[\\/]setup\.[cm]?js/.test(line));
      assert.deepEqual(frames, []);
    },
  },
  'titles of describes come before the test’s': {
    results: { 'outer > passes': PASSED, 'outer > inner > passes': PASSED },
  },
  'skipped and todo tests are Skipped': {
    results: { 'is switched off': skipped(), 'is to be written': skipped({ message: 'todo' }) },
    differences: {
      'Playwright calls a todo test fixme': {
        in: ['playwright'],
        results: { 'is to be written': skipped({ message: 'fixme' }) },
      },
      'in Mocha both are tests without a function': {
        in: MOCHA,
        results: {
          'is switched off': NO_FUNCTION,
          'is to be written': NO_FUNCTION,
        },
      },
    },
  },
  'a test that skips itself is Skipped, with its reason and its steps so far': {
    results: { 'skips itself': skipped({ message: 'no printer here', steps: ['look for a printer'] }) },
    differences: {
      'in Jest a test can’t skip itself': { in: ['jest'], absent: true },
      'Mocha’s this.skip() takes no reason': {
        in: MOCHA,
        results: { 'skips itself': skipped({ steps: ['look for a printer'] }) },
      },
    },
  },
  'a test that is expected to fail is Passed if it fails, and Failed if it passes': {
    results: {
      'fails as expected': passed({
        message: 'Failed, as expected.\n\nError: a known bug',
        steps: ['✗ go wrong: Error: a known bug'],
      }),
      'passes against expectation': failed('Expected to fail, but passed.'),
    },
    differences: {
      'Jest hides the expected error, and adds its own if the test passes': {
        in: ['jest'],
        results: {
          'fails as expected': passed({ message: 'Failed, as expected.', steps: ['✗ go wrong: Error: a known bug'] }),
          'passes against expectation': failed(/^Expected to fail, but passed\.\n\nError: /),
        },
      },
      'Mocha has no expected failures': { in: MOCHA, absent: true },
    },
  },
  'a test that takes too long is Failed, and so is the step that hung': {
    results: { 'takes too long': failed(/200 ?ms/, { steps: ['✗ wait for ever'] }) },
    differences: {
      'in Playwright a step is marked as unfinished': {
        in: ['playwright'],
        results: {
          'takes too long': failed(/200 ?ms/, { steps: ['✗ wait for ever: Had not finished when the test ended.'] }),
        },
      },
    },
  },
  'any thrown value is shown; if it is not an Error, in the framework’s words': {
    results: {
      'throws a string': failed(/just text/),
      'throws an object': failed(/code"?: ?7/),
      'throws undefined': failed(/undefined/),
    },
  },
  'the first of several errors is the message, and the others are counted': {
    results: { 'fails softly, twice': failed(/tea.*coffee.*\(\+1 more\)$/s) },
    differences: {
      'Playwright’s expectations are steps': {
        in: ['playwright'],
        results: {
          'fails softly, twice': failed(/coffee.*tea.*\(\+1 more\)$/s, {
            steps: [
              '✗ Expect "soft toBe" {"expected":"coffee"}: Error: expect(received).toBe(expected) // Object.is equality',
              '✗ Expect "soft toBe" {"expected":"sugar"}: Error: expect(received).toBe(expected) // Object.is equality',
            ],
          }),
        },
      },
      'Jest and Mocha have no soft expectations': { in: ['jest', ...MOCHA], absent: true },
    },
    also: ({ result }) => {
      assert.match(result('verdicts: fails softly, twice').traces ?? '', /coffee.*sugar/s);
    },
  },
  'each test of a table has its own result': {
    results: {
      'pays in euros': passed({ parameters: { currency: 'euros' } }),
      'pays in yen': passed({ parameters: { currency: 'yen' } }),
    },
  },
  'tests with equal titles are numbered in the order in which they are declared, past titles that look numbered': {
    suite: 'equal-titles',
    results: {
      'has an equal': PASSED,
      'has an equal (2)': failed('Error: the second'),
      'has an equal (3)': PASSED,
      'has an equal (2) (2)': PASSED,
      'half a pair: \ufffd': PASSED,
      'half a pair: \ufffd (2)': failed('Error: the other half'),
      'group > one': PASSED,
      'group > one (2)': PASSED,
    },
    differences: { 'Playwright refuses to load a file with equal titles': { in: ['playwright'], absent: true } },
  },
  'tests whose paths differ, but would have the same id, are numbered, too': {
    suite: 'clashing-titles',
    results: { 'x > y > z': PASSED, 'x > y > z (2)': failed('Error: the second') },
  },
  'titles in any script arrive unchanged': {
    suite: 'titles',
    results: {
      'Ünïcode 日本語 > 🧪 emoji and a family 👩‍👩‍👧': passed({ steps: ['🚀 “quoted” › пароль'] }),
      'Ünïcode 日本語 > <script>alert(1)</script> & "quotes" \\ \'more\'': passed({ steps: ['<b>bold</b> &amp;'] }),
      'Ünïcode 日本語 > two\nlines\tand a tab': passed({ steps: ['two\nlines'] }),
      'Ünïcode 日本語 > turned \u202eround\u202c': PASSED,
      [`Ünïcode 日本語 > very ${'long '.repeat(100)}title`]: PASSED,
    },
  },
};
