// Messages: Commands
// Each stands behind the name of what is checked.

/** doctor, when everything is right. Where results and the report go follows. @fact */
export const ready = (places: readonly string[]) => `Ready: ${places.join(', ')}.`;

/** doctor, when everything is right. @fact */
export const resultsGoTo = (run: string, address: string) => `results go to ${run} at ${address}`;

/** doctor, when everything is right. @fact */
export const reportGoesTo = (folder: string) => `the report goes to ${folder}`;

/** doctor, when the suite creates the run. @fact */
export const testCasesBecomePoints = (configuration: number | undefined) =>
  `test cases that tests name become test points of the new run, with configuration ${configuration ?? 'of the test’s project'}`;

/** doctor, when the run has its test points already. @fact */
export const testCasesChangeNothing = (isNewRun: boolean) =>
  `test cases that tests name change nothing: ${isNewRun ? 'testPoints lists the test points' : 'the run already has its test points'}`;

/** doctor, when the report’s folder contains other files. */
export const otherFilesInReport = (folder: string) =>
  `${folder} contains other files, so no report is written there: choose another folder (TMS_REPORT)`;

/** doctor, when the outbox can’t be created. */
export const outboxNotWritable = (folder: string) =>
  `${folder} can’t be written to: set option outboxDir (TMS_OUTBOX_DIR)`;

/** doctor, when Node is too old. @fact */
export const nodeTooOld = (version: string, oldest: string) => `${version} is too old: use Node ${oldest} or newer`;

/**
 * doctor, when package.json does not parse.
 *
 * Correct the file.
 */
export const manifestUnreadable = (error: unknown) => `can't be read: ${String(error)}`;

/** doctor, outside of a project. */
export const noManifest = (folder: string) =>
  `there is no package.json in ${folder}, so the suite is not checked: pass its folder with --root`;

/** doctor, for a folder without a suite. */
export const noFramework = (titles: string, folder: string, packages: readonly string[]) =>
  packages.length === 0
    ? `there is no ${titles} in ${folder}: pass the suite’s folder with --root`
    : `there is no ${titles} in ${folder}: pass one of these with --root: ${packages.join(', ')}`;

/** doctor, at the root of a workspace whose packages have suites, too. */
export const packagesWithSuites = (packages: readonly string[]) =>
  `these have suites of their own, check each with --root: ${packages.join(', ')}`;

/** doctor, with two config files. */
export const twoConfigFiles = (used: string | undefined, ignored: readonly string[]) =>
  `Testpoint uses ${used} and ignores ${ignored.join(', ')}: keep only one`;

/** doctor, when turbo.json names none of our variables. */
export const turborepoIsStrict =
  'Turborepo passes no TMS_… variables to tasks: add "globalPassThroughEnv": ["TMS_*"] to turbo.json';

/** doctor, with a framework that is not installed. @fact */
export const frameworkNotInstalled = (name: string, folder: string) =>
  `${name} is not installed in ${folder}: its version is unknown`;

/** doctor, with a framework that is newer than the tested versions. @fact */
export const frameworkIsNew = (version: string, oldest: string, newest: string) =>
  `${version} is newer than the tested versions (${oldest} to ${newest})`;

/** doctor, with a reporter that is not installed. */
export const reporterNotInstalled = (reporter: string, folder: string) =>
  `${reporter} is not installed in ${folder}: run testpoint init`;

/** doctor, with a reporter of another version. */
export const otherVersion = (reporter: string, installed: string, own: string) =>
  `${reporter} is ${installed}, but this command is ${own}: install the same version of both`;

/** doctor, when Testpoint’s lines are in the configuration. @fact */
export const reporterIsThere = (framework: string) => `the reporter is in the configuration of ${framework}`;

/** doctor, when the reporter is missing. */
export const reporterMissing = (reporter: string, framework: string) =>
  `${reporter} is not among the reporters of ${framework}: run testpoint init`;

/** doctor, when the reporter is listed twice. */
export const reporterTwice = (reporter: string, framework: string) =>
  `${reporter} is listed twice in the configuration of ${framework}: keep one`;

/** doctor, when the setup file is under another key. */
export const setupMisplaced = (reporter: string, key: string, right: string | undefined) =>
  `${reporter}/setup is in ${key}, where it has no effect: move it to ${right}`;

/** doctor, when the setup file is missing. @fact */
export const setupMissing = (reporter: string, key: string, place: string) =>
  `${reporter}/setup is not in ${key} of ${place}, so hooks, steps and attachments are not recorded`;

const RUN_INIT = 'run testpoint init, which shows each change before it makes it';

/** doctor, without a configuration. */
export const noConfiguration = (file: string) => `there is no configuration (${file}): ${RUN_INIT}`;

/** doctor, when some of Testpoint’s lines are missing in the configuration. */
export const linesMissing = (file: string) => `${file} lacks Testpoint's lines: ${RUN_INIT}`;

/** doctor, for a configuration that init does not understand. @fact */
export const linesUnclear = (file: string, why: string) =>
  `${file}: ${why}. Testpoint can’t tell whether this is there`;

/** doctor, when a configuration fails. @fact */
export const configurationNotLoaded = (why: string) => `can't be loaded: ${why}`;

/** doctor, when the process that loads a configuration dies. @fact */
export const noResult = 'its process ended without a result';

/** doctor, when a configuration hangs. @fact */
export const configurationHangs = (seconds: number) => `takes longer than ${seconds} s to load`;

/** doctor, when TMS_URL leads to another place. */
export const answers404 = (suggestion: string) => `this address answers 404 to everything: check TMS_URL${suggestion}`;

/** doctor, when TMS_URL leads to another place of the service. @fact */
export const answersAt = (address: string) => `. The service answers at ${address}`;

/** doctor. @fact */
export const answersIn = (milliseconds: number, isLocal: boolean) =>
  `answers in ${milliseconds} ms${isLocal ? ', and has proved to be the server of `testpoint serve`' : ''}`;

/** doctor, without projectGlobalId, when the service has no project 1. */
export const noProjectOne = 'answers, but has no project 1, so the key is not checked: set TMS_PROJECT_GLOBAL_ID';

/** doctor, when the service knows no such project. @fact */
export const noSuchProject = (project: number) => `answers, but not for project ${project}`;

/** doctor, when the service knows no such project. */
export const checkProject = (answer: string) => `${answer} Check TMS_PROJECT_GLOBAL_ID.`;

/** doctor, when the clock is right. @fact */
export const clockAgrees = 'agrees with the service';

/** doctor, when the clock is wrong. @fact */
export const clockIsWrong = (seconds: number, isAhead: boolean) =>
  `this machine's clock is ${seconds} s ${isAhead ? 'ahead of' : 'behind'} the service's, so results show wrong times: synchronize it (NTP)`;

/** doctor, with a run and no project. */
export const runNotLookedUp = (run: string) =>
  `${run} can be looked up only with projectGlobalId: set TMS_PROJECT_GLOBAL_ID`;

/** doctor, when the run does not exist. */
export const runNotInProject = (run: string) =>
  `${run} is not in the project: check TMS_TEST_RUN_ID and projectGlobalId`;

/** doctor, when the run is over. */
export const runIsOver = (run: string, status: string) =>
  `${run} is ${status}: start it again, or report into another run`;

/** doctor, when the reporter is for another framework. */
export const otherFramework = (reporter: string, title: string | undefined, right: string) =>
  `${reporter} is a reporter of ${title}, but works with ${right} only: remove it`;

/** doctor --try, before the first run. */
export const nothingToTry = 'there is no last run with a test to try: run the tests once, with the option report: true';

/** doctor --try, for results of `testpoint import`. @fact */
export const noCommandToTry = (framework: string) => `no command of this project runs ${framework}`;

/** doctor --try, if the test would be sent to the service. */
export const keyInFile =
  'the key is in a file, so the test would go to your service: set the key in the environment (TMS_SECRET_KEY) instead';

/** doctor --try, while the command runs. @fact */
export const trying = (command: string) => `Running one test: ${command}`;

/** doctor --try, when the test has arrived. @fact */
export const arrived = (test: string, address: string) => `${test} arrived: ${address}`;

/**
 * doctor --try, when no reporter of ours was loaded.
 *
 * Look for what the command passes instead of the configuration, such as a reporter or another configuration.
 */
export const nothingArrived = (command: string, code: number, output: string) =>
  `"${command}" ended with ${code}, and nothing arrived: it did not load Testpoint's reporter.\n${output}`;

/**
 * doctor --try, when a reporter of ours was loaded.
 *
 * Run the command. It may run other tests than in the last run.
 */
export const testDidNotArrive = (test: string, command: string, output: string) =>
  `"${command}" loaded Testpoint's reporter, but did not run ${test}.\n${output}`;

/** doctor, when a script passes a reporter instead of those of the configuration. */
export const scriptReplaces = (script: string, option: string, reporter: string) =>
  `script "${script}" passes ${option}, which removes ${reporter}: run npx testpoint init, which adds it there`;
