// Messages: Frameworks and test API

/** What is missing in some projects of Jest. What to do follows. @fact */
export const notRecorded = (where: string) => `Hooks, steps and calls of the test API are not recorded${where}`;

/** Jest without the setup line. */
export const noSetupLine = (notRecorded: string, setup: string) =>
  `${notRecorded}: add setupFilesAfterEnv: ['${setup}'] to Jest's config.`;

/** The setup line in setupFiles. */
export const misplacedSetupLine = (notRecorded: string, setup: string) =>
  `${notRecorded}: ${setup} is in setupFiles. Move it to setupFilesAfterEnv in Jest's config.`;

/** A runner of Jest’s other than jest-circus. @fact */
export const otherRunner = (notRecorded: string, runner: string) =>
  `${notRecorded}: they need jest-circus, and ${runner} runs the tests.`;

const UNTIL_THEN = 'Until then, their order decides which one is';

/** Projects of Jest without a name that run the same file. */
export const projectsWithoutName = (runs: string, number: number) =>
  `${runs} without a name: set displayName in each. ${UNTIL_THEN} [project ${number}].`;

/** Jest’s projects with the same name that run the same file. */
export const projectsWithOneName = (runs: string, name: string, number: number) =>
  `${runs} named "${name}": give each a displayName of its own. ${UNTIL_THEN} [${name} (${number})].`;

/** A failed afterAll. @fact */
export const failedOutsideTests = (file: string) => `${file} failed outside its tests`;

/** A process of Jest dies. @fact */
export const didNotFinish = (file: string) => `${file} did not finish`;

/** A file without tests in Jest. @fact */
export const hasNoTests = (file: string) => `${file} has no tests`;

/** A file that can’t be loaded. @fact */
export const notLoaded = (file: string) => `${file} could not be loaded`;

/** Jest itself fails. Its error follows. @fact */
export const runFailed = 'The run failed';

/**
 * Snapshots of deleted tests.
 *
 * Remove them with jest -u.
 */
export const obsoleteSnapshots = 'Obsolete snapshots fail the run';

/**
 * A test in Jest’s own process sets process.exitCode, or something loads a module after its test file has ended.
 *
 * Restore process.exitCode after the test, and await everything that the test starts.
 */
export const exitCodeSet = (code: string) => `Exit code ${code} was set while the tests ran`;

/** Who may have set the exit code. @fact */
export const whoSetsExitCode =
  'The code under test may set process.exitCode, or load a module after its test file has ended.';

/** Files without a result: a test ended the process. @fact */
export const exitedEarly = 'The process exited before the run ended.';

/** Files without a result: the run was interrupted. @fact */
export const interruptedEarly = 'The run was interrupted before the run ended.';

/** Files without a result: Jest’s option bail. @fact */
export const bailed = 'Jest stopped after a failure (bail).';

/** Files without a result: a key in watch mode interrupted the run. @fact */
export const endedEarly = 'Jest ended the run before.';
