import assert from 'node:assert/strict';
import { type Behaviors, failed, PASSED, passed, skipped } from './row.js';

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
  },
  'a test that skips itself is Skipped, with its reason and its steps so far': {
    results: { 'skips itself': skipped({ message: 'no printer here', steps: ['look for a printer'] }) },
  },
  'a test that is expected to fail is Passed if it fails, and Failed if it passes': {
    results: {
      'fails as expected': passed({
        message: 'Failed, as expected.\n\nError: a known bug',
        steps: ['✗ go wrong: Error: a known bug'],
      }),
      'passes against expectation': failed('Expected to fail, but passed.'),
    },
  },
  'a test that takes too long is Failed, and so is the step that hung': {
    results: { 'takes too long': failed(/200 ?ms/, { steps: ['✗ wait for ever'] }) },
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
