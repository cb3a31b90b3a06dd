import assert from 'node:assert/strict';
import type { Tree } from '../normal-form.js';
import { MOCHA, of, type Row } from './row.js';
import { began, ended, lasted } from './times.js';

export const steps: readonly Row[] = [
  {
    title: 'steps nest as they were called',
    run: 'green',
    results: of('steps', {
      'steps > nest as they were called': {
        outcome: 'Passed',
        steps: [['outer', ['inner', 'innermost'], 'inner again'], 'outer again'],
      },
    }),
  },
  {
    title: 'a step returns exactly what its body returns, and a synchronous body stays synchronous',
    run: 'green',
    results: of('steps', {
      'steps > return what their body returns': {
        outcome: 'Passed',
        steps: ['gives a thing', 'promises a thing', 'gives nothing'],
      },
    }),
    differences: [{ in: ['playwright'], why: 'Playwright’s step is test.step, which returns a promise' }],
  },
  {
    title: 'a step throws its body’s error unchanged, and is Failed with it',
    run: 'green',
    results: of('steps', {
      'steps > rethrow what their body throws, unchanged': {
        outcome: 'Passed',
        steps: [
          '✗ throws RangeError: too far: RangeError: too far',
          '✗ throws just text: just text',
          '✗ throws undefined: undefined',
          '✗ rejects: Error: promised and not kept',
        ],
      },
    }),
    differences: [
      {
        in: ['playwright'],
        why: 'in Playwright a step that throws undefined has not failed, and thrown strings appear in quotes',
        results: of('steps', {
          'steps > rethrow what their body throws, unchanged': {
            outcome: 'Passed',
            steps: [
              '✗ throws RangeError: too far: RangeError: too far',
              "✗ throws just text: 'just text'",
              'throws undefined',
              '✗ rejects: Error: promised and not kept',
            ],
          },
        }),
      },
    ],
  },
  {
    title: 'steps that run in parallel nest correctly',
    run: 'green',
    results: of('steps', {
      'steps > nest when they run in parallel': {
        outcome: 'Passed',
        steps: [['both', ['left', 'left, inside'], ['right', 'right, inside', 'right, again']]],
      },
    }),
  },
  {
    title: 'a pause of 300 ms between two steps shows in their times',
    run: 'green',
    results: of('steps', {
      'steps > show a pause between them': { outcome: 'Passed', steps: ['before', 'after'] },
    }),
    also: ({ result }) => {
      const { stepResults: [before, after] = [], ...test } = result('steps: steps > show a pause between them');
      assert.ok(lasted(before) >= 28 && lasted(after) >= 28, 'a step lasts as long as it takes');
      assert.ok(began(after) - ended(before) >= 295, 'the pause shows');
      assert.ok(lasted(test) >= 355, 'the test covers both');
    },
  },
  {
    title: 'a step has a description and parameters',
    run: 'green',
    results: of('steps', {
      'steps > have a description and parameters': {
        outcome: 'Passed',
        steps: ['described {"sum":"3","list":"[1,\\"b\\"]"}: in detail'],
      },
    }),
  },
  {
    title: 'steps deeper than 15 levels appear at level 15, with the path to them',
    run: 'green',
    results: of('steps', { 'steps > go as deep as they like': { outcome: 'Passed', steps: [folded()] } }),
  },
  {
    title: 'steps and attachments in callbacks belong to the test that started them',
    run: 'green',
    results: of('steps', {
      'steps > may be called in callbacks': {
        outcome: 'Passed',
        steps: [['in time [note (text/plain): from a callback]', 'later']],
      },
    }),
  },
  {
    title: 'steps of concurrent tests appear in their own test, under their own parent',
    run: 'green',
    results: of('concurrent', concurrent()),
    differences: [
      {
        in: ['playwright', ...MOCHA],
        why: 'Playwright and Mocha run the tests of a file one after another',
        absent: true,
      },
    ],
  },
  {
    title: 'a flaky test is Passed, says that it was flaky, and shows each attempt with its own steps',
    run: 'red',
    results: of('retries', {
      'tried three times > is flaky': {
        outcome: 'Passed',
        message: 'said at 3\n\nFlaky: passed on attempt 3 of 3',
        setup: [['<beforeEach prepare>', 'lay the table']],
        steps: [
          [
            '✗ Attempt 1 of 3: Error: failed at 1 [log (text/plain): log of try 1]',
            ['<beforeEach prepare>', 'lay the table'],
            '✗ try 1: Error: failed at 1',
            '<afterEach tidy up>',
          ],
          [
            '✗ Attempt 2 of 3: Error: failed at 2 [log (text/plain): log of try 2]',
            ['<beforeEach prepare>', 'lay the table'],
            '✗ try 2: Error: failed at 2',
            '<afterEach tidy up>',
          ],
          'try 3',
        ],
        teardown: ['<afterEach tidy up>'],
        attachments: ['log (text/plain): log of try 3'],
        parameters: { try: '3', attempts: '3' },
      },
    }),
  },
  {
    title: 'a test that fails at every attempt is Failed with the last error; one that passes at once has one attempt',
    run: 'red',
    results: of('retries', {
      'tried three times > never passes': {
        outcome: 'Failed',
        message: 'Error: failed again at 3',
        setup: [['<beforeEach prepare>', 'lay the table']],
        steps: [failedAttempt(1), failedAttempt(2)],
        teardown: ['<afterEach tidy up>'],
        parameters: { attempts: '3' },
      },
      'tried three times > passes at once': {
        outcome: 'Passed',
        setup: [['<beforeEach prepare>', 'lay the table']],
        teardown: ['<afterEach tidy up>'],
      },
    }),
  },
];

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

function concurrent(): Record<string, { outcome: string; steps: Tree[]; parameters: Record<string, string> }> {
  return Object.fromEntries(
    ['a', 'b', 'c'].map((name) => [
      `concurrent > ${name}`,
      {
        outcome: 'Passed',
        steps: [[`${name}1`, `${name}11`, `${name}12`], `${name}2`],
        parameters: { name },
      },
    ]),
  );
}

function failedAttempt(number: number): Tree {
  return [
    `✗ Attempt ${number} of 3: Error: failed again at ${number}`,
    ['<beforeEach prepare>', 'lay the table'],
    '<afterEach tidy up>',
  ];
}
