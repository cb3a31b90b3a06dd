import assert from 'node:assert/strict';
import type { Tree } from '../normal-form.js';
import { type Behaviors, type Expected, failed, passed } from './row.js';
import { began, ended, lasted, TICK } from './times.js';

const PREPARE: Tree = ['<beforeEach prepare>', 'lay the table'];
const TIDY_UP = '<afterEach tidy up>';

export const steps: Behaviors = {
  'steps nest as they were called': {
    results: {
      'steps > nest as they were called': passed({
        steps: [['outer', ['inner', 'innermost'], 'inner again'], 'outer again'],
      }),
    },
  },
  'a step returns exactly what its body returns, and a synchronous body stays synchronous': {
    results: {
      'steps > return what their body returns': passed({
        steps: ['gives a thing', 'promises a thing', 'gives nothing'],
      }),
    },
  },
  'a step throws its body’s error unchanged, and is Failed with it': {
    results: {
      'steps > rethrow what their body throws, unchanged': passed({
        steps: [
          '✗ throws RangeError: too far: RangeError: too far',
          '✗ throws just text: just text',
          '✗ throws undefined: undefined',
          '✗ rejects: Error: promised and not kept',
        ],
      }),
    },
  },
  'steps that run in parallel nest correctly': {
    results: {
      'steps > nest when they run in parallel': passed({
        steps: [['both', ['left', 'left, inside'], ['right', 'right, inside', 'right, again']]],
      }),
    },
  },
  'a pause of 300 ms between two steps shows in their times': {
    results: { 'steps > show a pause between them': passed({ steps: ['before', 'after'] }) },
    also: ({ result }) => {
      const { stepResults: [before, after] = [], ...test } = result('steps: steps > show a pause between them');
      assert.ok(lasted(before) >= 28 && lasted(after) >= 28, 'a step lasts as long as it takes');
      assert.ok(began(after) - ended(before) >= 295, 'the pause shows');
      assert.ok(lasted(test) >= 355, 'the test covers both');
    },
  },
  'a step has a description and parameters': {
    results: {
      'steps > have a description and parameters': passed({
        steps: ['described {"sum":"3","list":"[1,\\"b\\"]"}: in detail'],
      }),
    },
  },
  'steps deeper than 15 levels appear at level 15, with the path to them': {
    results: { 'steps > go as deep as they like': passed({ steps: [folded()] }) },
  },
  'steps and attachments in callbacks belong to the test that started them': {
    results: {
      'steps > may be called in callbacks': passed({
        steps: [['in time [note (text/plain): from a callback]', 'later']],
      }),
    },
  },
  'steps of concurrent tests appear in their own test, under their own parent': {
    suite: 'concurrent',
    results: Object.fromEntries(['a', 'b', 'c'].map((name) => [`concurrent > ${name}`, concurrent(name)])),
  },
  'a flaky test is Passed, says that it was flaky, and shows each attempt with its own steps': {
    suite: 'retries',
    results: {
      'tried three times > is flaky': passed({
        message: 'said at 3\n\nFlaky: passed on attempt 3 of 3',
        setup: [PREPARE],
        steps: [
          [
            '✗ Attempt 1 of 3: Error: failed at 1 [log (text/plain): log of try 1]',
            PREPARE,
            '✗ try 1: Error: failed at 1',
            TIDY_UP,
          ],
          [
            '✗ Attempt 2 of 3: Error: failed at 2 [log (text/plain): log of try 2]',
            PREPARE,
            '✗ try 2: Error: failed at 2',
            TIDY_UP,
          ],
          'try 3',
        ],
        teardown: [TIDY_UP],
        attachments: ['log (text/plain): log of try 3'],
        parameters: { try: '3', attempts: '3' },
      }),
    },
  },
  'the duration of a retried test is the sum of its attempts, without what runs between them': {
    suite: 'retries',
    also: ({ result }) => {
      const flaky = result('retries: tried three times > is flaky');
      const [first, second] = flaky.stepResults ?? [];
      const { duration = -1 } = flaky;
      const [before, after] = [lasted(first) + lasted(second), ended(flaky) - ended(second)];
      assert.ok(duration >= before && duration <= before + after + TICK, `${duration}, ${before} + ${after}`);
    },
  },
  'a test that fails at every attempt is Failed with the last error; one that passes at once has one attempt': {
    suite: 'retries',
    results: {
      'tried three times > never passes': failed('Error: failed again at 3', {
        setup: [PREPARE],
        steps: [failedAttempt(1), failedAttempt(2)],
        teardown: [TIDY_UP],
        parameters: { attempts: '3' },
      }),
      'tried three times > passes at once': passed({ setup: [PREPARE], teardown: [TIDY_UP] }),
    },
  },
};

/** 18 levels. The last three are children of level 14, next to level 15. */
function folded(): Tree {
  const tooDeep = [15, 16, 17, 18].map((deepest) => {
    const way = Array.from({ length: deepest - 14 }, (_, index) => `level ${15 + index}`);
    return way.join(' › ');
  });
  let tree: Tree = ['level 14', ...tooDeep];
  for (let level = 13; level >= 1; level -= 1) tree = [`level ${level}`, tree];
  return tree;
}

function concurrent(name: string): Expected {
  return passed({ steps: [[`${name}1`, `${name}11`, `${name}12`], `${name}2`], parameters: { name } });
}

function failedAttempt(number: number): Tree {
  return [`✗ Attempt ${number} of 3: Error: failed again at ${number}`, PREPARE, TIDY_UP];
}
