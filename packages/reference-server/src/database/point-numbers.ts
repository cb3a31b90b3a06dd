import type { NewPoint } from './store.js';

/** Rows of a run's test points, its autotests, and the links between them, by their numbers in the run. */
export interface NumberedPoints {
  points: { number: number; configuration: number | null; configurationId: string; testCase: number | null }[];
  autoTests: { number: number; configuration: number | null; configurationId: string; externalId: string }[];
  links: { autoTest: number; point: number }[];
}

/** Numbers the test points and the autotests of a new run, each from 1. One that is given twice gets one number. */
export class PointNumbers {
  /** Numbers of test points by configuration, then by test case. */
  readonly #points = new Map<number, Set<number>>();
  /** Numbers of autotests by the configuration's GUID, then by external id. */
  readonly #autoTests = new Map<string, Map<string, number>>();
  points = 0;
  autoTests = 0;

  /** The rows that these points add to the run, after the points of earlier calls. */
  add(points: readonly NewPoint[]): NumberedPoints {
    const added: NumberedPoints = { points: [], autoTests: [], links: [] };
    for (const { configuration, configurationId, testCase, autoTests } of points) {
      const testCases = entry(this.#points, configuration, () => new Set<number>());
      if (testCases.has(testCase)) continue;
      testCases.add(testCase);
      const point = ++this.points;
      added.points.push({ number: point, configuration, configurationId, testCase });
      const numbers = entry(this.#autoTests, configurationId, () => new Map<string, number>());
      for (const externalId of new Set(autoTests)) {
        let number = numbers.get(externalId);
        if (number === undefined) {
          number = ++this.autoTests;
          numbers.set(externalId, number);
          added.autoTests.push({ number, configuration, configurationId, externalId });
        }
        added.links.push({ autoTest: number, point });
      }
    }
    return added;
  }
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
