// Messages: Settings
// Each stands behind the name of its option and, in parentheses, where the value comes from.

const OR_RUN = 'or name an existing run with TMS_TEST_RUN_ID.';
const WITHOUT_IT = 'a run can’t be created without it.';
const COPY_IT = 'Copy it again from the user’s profile, without spaces or line breaks.';
const USE_DEFAULT = 'Use export default (in CommonJS module.exports = …)';
const FOR_LEGACY = "api 'legacy' sends it with every result.";

/** A key and no address. */
export const noUrl = 'a secret key is set, but no address. Set TMS_URL or option url.';

/** An empty TMS_TEST_RUN_ID and half a plan. */
export const emptyRun = 'there is no run to report into. Check the step that creates the run, or complete the plan.';

/** Neither a run nor a plan. */
export const neitherRunNorPlan =
  'there is neither a run to report into nor a plan to create one in. Set TMS_TEST_RUN_ID, or options projectGlobalId, testPlanGlobalId and testPoints.';

/** A plan and no project. */
export const planWithoutProject = `${WITHOUT_IT} Set TMS_PROJECT_GLOBAL_ID or option projectGlobalId, ${OR_RUN}`;

/** A project and no plan. */
export const projectWithoutPlan = `${WITHOUT_IT} Set TMS_TEST_PLAN_GLOBAL_ID or option testPlanGlobalId, ${OR_RUN}`;

/** A project and no test points. */
export const planWithoutTestPoints = `${WITHOUT_IT} Set option testPoints to a list, a JSON file or 'from-tests', ${OR_RUN}`;

/** `testPoints: 'from-tests'` in a shard. */
export const fromTestsInShard =
  'a shard knows only its own tests, so it can’t create the run from them. Create the run before the shards with `testpoint run create`, and give each of them TMS_TEST_RUN_ID.';

/** `testPoints: 'from-tests'` and no global id of a configuration. */
export const fromTestsWithoutConfiguration =
  "'from-tests' combines each test case with this configuration. Set TMS_CONFIGURATION_GLOBAL_ID, option configurationGlobalId, or globalId in configurations.";

/** No configuration. */
export const noConfiguration =
  'every result names its configuration. Set TMS_CONFIGURATION_ID (a GUID), option configurationId, or configurations by project.';

/** `api: 'legacy'` and no global id of a configuration. */
export const legacyWithoutConfiguration = `${FOR_LEGACY} Set TMS_CONFIGURATION_GLOBAL_ID or option configurationGlobalId.`;

/** `api: 'legacy'` and no plan. */
export const legacyWithoutPlan = `${FOR_LEGACY} Set TMS_TEST_PLAN_GLOBAL_ID or option testPlanGlobalId.`;

/** A config file that exports its options under a name. */
export const optionsUnderName = (name: string) => `it exports its options as “${name}”. ${USE_DEFAULT} instead.`;

/** A config file that exports nothing. */
export const exportsNoOptions = `it exports nothing. ${USE_DEFAULT}, or remove it.`;

/** A config file with a top-level await. */
export const topLevelAwait = (error: string) =>
  `it can't be loaded: ${error}. It is loaded synchronously: remove the top-level await.`;

/** A config file that does not parse, throws, or exports a promise. */
export const configNotLoaded = (error: string) => `it can't be loaded: ${error}. Correct the file, or remove it.`;

/** No secret key, or an empty one. */
export const offWithoutKey = (noKey: string) =>
  `off, ${noKey} (set TMS_SECRET_KEY and TMS_URL to report, or option report: true for a report on disk)`;

/** A command that needs the service, and no secret key. */
export const offForService = (noKey: string) => `off, ${noKey} (set TMS_SECRET_KEY and TMS_URL to report)`;

/** A key of fewer than 8 characters. */
export const shortKeyIsMasked = (origin: string | undefined, characters: number) =>
  `secretKey (${origin}) has only ${characters} characters, so masking it (***) changes other texts that contain it, too. Check that it is the whole key.`;

/** A key of fewer than 4 characters. */
export const keyTooShortToMask = (origin: string | undefined, characters: number) =>
  `secretKey (${origin}) has only ${characters} characters, so it is not masked: texts and attachments show it. Check that it is the whole key.`;

/** An option that is an object, and another value. */
export const notAnObject = (names: string) => `is not an object. Give an object with ${names}.`;

/** A link without a url, for example. */
export const missingKey = (names: string) => `it is missing. Give an object with ${names}.`;

/**
 * An unknown key in an option that is an object.
 *
 * Remove it.
 */
export const unknownKey = (names: string) => `there is no such key. Known keys: ${names}.`;

/** A misspelled key in an option that is an object. */
export const misspelledKey = (nearest: string) => `there is no such key. Did you mean ${nearest}?`;

/** An unknown option. */
export const unknownOption = 'there is no such option. Remove it.';

/** A misspelled option. */
export const misspelledOption = (nearest: string) => `there is no such option. Did you mean ${nearest}?`;

/** An option of one reporter in the config file of all frameworks. */
export const optionOfOneReporter = (framework: string) =>
  `it has no effect in a config file, which all frameworks share. Move it to the options of @testpoint/${framework}.`;

/** A number out of range, or another value. */
export function notInRange(minimum: number, maximum: number, unit = ''): string {
  const number = `a whole number${unit && ` of ${unit}`}`;
  if (maximum !== Number.MAX_SAFE_INTEGER) return `is not allowed. Give ${number} from ${minimum} to ${maximum}.`;
  return minimum === Number.MIN_SAFE_INTEGER
    ? `is not allowed. Give ${number}.`
    : `is not allowed. Give ${number}, ${minimum} or more.`;
}

/** A key with characters that a header can’t carry. */
export const keyNotForHeader = `it contains characters that an HTTP header can’t carry (a line break, a space at either end, or non-ASCII characters). ${COPY_IT}`;

/** A login with a line break. */
export const noLogin = `it is not a login (it must be a string without line breaks or spaces around it). ${COPY_IT}`;

/** What a file of test points without test points holds. @fact */
export const objectWithoutTestPoints = 'an object without testPoints';

/** Reporting is switched off in the environment. @fact */
export const offByVariable = 'off, TMS_DISABLED is set';

/** Reporting is switched off by an option. @fact */
export const offByOption = (origin: string | undefined) => `off, enabled is false (${origin})`;

/** A report in a folder that contains the suite. */
export const reportContainsSuite = (folder: string) =>
  `${folder} contains the suite, and a report replaces its folder. Give a folder of its own.`;

/** A misspelled variable. */
export const misspelledVariable = (name: string, nearest: string) =>
  `${name} is not a known variable. Did you mean ${nearest}?`;

/** A wrong value without which reporting continues: one of the messages below follows. @fact */
export const ignoredValue = (key: string, origin: string, message: string) =>
  `${key} (${origin}) is ignored: ${message}`;

/** Something other than a string, or an empty one. */
export const notAText = 'is not allowed. Give a string that is not empty.';

/** A path with a NUL character. */
export const nulInPath = 'contains a NUL character. Remove it.';

/** An id that is not a GUID. */
export const notAGuid = 'is not a GUID. Write it as the service shows it: 8-4-4-4-12 hexadecimal digits.';

/** A value that is neither true nor false. */
export const notAFlag = 'is neither true nor false. Write true or false (1 or 0).';

/** A wrong ciSummary, for example. */
export const notAnAutoFlag = "is neither 'auto', true nor false. Write one of them.";

/** A report option of the wrong type. */
export const notAReport = 'is neither true, false nor a folder. Write true, or the folder’s name.';

/** A value that is not one of the choices. */
export const notAChoice = (words: string) => `is not allowed. Give one of ${words}.`;

/** A key that is not a string. */
export const keyNotAString = 'it is not a string. Put the key in quotes.';

/** An address with another protocol, or none. */
export const notAnAddress = 'it is not an http or https address. Write it like https://tms.example.com.';

/** A password in the address. */
export const passwordInAddress =
  'it contains credentials, which end up in logs. Put the key in TMS_SECRET_KEY and the login in TMS_USER_NAME.';

/** A query in the address. */
export const queryInAddress = 'it contains a query or a fragment. Remove everything from ? or # on.';

/** An address of a run without {id}. */
export const notARunUrl =
  'it is not an http or https address with {id} in it. Write it like https://tms.example.com/runs/{id}.';

/** A property named \_\_proto\_\_. */
export const reservedName = 'the names __proto__, prototype and constructor can’t be used. Choose others.';

/** Something other than a list. */
export const notAList = (fix: string) => `is not a list. ${fix}`;

/** A list instead of a map of properties, for example. */
export const notAMap = (fix: string) => `is not a map. ${fix}`;

/** Two config files. */
export const otherConfigFile = (other: string, path: string) =>
  `${other} is ignored, because ${path} is used. Keep only one.`;

/** An option that can’t be read, because it is a getter that throws. */
export const optionsNotRead = (error: string) => `reading its options failed: ${error}. Correct them.`;

/** Options that are not an object. */
export const optionsNotAnObject = (value: string) => `${value} is not an object. Give an object of options.`;

/** An unknown kind of external id. */
export const notAnExternalId = 'is not allowed. Give path, title, hash, or a function.';

/** Test points of the wrong type. */
export const testPointsFix =
  "Give 'from-tests', the path of a JSON file, or a list of objects with configurationGlobalId and testCaseGlobalId.";

/** An empty list of test points. */
export const noTestPoints = 'is empty. List at least one test point, or leave the option out.';

/** A configuration without ids. */
export const configurationWithoutIds =
  'it has neither id nor globalId. Give the GUID as id, the number as globalId, or both.';

/** A string instead of a map of configurations. */
export const configurationsFix = 'Map project names to configurations: { chromium: { id, globalId } }.';

/** A pattern to mask that matches the empty string. */
export const matchesEverything =
  'it matches the empty string, so it matches everywhere. Write a pattern that needs at least one character.';

/** A number to mask. */
export const notASecret = 'it is neither a string nor a regular expression. Give one or the other.';

/** A string to mask that is too short. */
export const shortSecret = (characters: number) =>
  `it has fewer than ${characters} characters, so it would mask unrelated text. Remove it, or give a regular expression with its surroundings.`;

/** A string instead of a list of secrets. */
export const secretsNotAList = (characters: number) =>
  `it is not a list. List strings of ${characters} or more characters, or regular expressions.`;

/** A string instead of a list of links. */
export const linksFix = 'List objects with a url.';

/** A property that is an object. */
export const notAProperty = 'is not allowed. Give a string.';

/** A list instead of a map of properties. */
export const propertiesFix = 'Map names to strings.';

/** An object instead of a list of failure reasons. */
export const failureReasonsFix = "List objects with pattern and reason, and 'auto'.";

/** A wrong rate in the rules of the gate. */
export const notARate = 'is not allowed. Give a number from 0 to 1.';

/** A missing file of test points. */
export const testPointsNotRead = (path: string, reason: string) =>
  `the file ${path} can't be read: ${reason}. Give 'from-tests', a list, or the path of a JSON file that holds one.`;

/** A file of test points without test points. */
export const noTestPointsInFile = (path: string, what: string) =>
  `the file ${path} holds ${what}. It must contain a list of test points, or { "testPoints": [ … ] }.`;

/** An option of other reporters. */
export const uselessInFramework = (option: string, framework: string | undefined) =>
  `${option} (reporter options) has no effect in ${framework}. Remove it.`;

/** A history without a report. */
export const withoutReport = 'there is no report. Set report to true.';

/** Test points and an existing run. */
export const besideRun = 'names an existing run. Remove one of the two.';
