import type { SettingProblem } from './problems.js';
import type { Settings } from './settings.js';
import type { SettingsInput } from './sources.js';

/** Finds what is missing or contradictory although each value by itself is valid. */
export function missingSettings(settings: Partial<Settings>, input: SettingsInput): SettingProblem[] {
  const problems: SettingProblem[] = [];
  if (settings.url === undefined)
    problems.push(missing('url', 'a secret key is set, but no address', 'Set TMS_URL or option url'));
  if ((input.purpose ?? 'results') !== 'results') return problems;
  return [...problems, ...missingRun(settings, input), ...missingConfiguration(settings)];
}

function missingRun(settings: Partial<Settings>, { shard }: SettingsInput): SettingProblem[] {
  if (settings.testRunId !== undefined || settings.createRun === false) return [];
  const { projectGlobalId, testPlanGlobalId, testPoints } = settings;
  if (shard !== undefined && shard.total > 1 && testPoints === 'from-tests') {
    return [
      missing(
        'testPoints',
        'a shard knows only its own tests, so it can’t create the run from them',
        'Create the run before the shards with `testpoint run create`, and give each of them TMS_TEST_RUN_ID',
      ),
    ];
  }
  const absent = [
    projectGlobalId === undefined &&
      missing(
        'projectGlobalId',
        'a run can’t be created without it',
        'Set TMS_PROJECT_GLOBAL_ID or option projectGlobalId, or name an existing run with TMS_TEST_RUN_ID',
      ),
    testPlanGlobalId === undefined &&
      missing(
        'testPlanGlobalId',
        'a run can’t be created without it',
        'Set TMS_TEST_PLAN_GLOBAL_ID or option testPlanGlobalId, or name an existing run with TMS_TEST_RUN_ID',
      ),
    testPoints === undefined &&
      missing(
        'testPoints',
        'a run can’t be created without it',
        "Set option testPoints to a list, a JSON file or 'from-tests', or name an existing run with TMS_TEST_RUN_ID",
      ),
  ].filter((problem) => problem !== false);
  if (absent.length === 3) {
    return [
      missing(
        'testRunId',
        'there is neither a run to report into nor a plan to create one in',
        'Set TMS_TEST_RUN_ID, or options projectGlobalId, testPlanGlobalId and testPoints',
      ),
    ];
  }
  return absent;
}

function missingConfiguration(settings: Partial<Settings>): SettingProblem[] {
  const { api, testRunId, createRun, testPoints, configurationId, configurationGlobalId, testPlanGlobalId } = settings;
  const configurations = Object.values(settings.configurations ?? {});
  const problems: SettingProblem[] = [];
  const hasGlobalId =
    configurationGlobalId !== undefined || configurations.some(({ globalId }) => globalId !== undefined);
  if (api === 'legacy') {
    if (!hasGlobalId) {
      problems.push(
        missing(
          'configurationGlobalId',
          "api 'legacy' sends it with every result",
          'Set TMS_CONFIGURATION_GLOBAL_ID or option configurationGlobalId',
        ),
      );
    }
    if (testPlanGlobalId === undefined && (testRunId !== undefined || createRun === false)) {
      problems.push(
        missing(
          'testPlanGlobalId',
          "api 'legacy' sends it with every result",
          'Set TMS_TEST_PLAN_GLOBAL_ID or option testPlanGlobalId',
        ),
      );
    }
    return problems;
  }
  if (configurationId === undefined && !configurations.some(({ id }) => id !== undefined)) {
    problems.push(
      missing(
        'configurationId',
        'every result names its configuration',
        'Set TMS_CONFIGURATION_ID (a GUID), option configurationId, or configurations by project',
      ),
    );
  }
  if (testRunId === undefined && createRun !== false && testPoints === 'from-tests' && !hasGlobalId) {
    problems.push(
      missing(
        'configurationGlobalId',
        "'from-tests' combines each test case with this configuration",
        'Set TMS_CONFIGURATION_GLOBAL_ID, option configurationGlobalId, or globalId in configurations',
      ),
    );
  }
  return problems;
}

function missing(key: string, message: string, fix: string): SettingProblem {
  return { key, origin: 'not set', message: `${message}. ${fix}.` };
}
