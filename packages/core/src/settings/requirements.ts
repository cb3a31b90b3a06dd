import type { OptionKey } from './option-table.js';
import type { SettingProblem } from './problems.js';
import type { Settings } from './settings.js';
import type { SettingSources, SettingsInput } from './sources.js';

type Missing = (key: OptionKey, message: string, fix: string) => void;

const FOR_RUN = 'a run can’t be created without it';
const OR_RUN = 'or name an existing run with TMS_TEST_RUN_ID';
const FOR_LEGACY = "api 'legacy' sends it with every result";

/**
 * The problems of values, and what is missing or contradictory although each value by itself is valid. Of a wrong value that
 * delivery can do without, it is said that reporting continues.
 */
export function weighedProblems(
  wrong: readonly SettingProblem[],
  settings: Partial<Settings>,
  input: SettingsInput,
  sources: SettingSources,
): SettingProblem[] {
  const { purpose = 'results' } = input;
  const delivers = settings.reportOnly === false && purpose !== 'report';
  // A config file that can't be loaded may contain anything.
  const isUnknown = wrong.some(({ key }) => key === 'config file');
  const absent = delivers && !isUnknown ? missingSettings(settings, input, sources) : [];
  const isNeeded = ({ option }: SettingProblem) =>
    purpose === 'service' || isForDelivery(option, settings) || absent.some(({ key }) => key === option);
  const isHarmless = (problem: SettingProblem) =>
    problem.stops === 'delivery' && !(delivers && settings.localServer === undefined && isNeeded(problem));
  const weighed = wrong.map((problem) => (isHarmless(problem) ? { ...problem, stops: undefined } : problem));
  // A wrong value is not also missing.
  return [...weighed, ...absent.filter(({ key }) => wrong.every(({ option }) => option !== key))];
}

/** Whether the option says which run gets the results. */
export function isForRun(option: OptionKey | undefined, { testPoints }: Partial<Settings>): boolean {
  switch (option) {
    case 'testRunId':
    case 'projectGlobalId':
    case 'testPlanGlobalId':
    case 'testPoints':
    case 'createRun':
      return true;
    default:
      return option === 'configurationGlobalId' && testPoints === 'from-tests';
  }
}

/** Whether every delivery needs the option, if it was set. */
function isForDelivery(option: OptionKey | undefined, settings: Partial<Settings>): boolean {
  switch (option) {
    case 'url':
    case 'secretKey':
    case 'userName':
    case 'testRunId':
    case 'api':
      return true;
    default:
      return settings.testRunId === undefined && isForRun(option, settings);
  }
}

function missingSettings(settings: Partial<Settings>, input: SettingsInput, sources: SettingSources): SettingProblem[] {
  const problems: SettingProblem[] = [];
  const missing: Missing = (key, message, fix) => {
    const empty = sources.emptyVariable(key);
    const origin = empty === undefined ? 'not set' : `${empty} is empty`;
    problems.push({ key, option: key, origin, message: `${message}. ${fix}.`, stops: 'delivery' });
  };
  if (settings.url === undefined) missing('url', 'a secret key is set, but no address', 'Set TMS_URL or option url');
  if ((input.purpose ?? 'results') !== 'results') return problems;
  const createsRun = settings.testRunId === undefined && settings.createRun !== false;
  if (createsRun) checkRun(settings, input, sources, missing);
  checkConfiguration(settings, createsRun, missing);
  return problems;
}

function checkRun(
  settings: Partial<Settings>,
  { shard }: SettingsInput,
  sources: SettingSources,
  missing: Missing,
): void {
  const { projectGlobalId, testPlanGlobalId, testPoints } = settings;
  const isHalf = [projectGlobalId, testPlanGlobalId, testPoints].filter((part) => part === undefined).length % 3 > 0;
  // Whoever names the variable wants no new run, so this comes first.
  if (isHalf && sources.emptyVariable('testRunId') !== undefined) {
    missing('testRunId', 'there is no run to report into', 'Check the step that creates the run, or complete the plan');
  }
  if (shard !== undefined && shard.total > 1 && testPoints === 'from-tests') {
    missing(
      'testPoints',
      'a shard knows only its own tests, so it can’t create the run from them',
      'Create the run before the shards with `testpoint run create`, and give each of them TMS_TEST_RUN_ID',
    );
  } else if (projectGlobalId === undefined && testPlanGlobalId === undefined && testPoints === undefined) {
    missing(
      'testRunId',
      'there is neither a run to report into nor a plan to create one in',
      'Set TMS_TEST_RUN_ID, or options projectGlobalId, testPlanGlobalId and testPoints',
    );
  } else {
    if (projectGlobalId === undefined)
      missing('projectGlobalId', FOR_RUN, `Set TMS_PROJECT_GLOBAL_ID or option projectGlobalId, ${OR_RUN}`);
    if (testPlanGlobalId === undefined)
      missing('testPlanGlobalId', FOR_RUN, `Set TMS_TEST_PLAN_GLOBAL_ID or option testPlanGlobalId, ${OR_RUN}`);
    if (testPoints === undefined)
      missing('testPoints', FOR_RUN, `Set option testPoints to a list, a JSON file or 'from-tests', ${OR_RUN}`);
  }
}

function checkConfiguration(settings: Partial<Settings>, createsRun: boolean, missing: Missing): void {
  const { api, testPoints, configurationId, configurationGlobalId, testPlanGlobalId } = settings;
  const configurations = Object.values(settings.configurations ?? {});
  const hasId = configurationId !== undefined || configurations.some(({ id }) => id !== undefined);
  const hasGlobalId =
    configurationGlobalId !== undefined || configurations.some(({ globalId }) => globalId !== undefined);
  if (api === 'legacy') {
    const fix = 'Set TMS_CONFIGURATION_GLOBAL_ID or option configurationGlobalId';
    if (!hasGlobalId) missing('configurationGlobalId', FOR_LEGACY, fix);
    if (testPlanGlobalId === undefined && !createsRun)
      missing('testPlanGlobalId', FOR_LEGACY, 'Set TMS_TEST_PLAN_GLOBAL_ID or option testPlanGlobalId');
    return;
  }
  if (!hasId) {
    missing(
      'configurationId',
      'every result names its configuration',
      'Set TMS_CONFIGURATION_ID (a GUID), option configurationId, or configurations by project',
    );
  }
  if (createsRun && testPoints === 'from-tests' && !hasGlobalId) {
    missing(
      'configurationGlobalId',
      "'from-tests' combines each test case with this configuration",
      'Set TMS_CONFIGURATION_GLOBAL_ID, option configurationGlobalId, or globalId in configurations',
    );
  }
}
