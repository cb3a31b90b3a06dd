// Messages: Commands

/** init, in a project that is set up. @fact */
export const nothingToDo = 'Everything is set up already: nothing to do.';

/** init, after a no. @fact */
export const nothingChanged = 'Nothing was changed.';

/** init, in a folder without a framework. */
export const noFramework = (frameworks: string, folder: string) =>
  `There is no ${frameworks} in ${folder}: install one of them first, or pass the suite's folder with --root. Results of other frameworks can be delivered from files, such as JUnit XML: testpoint import PATH.`;

/** init, outside of a project. */
export const noManifest = (folder: string) =>
  `There is no package.json in ${folder}: run testpoint init in the suite's folder, or pass that folder with --root.`;

/**
 * init, when package.json does not parse.
 *
 * Correct the file.
 */
export const manifestUnreadable = (path: string, error: unknown) => `${path} can't be read: ${String(error)}`;

/** init, at the root of a workspace. @fact */
export const whichPackages = 'Which packages of this workspace do you want to set up?';

/** init, without a terminal, such as in CI. */
export const noTerminal =
  'Nothing was changed, because there is no terminal to ask on. Run testpoint init --yes to apply this.';

/** init, in a project of Rush. */
export const installWithRush = (folder: string, command: string) =>
  `Rush installs the packages of this project. Run this in ${folder}, then run testpoint init again:\n  ${command}`;

/** init of `npm run install-into`. @fact */
export const copiesPackages = (folder: string) =>
  `copies these packages to ${folder}. Commit it, so that they can be installed on other machines, too`;

/** init, in a project with several lock files, or with none. @fact */
export const whichManager = (why: string) =>
  `Which package manager does this project use? Testpoint can't tell: ${why}.`;

/** init, when it can’t tell which package manager to use: why. @fact */
export const noLockFile = 'there is no lock file, and package.json names no packageManager';

/** init, when it can’t tell which package manager to use: why. @fact */
export const severalLockFiles = (files: readonly string[], folder: string) =>
  `there are ${files.join(' and ')} in ${folder}`;

/** init, when it can’t tell which package manager to use, and there is no terminal. */
export const passManager = 'Pass --package-manager npm, pnpm, yarn or bun.';

/** init, when packages can’t be installed. */
export const notInstalled = (why: string, command: string) =>
  `The packages could not be installed (${why}), so no configuration was changed. Once this command works, run testpoint init again:\n  ${command}`;

/** init, when a file can’t be written. */
export const notReplaced = (file: string, why: string) =>
  `${file} can't be replaced (${why}): close programs that have it open, check the permissions of its folder, and run testpoint init again`;

/** init and doctor, with a framework that is too old. @fact */
export const tooOld = (version: string, reporter: string, oldest: string, remedy: string) =>
  `${version} is too old: ${reporter} works with ${oldest} and newer${remedy}`;

/** init and doctor, when a script runs the tests by another program than the framework. */
export const otherRunner = (script: string) =>
  `"${script}" may run it with another configuration: if no results appear, add Testpoint's lines to that one`;

/** init and doctor, in a project in which another program runs the tests, with a configuration of its own. */
export const pasteThere = (framework: string, place: string, paste: string) =>
  `it runs ${framework} with a configuration of its own. Add this to ${place}: ${paste}`;

/** init and doctor, in a project in which another program runs the tests and takes no reporter of ours. */
export const importInstead = (framework: string, results: string) =>
  `it runs ${framework} and takes no reporter of ours. Write its results with ${results}, then run: npx testpoint import FILE`;

/** init, at the root of a Rush repository. */
export const rushRoot = (add: string) =>
  `This is the root of a Rush repository. In each project with tests, run "${add}", then testpoint init.`;

/** init, when it changes a file, and you have to paste something, too. @fact */
export const needsMore = 'needs one more change';

/** init, when you have to paste something into a file. @fact */
export const staysAsIs = 'stays as it is';

/** init, above what you have to paste. @fact */
export const addThis = 'Add this to it';

/** init and doctor: why you have to paste something. @fact */
export const WHY_BY_HAND = {
  notUtf8: 'it is not UTF-8 text',
  defineProject: 'defineProject takes no reporters, so replace it by defineConfig',
  notUnderstood: 'init does not understand how it is written',
  options: 'its options can’t be read',
};

/** init and doctor: why you have to paste something, if a file does not parse. @fact */
export const notParsed = (error: string | undefined) => `it can’t be read (${error})`;

/** init and doctor: why you have to paste something, if a script names a file that does not exist. @fact */
export const noConfiguration = (script: string, configuration: string) =>
  `its script "${script}" names a configuration that is no file here: ${configuration}`;

/** init --ci, in a repository without a CI system. */
export const noCiSystem = (folder: string) =>
  `There is neither .github nor .gitlab-ci.yml in ${folder}: pass --ci github or --ci gitlab.`;

/** init, at its end. @fact */
export const isSetUp = 'Testpoint is set up.';

/** init, at its end, if you have to paste something. @fact */
export const pasteTheRest = 'Testpoint is set up, except for what you have to paste (see above).';

/** init, at its end. @fact */
export const runTests = 'Run your tests, then open the report:';

/** init, at its end. @fact */
export const startServer =
  'To see results arrive without a service, start the reference server before the tests, in another terminal:';

/** init, at its end. @fact */
export const setVariables =
  'To deliver to your service, set TMS_URL, TMS_SECRET_KEY, TMS_TEST_RUN_ID and TMS_CONFIGURATION_ID where the suite runs.';

/** init, at its end. @fact */
export const seeDoctor = (testpoint: string) => `See what is missing with: ${testpoint} doctor`;

/** init, at its end. @fact */
export const takeBack = 'To undo this:';

/** init, at its end, for files that can’t be restored from Git. @fact */
export const takeBackByHand = (files: string) =>
  `These had changes before, or are not in Git, so remove our lines by hand: ${files}`;
