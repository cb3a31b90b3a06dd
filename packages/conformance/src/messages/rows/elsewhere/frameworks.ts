import { type Elsewhere, fact } from '../../scenario.js';

export const frameworksElsewhere: Elsewhere = {
  'packages/jest/test/stops.test.ts': {
    'Jest’s option bail': fact('… not run. Jest stopped after a failure (bail).'),
    'options watch and report in Jest or Mocha': fact(
      'Testpoint: no report in …, because writing it would start the next run',
    ),
  },
  'packages/mocha/test/ends.test.ts': {
    'a test ends the process in the middle of the run': fact(
      '… not run. The process exited before the run ended.',
      'The run was interrupted (…)',
    ),
    'something that a test started throws after the last test': {
      says: 'Testpoint: An error after the last test ends the process: …',
      todo: 'Await everything that the test starts.',
    },
    'Mocha’s mochaGlobalSetup throws': { says: 'The global setup failed', todo: 'Correct it.' },
    'Mocha’s mochaGlobalTeardown throws': { says: 'The global teardown failed', todo: 'Correct it.' },
    'Mocha’s --forbid-only, or a selection that matches nothing': fact('No tests were run'),
  },
  'packages/vitest/test/stops.test.ts': {
    'a worker of Vitest dies': fact('… not run. Vitest ended the run before.'),
  },
  'packages/vitest/test/loading.test.ts': {
    'a Vite plugin fails on our setup file': fact(
      '… have no hooks, steps or attachments in their results: Vite could not process … (…). Make your Vite plugins ignore this file.',
    ),
    'the setup file fails in Vitest': {
      says: 'Hooks, steps and attachments are missing where the setup file failed: …',
      todo: 'Results arrive without them. Fix the error after the colon.',
    },
  },
  'packages/vitest/test/rows.test.ts': {
    'Vitest’s globalSetup throws': { says: 'No test file ran: the global setup failed.', todo: 'Correct it.' },
    'Vitest’s option bail': fact('… not run. The run was stopped after a failure (bail).'),
  },
  'packages/mocha/test/console.test.ts': {
    'option console names a module that is not a Mocha reporter': {
      says: "Option console: … can't be loaded (it is not a Mocha reporter), so spec is used instead",
      todo: 'Name one of Mocha’s reporters, or the path of one.',
    },
  },
  'packages/mocha/test/corrections.test.ts': {
    'Mocha fails a test after it has passed, for example because done() was called again': {
      says: 'The result of … was corrected: … when the test ended, … later',
      todo: 'Let the test end only once, after everything that it started has finished.',
    },
  },
};
