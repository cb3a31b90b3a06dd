import { countsOf, environmentsOf, testCountsOf } from '../aggregates/counts.js';
import { failureGroupsOf } from '../aggregates/failure-groups.js';
import { REPORT_FORMAT, type RunData } from '../format.js';
import type { Rows } from '../run/rows.js';

/** What a report says about a run besides its rows; `rest` is what the rows do not say. */
export function runDataOf(rows: Rows, rest: Omit<RunData, keyof ReturnType<typeof figuresOf>>): RunData {
  return { ...figuresOf(rows), ...rest };
}

function figuresOf(rows: Rows) {
  return {
    format: REPORT_FORMAT,
    createdAt: Date.now(),
    ...{ counts: countsOf(rows), tests: testCountsOf(rows) },
    ...testTimeOf(rows),
    failureGroups: failureGroupsOf(rows),
    ...{ files: [...rows.files], suites: [...rows.suites], projects: [...rows.projects] },
    ...{ environments: [...rows.environments], byEnvironment: environmentsOf(rows), rows: rows.size },
  } satisfies Partial<RunData>;
}

export function testTimeOf(rows: Rows): Pick<RunData, 'testTime'> {
  let testTime = -1;
  for (let row = 0; row < rows.size; row++) {
    const took = rows.duration(row);
    if (took >= 0) testTime = Math.max(0, testTime) + took;
  }
  return testTime < 0 ? {} : { testTime };
}
