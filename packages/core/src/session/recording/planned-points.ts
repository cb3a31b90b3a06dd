import { append } from '../../built-ins/language.js';
import type { Settings, TestPointSetting } from '../../settings/settings.js';

/** A test that will run. */
export interface PlannedTest {
  project?: string;
  testCases: number[];
}

/** The test points that tests name, each in the configuration of its project; none if no configuration is known. */
export function plannedPoints(
  tests: readonly PlannedTest[],
  { configurations, configurationGlobalId: ofAll }: Settings,
): TestPointSetting[] {
  const points: TestPointSetting[] = [];
  for (let index = 0; index < tests.length; index++) {
    const { project, testCases } = tests[index] as PlannedTest;
    const own = project === undefined ? undefined : configurations[project];
    const configurationGlobalId = own === undefined ? ofAll : own.globalId;
    if (configurationGlobalId === undefined) continue;
    for (let at = 0; at < testCases.length; at++) {
      append(points, { configurationGlobalId, testCaseGlobalId: testCases[at] as number });
    }
  }
  return points;
}
