import { append, each } from '../../built-ins/language.js';
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
  each(tests, ({ project, testCases }) => {
    const own = project === undefined ? undefined : configurations[project];
    const configurationGlobalId = own === undefined ? ofAll : own.globalId;
    if (configurationGlobalId === undefined) return;
    each(testCases, (testCaseGlobalId) => append(points, { configurationGlobalId, testCaseGlobalId }));
  });
  return points;
}
