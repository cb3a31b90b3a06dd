import type { Outcome } from '@testpoint/interface';
import type { NewPoint, NewResult } from '../store.js';

/** Results in columns. Sending them to a thread costs a fraction of sending objects. */
export interface PackedResults {
  ids: string[];
  configurationIds: Repeating<string>;
  configurations: Repeating<number | null>;
  externalIds: string[];
  outcomes: Repeating<Outcome>;
  starts: Float64Array;
  lengths: Float64Array;
  /** NaN if unknown. */
  started: Float64Array;
  durations: Float64Array;
  attempts: Uint16Array;
  evidence: Uint8Array;
  messages: Repeating<string | null>;
}

/** Test points in columns. */
export interface PackedPoints {
  configurations: Float64Array;
  configurationIds: Repeating<string>;
  testCases: Float64Array;
  /** The autotests of all points, one point after the other. */
  autoTests: string[];
  /** The number of autotests of each point. */
  counts: Uint32Array;
}

/** A column with few distinct values: the values, and the index of the value in each row. */
interface Repeating<Value> {
  different: Value[];
  places: Uint32Array;
}

export function packResults(results: readonly NewResult[]): PackedResults {
  return {
    ids: results.map(({ id }) => id),
    configurationIds: repeating(results, ({ configurationId }) => configurationId),
    configurations: repeating(results, ({ configuration }) => configuration),
    externalIds: results.map(({ externalId }) => externalId),
    outcomes: repeating(results, ({ outcome }) => outcome),
    starts: Float64Array.from(results, ({ start }) => start),
    lengths: Float64Array.from(results, ({ length }) => length),
    started: Float64Array.from(results, ({ started }) => started ?? Number.NaN),
    durations: Float64Array.from(results, ({ duration }) => duration ?? Number.NaN),
    attempts: Uint16Array.from(results, ({ attempts }) => attempts),
    evidence: Uint8Array.from(results, ({ evidence }) => evidence),
    messages: repeating(results, ({ message }) => message),
  };
}

export function unpackResults(packed: PackedResults): NewResult[] {
  return packed.ids.map((id, index) => ({
    id,
    configurationId: at(packed.configurationIds, index),
    configuration: at(packed.configurations, index),
    externalId: packed.externalIds[index] ?? '',
    outcome: at(packed.outcomes, index),
    start: packed.starts[index] ?? 0,
    length: packed.lengths[index] ?? 0,
    started: known(packed.started[index]),
    duration: known(packed.durations[index]),
    attempts: packed.attempts[index] ?? 1,
    evidence: packed.evidence[index] ?? 0,
    message: at(packed.messages, index),
  }));
}

export function packPoints(points: readonly NewPoint[]): PackedPoints {
  return {
    configurations: Float64Array.from(points, ({ configuration }) => configuration),
    configurationIds: repeating(points, ({ configurationId }) => configurationId),
    testCases: Float64Array.from(points, ({ testCase }) => testCase),
    autoTests: points.flatMap(({ autoTests }) => autoTests),
    counts: Uint32Array.from(points, ({ autoTests }) => autoTests.length),
  };
}

export function unpackPoints(packed: PackedPoints): NewPoint[] {
  const points: NewPoint[] = [];
  let first = 0;
  for (const [index, count] of packed.counts.entries()) {
    points.push({
      configuration: packed.configurations[index] ?? 0,
      configurationId: at(packed.configurationIds, index),
      testCase: packed.testCases[index] ?? 0,
      autoTests: packed.autoTests.slice(first, first + count),
    });
    first += count;
  }
  return points;
}

function repeating<Row, Value>(rows: readonly Row[], read: (row: Row) => Value): Repeating<Value> {
  const known = new Map<Value, number>();
  const places = new Uint32Array(rows.length);
  for (const [index, row] of rows.entries()) {
    const value = read(row);
    let place = known.get(value);
    if (place === undefined) {
      place = known.size;
      known.set(value, place);
    }
    places[index] = place;
  }
  return { different: [...known.keys()], places };
}

function at<Value>({ different, places }: Repeating<Value>, index: number): Value {
  return different[places[index] ?? 0] as Value;
}

function known(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}
