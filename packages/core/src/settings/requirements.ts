import * as say from './messages.js';
import type { OptionKey } from './option-table.js';
import type { SettingProblem } from './problems.js';
import type { Settings } from './settings.js';
import type { SettingSources, SettingsInput } from './sources.js';

type Missing = (key: OptionKey, message: string) => void;

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
  const missing: Missing = (key, message) => {
    const empty = sources.emptyVariable(key);
    const origin = empty === undefined ? 'not set' : `${empty} is empty`;
    problems.push({ key, option: key, origin, message, stops: 'delivery' });
  };
  if (settings.url === undefined) missing('url', say.noUrl);
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
    missing('testRunId', say.emptyRun);
  }
  if (shard !== undefined && shard.total > 1 && testPoints === 'from-tests') {
    missing('testPoints', say.fromTestsInShard);
  } else if (projectGlobalId === undefined && testPlanGlobalId === undefined && testPoints === undefined) {
    missing('testRunId', say.neitherRunNorPlan);
  } else {
    if (projectGlobalId === undefined) missing('projectGlobalId', say.planWithoutProject);
    if (testPlanGlobalId === undefined) missing('testPlanGlobalId', say.projectWithoutPlan);
    if (testPoints === undefined) missing('testPoints', say.planWithoutTestPoints);
  }
}

function checkConfiguration(settings: Partial<Settings>, createsRun: boolean, missing: Missing): void {
  const { api, testPoints, configurationId, configurationGlobalId, testPlanGlobalId } = settings;
  const configurations = Object.values(settings.configurations ?? {});
  const hasId = configurationId !== undefined || configurations.some(({ id }) => id !== undefined);
  const hasGlobalId =
    configurationGlobalId !== undefined || configurations.some(({ globalId }) => globalId !== undefined);
  if (api === 'legacy') {
    if (!hasGlobalId) missing('configurationGlobalId', say.legacyWithoutConfiguration);
    if (testPlanGlobalId === undefined && !createsRun) missing('testPlanGlobalId', say.legacyWithoutPlan);
    return;
  }
  if (!hasId) missing('configurationId', say.noConfiguration);
  if (createsRun && testPoints === 'from-tests' && !hasGlobalId) {
    missing('configurationGlobalId', say.fromTestsWithoutConfiguration);
  }
}
