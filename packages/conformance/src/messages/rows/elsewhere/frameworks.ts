import { causedIn, type Elsewhere } from '../../scenario.js';

export const frameworksElsewhere: readonly Elsewhere[] = [
  causedIn(
    'packages/jest/test/stops.test.ts',
    [
      'Jest’s option bail',
      '1 test file was not run. Jest stopped after a failure (bail).',
      'fact',
      { pieces: ['… not run. Jest stopped after a failure (bail).'] },
    ],
    [
      'options watch and report in Jest or Mocha',
      'Testpoint: no report in watch mode, because writing it would start the next run',
      'fact',
      { pieces: ['Testpoint: no report in …, because writing it would start the next run'] },
    ],
  ),
  causedIn('packages/mocha/test/ends.test.ts', [
    'a test ends the process in the middle of the run',
    '1 test file was not run. The process exited before the run ended.',
    'fact',
    { pieces: ['The run was interrupted (…)'] },
  ]),
  causedIn('packages/vitest/test/stops.test.ts', [
    'a worker of Vitest dies',
    '1 test file was not run. Vitest ended the run before.',
    'fact',
  ]),
  causedIn(
    'packages/vitest/test/loading.test.ts',
    [
      'a Vite plugin fails on our setup file',
      'Tests have no hooks, steps or attachments in their results: Vite could not process … (…). Make your Vite plugins ignore this file.',
      'fact',
      {
        pieces: [
          '… have no hooks, steps or attachments in their results: Vite could not process … (…). Make your Vite plugins ignore this file.',
        ],
      },
    ],
    [
      'the setup file fails in Vitest',
      'Hooks, steps and attachments are missing where the setup file failed: …',
      'fact',
      { todo: 'Results arrive without them. Fix the error after the colon.' },
    ],
  ),
  causedIn(
    'packages/vitest/test/rows.test.ts',
    ['Vitest’s globalSetup throws', 'No test file ran: the global setup failed.', 'fact', { todo: 'Correct it.' }],
    [
      'Vitest’s option bail',
      '1 test file was not run. The run was stopped after a failure (bail).',
      'fact',
      { pieces: ['… not run. The run was stopped after a failure (bail).'] },
    ],
  ),
  causedIn('packages/mocha/test/console.test.ts', [
    'option console names a module that is not a Mocha reporter',
    "Option console: … can't be loaded (it is not a Mocha reporter), so spec is used instead",
    'fact',
    { todo: 'Name one of Mocha’s reporters, or the path of one.', pieces: ['it is not a Mocha reporter'] },
  ]),
  causedIn(
    'packages/mocha/test/ends.test.ts',
    [
      'something that a test started throws after the last test',
      'Testpoint: An error after the last test ends the process: …',
      'fact',
      { todo: 'Await everything that the test starts.' },
    ],
    ['Mocha’s mochaGlobalSetup throws', 'The global setup failed', 'fact', { todo: 'Correct it.' }],
    ['Mocha’s mochaGlobalTeardown throws', 'The global teardown failed', 'fact', { todo: 'Correct it.' }],
    ['Mocha’s --forbid-only, or a selection that matches nothing', 'No tests were run', 'fact'],
  ),
  causedIn('packages/mocha/test/corrections.test.ts', [
    'Mocha fails a test after it has passed, for example because done() was called again',
    'The result of … was corrected: … when the test ended, … later',
    'fact',
    { todo: 'Let the test end only once, after everything that it started has finished.' },
  ]),
];
