import { causedIn, type Elsewhere } from '../../scenario.js';

/** Messages of `testpoint exec` with --only and --rerun. */
export const execSelection: readonly Elsewhere[] = [
  causedIn(
    'packages/conformance/test/selection.test.ts',
    [
      'exec --only failed, after a run without failures',
      'Testpoint: nothing to run: no test failed or was blocked in the last run.',
      'fact',
    ],
    [
      'exec --only failed, when a selected test is gone',
      '1 selected test did not turn up. Check whether it was renamed or deleted:',
      'fact',
      {
        todo: 'Look for the tests below the message in the suite',
        pieces: ['… did not turn up. Check whether … renamed or deleted:', 'they were', 'it was'],
      },
    ],
    ['exec --from, without --only', '--from selects tests: pass --only failed, too.'],
    [
      'exec --only failed --from, with a folder that contains nothing',
      "Can't select tests with --from: …nowhere does not exist.",
      undefined,
      {
        todo: 'Pass an outbox or a report',
        pieces: ["Can't select tests with --from: ….", "Can't select tests with --from. …"],
      },
    ],
    [
      'exec --only failed --from, without a key or a report',
      'Tests can be selected only if results are recorded. Set TMS_REPORT=true: exec does not see the options of a reporter.',
      undefined,
      {
        pieces: [
          'Tests can be selected only if results are recorded.',
          'Set TMS_REPORT=true: exec does not see the options of a reporter.',
        ],
      },
    ],
    [
      'exec --only failed, before the first run',
      'There is no last run in …: run the tests first (without a service, set report: true), or pass --from.',
      'fact',
      {
        pieces: [
          'There is no last run in …',
          '…: run the tests first (without a service, set report: true), or pass --from.',
        ],
      },
    ],
  ),
  causedIn(
    'packages/conformance/test/reruns.test.ts',
    [
      'exec --rerun, before each round',
      'Testpoint: 3 failed tests to run again (1 of 2)',
      'fact',
      { pieces: ['Testpoint: … to run again (… of …)', 'failed test'] },
    ],
    [
      'exec --rerun, after the last round',
      'Testpoint: 3 failed tests passed on a rerun',
      'fact',
      { pieces: ['Testpoint: … passed on a rerun'] },
    ],
    [
      'exec --rerun, at the end of a suite',
      'Failed tests that exec runs again: 3',
      'fact',
      { pieces: ['Failed tests that exec runs again: …'] },
    ],
    [
      'exec --rerun, when all tests passed on a rerun and something else failed',
      'Testpoint: the exit code stays that of the first round, because the last one failed without a failed test.',
      'fact',
    ],
    ['exec --rerun, below that', '  Coverage thresholds, for example, count only the tests that ran again.', 'fact'],
    ['exec --rerun, with a wrong number', 'Give --rerun a whole number, such as 2.'],
    [
      'exec --rerun, without a key or a report',
      'Failed tests can run again only if results are recorded. Set TMS_REPORT=true: exec does not see the options of a reporter.',
      undefined,
      {
        pieces: [
          'Failed tests can run again only if results are recorded.',
          'Set TMS_REPORT=true: exec does not see the options of a reporter.',
        ],
      },
    ],
  ),
  causedIn('packages/report/src/run/past-problems.test.ts', [
    'a hook that failed, and whose tests passed on a rerun',
    'a.js > cart: "before all" hook failed, and passed on a rerun: no database',
    'fact',
    { pieces: ['…, and passed on a rerun…'] },
  ]),
  causedIn('packages/cli/test/exec-ends.test.ts', [
    'exec, when the service is slow',
    'Testpoint: the service did not create the run within 4.5 s',
    'fact',
    {
      todo: 'The command runs anyway. Its results go into the run once it exists.',
      pieces: ['Testpoint: the service did not … within … s'],
    },
  ]),
];
