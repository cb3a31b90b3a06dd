// Messages: Commands
import { counted } from '@testpoint/report';

/** `--root`, and a folder that does not exist. */
export const noSuiteFolder = (folder: string) => `There is no folder ${folder}: pass the suite's folder with --root.`;

/** A command that needs settings, and wrong ones, with a line for each problem. @fact */
export const wrongSettings = (problems: readonly string[]) => ['The settings are wrong:', ...problems].join('\n');

/**
 * A command that reads results, and wrong settings.
 *
 * Correct the settings in the lines below it.
 */
export const secretsUnknown = (failure: string) => `${failure}: the secrets to mask (option redact) are unknown.`;

/**
 * The output of a command goes to a full disk.
 *
 * Free some space on the disk.
 */
export const lostOutput = (error: unknown) => `Could not write to standard output: ${String(error)}`;

/** The service takes more than a second to answer. @fact */
export const waitingForService = 'Waiting for the service';

/** gate, summary or export, before the first run. */
export const noRunToRead =
  'There is no run to read: set `report: true` and run the tests, or name an outbox or a report.';

/** A folder in which suites have recorded, and when. @fact */
export const recordedThere = (folder: string, age: string) => `${folder} (${age})`;

/** Commands that read the last run, if it was recorded in another folder. @fact */
export const readsFolder = (folder: string) => `Recorded in ${folder}`;

/** Commands that read the last run, if several folders have one, and they read all. @fact */
export const readsFolders = (folders: string) => `Recorded in ${folders}`;

/** Commands that read the last run, if folders below have others. */
export const alsoRecorded = (folders: string) =>
  `Not read: ${folders}. To read another folder, pass it with --root; for several, name their reports or outboxes.`;

/** gate, if folders have recorded that may not belong together. */
export const notOneRun = (folders: string) =>
  `No gate: these are not of one run or CI job: ${folders}. Pass one with --root, or name the reports or outboxes that count.`;

/** gate, summary or export, on the outbox of a suite that has recorded nothing. */
export const nothingRecorded = (outbox: string) =>
  `Nothing was recorded: there is no session in ${outbox}. The tests ran without Testpoint's reporter, or not at all. See what is missing with: npx testpoint doctor`;

/**
 * gate, summary or export, on another path.
 *
 * Name an outbox, a report folder, or a report in one file.
 */
export const unreadableInput = (why: string) => `Nothing can be read: ${why}.`;

/**
 * gate or summary, with a damaged history.
 *
 * Delete the file, or name another one.
 */
export const unreadableHistory = (why: string) => `The history can't be read: ${why}`;

/**
 * gate, summary or exec, when GITHUB_OUTPUT can’t be written.
 *
 * Check that the path can be written to.
 */
export const outputsNotWritten = (path: string, why: string) => `The outputs could not be written to ${path}: ${why}`;

/** run create or list, without a project. */
export const noProject = 'No project given: set TMS_PROJECT_GLOBAL_ID, or pass --project.';

/** run create, without a plan. */
export const noPlan = 'No test plan given: set TMS_TEST_PLAN_GLOBAL_ID, or pass --plan.';

/** run create, without test points. */
export const noTestPoints = 'No list of test points given: set option testPoints, or pass --test-points.';

/** run start, stop or complete, without a run. */
export const noRunGiven = (move: string) => `No run given: set TMS_TEST_RUN_ID, or run npx testpoint run ${move} <id>.`;

/** run create, with `testPoints: 'from-tests'`. */
export const fromTestsInCommand = "testPoints 'from-tests' works only in a suite: give a list or a file here.";

/** run create or exec, when the service refuses or can’t be reached. Its answer follows. @fact */
export const runNotCreated = 'Could not create the run';

/** run list, when the service refuses or can’t be reached. Its answer follows. @fact */
export const runsNotListed = 'Could not list the runs';

/** run or exec, when the service refuses to start, stop or complete a run. Its answer follows. @fact */
export const runNotMoved = (move: string, id: string) => `Could not ${move} run ${id}`;

/** A run that is already started, stopped or completed. @fact */
export const runMovedBefore = 'The run was already in that state.';

/** run list, when the project has no runs. @fact */
export const projectWithoutRuns = (project: number) => `Project ${project} has no runs.`;

/** flush, on a folder that does not exist. */
export const noFolderToFlush = (folder: string) =>
  `There is no folder ${folder}: pass an outbox (.testpoint), or the folder of a session in it.`;

/** flush, on a file. */
export const fileToFlush = (file: string) =>
  `${file} is a file: pass an outbox (.testpoint), or the folder of a session in it.`;

/** flush, with a timeout that is not a number. @fact */
export const wrongTimeout = 'Give a number of seconds from 1 to 86400.';

/** flush, when the outbox is empty. @fact */
export const nothingToDeliver = (folders: string) => `Nothing to deliver in ${folders}.`;

/** flush --dry-run, when a session has no results. @fact */
export const nothingLeft = 'Nothing is left to deliver.';

/** flush, when everything in the outbox is delivered. @fact */
export const everythingDelivered = 'Everything is delivered.';

/** flush, while the suite may still run. */
export const keptWhileRunning =
  'While its suite may still be running, a session is kept and its run stays open. If the suite is over, run: npx testpoint flush --force';

/** flush or exec, when some results are not in the plan. @fact */
export const notInRun = (results: number) => `${counted(results, 'result')} not in the run`;

/** flush or exec, when results were set aside. */
export const setAside =
  'Results that were set aside stay in the outbox: correct the test plan and flush again, or discard them with --drop-unmatched.';

/** flush, on a journal that something else wrote into. */
export const unreadableLines = (lines: number) =>
  [
    `${counted(lines, 'line')} of the journal can’t be read: the journal was damaged after it was written. All others are`,
    'delivered or still waiting. Restore the session’s folder from a copy, or discard the damaged lines with --drop-unreadable.',
  ].join('\n');

/** flush, after the suite was killed. @fact */
export const linesCutShort = (lines: number) =>
  `${counted(lines, 'line')} cut short: the process was killed, or the disk was full`;

/**
 * The disk fills up during a flush.
 *
 * Free some space.
 */
export const notMarked = (why: string) =>
  `This could not be marked as delivered (${why}): another flush sends it again.`;

/** flush, when the report can’t be written, for example because its folder contains something else. */
export const sessionWithoutReport = (why: string, command: string) =>
  `No report: ${why}. The session is kept. Make it with: ${command}`;

/** flush, when a gigabyte or more is left. @fact */
export const muchIsWaiting = (waiting: string) =>
  `${waiting} Undelivered results are never deleted: delete the folders of sessions that you no longer need.`;
