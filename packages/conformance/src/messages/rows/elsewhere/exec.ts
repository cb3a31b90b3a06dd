import { type Elsewhere, fact } from '../../scenario.js';

/** Messages of `testpoint exec` with --gate, --only and --rerun. */
export const execElsewhere: Elsewhere = {
  'packages/conformance/test/exec-gate.test.ts': {
    'exec --gate, if nothing reported': '✗ The gate is closed: no suite has reported anything. Check the command.',
    'exec --gate, without results':
      'A gate needs results. Set TMS_REPORT=true: exec does not see the options of a reporter.',
    'exec --gate, if only allowed tests failed, but another program may have failed, too': fact(
      'The exit code stays …: "…" may run other programs, and what follows a failed one never starts.',
    ),
    'exec --gate, if a file can’t be loaded': fact('The exit code stays …: there were errors outside of tests in ….'),
    'exec --gate, with coverage thresholds': fact('The exit code stays …: … may have failed the run, too.'),
    'exec --gate, if the command fails and no test does': fact(
      'The exit code stays …: no test failed, so something else did.',
    ),
    'exec --gate, if the suite was killed': fact('The exit code stays …: the suite in … did not end by itself.'),
  },
  'packages/cli/test/ci-summary.test.ts': {
    'a suite, or exec --rerun, if the page of the job can’t be written': fact('No summary on the page of the job: …'),
  },
  'packages/conformance/test/selection.test.ts': {
    'exec --only failed, after a run without failures': fact(
      'Testpoint: nothing to run: no test failed or was blocked in the last run.',
    ),
    'exec --only failed, when a selected test is gone': {
      says: '… did not turn up. Check whether … renamed or deleted:',
      todo: 'Look for the tests below the message in the suite',
    },
    'exec --from, without --only': '--from selects tests: pass --only failed, too.',
    'exec --only failed --from, with a folder that contains nothing': {
      says: "Can't select tests with --from: …nowhere does not exist.",
      todo: 'Pass an outbox or a report',
      pieces: ["Can't select tests with --from. …"],
    },
    'exec --only failed --from, without a key or a report':
      'Tests can be selected only if results are recorded. Set TMS_REPORT=true: exec does not see the options of a reporter.',
    'exec --only failed, before the first run': fact(
      'There is no last run in …: run the tests first (without a service, set report: true), or pass --from.',
    ),
  },
  'packages/conformance/test/reruns.test.ts': {
    'exec --rerun, before each round': fact('Testpoint: … to run again (… of …)'),
    'exec --rerun, after the last round': fact('Testpoint: … passed on a rerun'),
    'exec --rerun, at the end of a suite': fact('Failed tests that exec runs again: …'),
    'exec --rerun, when all tests passed on a rerun and something else failed': fact(
      'Testpoint: the exit code stays that of the first round, because the last one failed without a failed test.',
    ),
    'exec --rerun, below that': fact('  Coverage thresholds, for example, count only the tests that ran again.'),
    'exec --rerun, with a wrong number': 'Give --rerun a whole number, such as 2.',
    'exec --rerun, without a key or a report':
      'Failed tests can run again only if results are recorded. Set TMS_REPORT=true: exec does not see the options of a reporter.',
  },
  'packages/report/src/run/past-problems.test.ts': {
    'a hook that failed, and whose tests passed on a rerun': fact('…, and passed on a rerun: …'),
  },
  'packages/cli/test/exec-ends.test.ts': {
    'exec, when the service is slow': {
      says: 'Testpoint: the service did not … within … s',
      todo: 'The command runs anyway. Its results go into the run once it exists.',
    },
  },
};
