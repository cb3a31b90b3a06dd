// Messages: Commands
import { counted } from '@testpoint/report';

/** exec, in a working folder that was deleted. @fact */
export const folderDeleted = 'Testpoint: the working folder was deleted, so exec only runs the command.';

/** exec --gate, --rerun or --only, in a working folder that was deleted. @fact */
export const folderNeeded = '--gate, --rerun and --only need results, and the working folder was deleted.';

/** exec --from, without --only. */
export const fromWithoutOnly = '--from selects tests: pass --only failed, too.';

/** exec --rerun, with a wrong number. */
export const wrongRerun = 'Give --rerun a whole number, such as 2.';

/** exec --gate, --rerun or --only, with wrong settings, or without a key or a report. Which it is follows. @fact */
export const NEEDS_RESULTS = {
  gate: 'A gate needs results.',
  rerun: 'Failed tests can run again only if results are recorded.',
  only: 'Tests can be selected only if results are recorded.',
};

/** exec --gate, --rerun or --only, without a key or a report. */
export const setReport = 'Set TMS_REPORT=true: exec does not see the options of a reporter.';

/** exec, with a command that can’t start. @fact */
export const cantRun = (why: string) => `Testpoint: the command can't be run: ${why}`;

/** exec, with a command that does not exist: why it can’t be run. @fact */
export const noCommand = (name: string, isPath: boolean) =>
  `there is no command ${name} ${isPath ? 'at this path' : 'in PATH'}`;

/** exec, with a folder as the command: why it can’t be run. @fact */
export const folderAsCommand = (name: string) => `${name} is a folder`;

/**
 * exec, with a script whose interpreter is not installed: why it can’t be run.
 *
 * Install it, or correct the line.
 */
export const noInterpreter = (file: string) => `the program that ${file} names in its first line (#!) does not exist`;

/** exec, when the settings for a run are wrong, with a line for each problem. @fact */
export const noRun = 'Testpoint: there is no run, the settings are wrong';

/**
 * exec, when the service is slow.
 *
 * The command runs anyway. Its results go into the run once it exists.
 */
export const tooSlow = (run: string | undefined, seconds: number) =>
  `Testpoint: the service did not ${run === undefined ? 'create the run' : `start run ${run}`} within ${seconds} s`;

/** exec, with `testPoints: 'from-tests'`. @fact */
export const ownSettings = '  The command reports with its own settings.';

/** exec, when the run can’t be created. @fact */
export const resultsWait = '  The command’s results wait in the outbox.';

/** exec, when the run does not exist. @fact */
export const reportsAnyway = (run: string) => `  The command reports into run ${run} anyway.`;

/** exec, when the run could not be created. The commands to run follow. */
export const waitingForRun = (waiting: string) => `Testpoint: ${waiting} for a run. Once the problem is fixed, run:`;

/** exec, when something is left: the command that delivers it and ends the run. */
export const deliverAndEnd = (outbox: string, move: string) =>
  `npx testpoint flush ${outbox} && npx testpoint run ${move}`;

/** exec, when undelivered results keep the run open. The commands to run follow. */
export const notAllDelivered = (run: string, isOver: boolean) =>
  `Testpoint: run ${run} ${isOver ? 'is over' : 'stays open'}, but not everything is delivered. Once the problem is fixed, run:`;

/** exec, when something is left and the run is over: what comes before the flush. */
export const startAgain = (run: string) => `npx testpoint run start ${run} && `;

/** exec, at its end. @fact */
export const shownAs = (run: string, status: string) => `Testpoint: the service shows run ${run} as ${status}`;

/** exec --gate, if nothing reported. */
export const nothingReported = '✗ The gate is closed: no suite has reported anything. Check the command.';

/** exec --gate, if the command fails and the gate is open. @fact */
export const exitCodeStays = (code: number, why: string) => `The exit code stays ${code}: ${why}.`;

/** exec --gate, if the command fails and no test does: why the exit code stays. @fact */
export const noTestFailed = 'no test failed, so something else did';

/** exec --gate, when a journal is damaged: why the exit code stays. @fact */
export const someUnreadable = 'some results can’t be read';

/** exec --gate, if the suite was killed: why the exit code stays. @fact */
export const didNotEnd = (framework: string) => `the suite in ${framework} did not end by itself`;

/** exec --gate, if a file can’t be loaded, for example: why the exit code stays. @fact */
export const errorsOutside = (framework: string) => `there were errors outside of tests in ${framework}`;

/** exec --gate, with coverage thresholds, or if something failed after the tests: why the exit code stays. @fact */
export const otherFailure = (what: string) => `${what} may have failed the run, too`;

/** exec --gate, if only allowed tests failed, but another program may have failed, too: why the exit code stays. @fact */
export const otherPrograms = (command: string) =>
  `"${command}" may run other programs, and what follows a failed one never starts`;

/** exec --only failed, after a run without failures. @fact */
export const nothingToRun = 'Testpoint: nothing to run: no test failed or was blocked in the last run.';

/** exec --only failed, before the first run. */
export const noLastRun = (outbox: string) =>
  `There is no last run in ${outbox}: run the tests first (without a service, set report: true), or pass --from.`;

/**
 * exec --only failed, when a selected test is gone.
 *
 * Look for the tests below the message in the suite.
 */
export const didNotTurnUp = (tests: number) =>
  `${counted(tests, 'selected test')} did not turn up. Check whether ${tests === 1 ? 'it was' : 'they were'} renamed or deleted:`;

/** exec --only failed, for tests of folders below whose suites the command does not start. */
export const notInCommand = (folders: [name: string, tests: number][]) =>
  `the command did not start the suites of ${folders.map(([name, tests]) => `${name} (${counted(tests, 'failed test')})`).join(', ')}. Run them there, or select only tests of this folder with --root .`;

/**
 * exec --only failed --from, with a folder that contains nothing.
 *
 * Pass an outbox or a report.
 */
export const unreadableFrom = (why: string) => `Can't select tests with --from: ${why}.`;

/**
 * exec --only failed --from, with results of which some can’t be read.
 *
 * Pass a complete outbox or report.
 */
export const incompleteFrom = (lacks: readonly string[]) => `Can't select tests with --from. ${lacks.join(' ')}`;

/** exec --rerun, before each round. @fact */
export const roundBegins = (tests: number, round: number, rounds: number) =>
  `Testpoint: ${counted(tests, 'failed test')} to run again (${round} of ${rounds})`;

/** exec --rerun, after the last round. @fact */
export const passedAgain = (tests: number) => `Testpoint: ${counted(tests, 'failed test')} passed on a rerun`;

/** exec --rerun, after the last round, if tests failed again. @fact */
export const failedAgain = (tests: number) => `Testpoint: ${counted(tests, 'failed test')} did not pass on a rerun`;

/** exec --rerun, when all tests passed on a rerun and something else failed. @fact */
export const firstExitCode = [
  'Testpoint: the exit code stays that of the first round, because the last one failed without a failed test.',
  '  Coverage thresholds, for example, count only the tests that ran again.',
].join('\n');

/**
 * exec --rerun, if the report can’t be written, for the reason in the message.
 *
 * Make it with npx testpoint report.
 */
export const noReportOfRounds = (why: string, session: string) =>
  `Testpoint: no report of the tests that ran again: ${why}. They are in ${session}.`;
