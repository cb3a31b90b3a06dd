import { STATUS_WEIGHTS } from '@testpoint/interface';
import type { JsonText, Span } from '../json-text.js';
import { BodyTable } from './body-table.js';
import type { Database, Query } from './database.js';
import type { RunRow } from './run-table.js';

/** One autotest under one configuration in a run. */
export interface AutoTestRow {
  key: number;
  weight: number;
}

/** What an autotest is found by. */
export interface AutoTestName {
  /** In lower case. */
  configurationId: string;
  autoTestExternalId: string;
  /** Where it is known. */
  configurationGlobalId: number | null;
}

/** A body with results, as it was received. */
export interface ReceivedBody {
  operation: string;
  receivedOn: string;
  json: JsonText;
}

/** A result about to be stored. */
export interface NewResult {
  /** A GUID. */
  id: string;
  autoTest: AutoTestRow;
  /** Of its outcome. */
  weight: number;
  /** Where it stands in the body. */
  span: Span;
}

/** Autotests of one configuration, and where they stand among others. */
interface Group {
  configurationId: string;
  configurationGlobalId: number | null;
  positions: number[];
  externalIds: string[];
}

/**
 * Autotests of runs and their results. Each method does its work for a whole array in one statement, which takes its rows
 * as JSON: that costs a fraction of a statement for each. The JSON is an array of plain texts or numbers, since looking
 * into a row that is itself an array costs more than storing it.
 */
export class ResultTable {
  readonly #findAutoTests: Query<
    { keys: string; weights: string },
    [externalIds: string, run: number, configurationId: string]
  >;
  readonly #insertAutoTests: Query<
    never,
    [run: number, configurationId: string, configuration: number | null, externalIds: string]
  >;
  readonly #insertPoints: Query<
    never,
    [run: number, configurationId: string, configuration: number | null, externalIds: string]
  >;
  readonly #link: Query<never, [firstAutoTest: number, firstPoint: number, externalIds: string]>;
  readonly #bodies: BodyTable;
  readonly #insert: Query<never, [run: number, first: number, body: number, results: string]>;
  readonly #setLatest: Query<never, [run: number, first: number]>;
  readonly #weighPoints: Query<never, [autoTests: string]>;
  readonly #count: Query<never, [missing: number, results: number, run: number]>;
  readonly #configurationId: Query<{ configuration_id: string }, [run: number, configuration: number]>;

  constructor(database: Database) {
    // The outer side of a LEFT JOIN is read first: what is found stands in the order of what is looked for.
    this.#findAutoTests = database.prepare(
      `SELECT json_group_array(auto_tests.key) AS keys, json_group_array(auto_tests.weight) AS weights
       FROM json_each(?) AS given LEFT JOIN auto_tests ON auto_tests.run = ?
         AND auto_tests.configuration_id = ? AND auto_tests.external_id = given.value`,
    );
    this.#insertAutoTests = database.prepare(
      `INSERT INTO auto_tests (run, configuration_id, configuration, external_id)
       SELECT ?, ?, ?, value FROM json_each(?)`,
    );
    this.#insertPoints = database.prepare(
      'INSERT INTO test_points (run, configuration_id, configuration) SELECT ?, ?, ? FROM json_each(?)',
    );
    this.#link = database.prepare(
      'INSERT INTO point_auto_tests (auto_test, point) SELECT ? + key, ? + key FROM json_each(?)',
    );
    this.#bodies = new BodyTable(database);
    this.#insert = database.prepare(
      `INSERT INTO results (run, number, body, weight, id, start, length, auto_test)
       SELECT ?, ? + key, ?, CAST(substr(value, 1, 1) AS INTEGER), substr(value, 2, 36),
         CAST(substr(value, 38, ${DIGITS}) AS INTEGER), CAST(substr(value, ${38 + DIGITS}, ${DIGITS}) AS INTEGER),
         CAST(substr(value, ${38 + 2 * DIGITS}) AS INTEGER)
       FROM json_each(?)`,
    );
    this.#setLatest = database.prepare(
      `UPDATE auto_tests SET result = latest.number, weight = latest.weight
       FROM (SELECT auto_test, max(number) AS number, weight FROM results WHERE run = ? AND number >= ? GROUP BY auto_test)
         AS latest
       WHERE auto_tests.key = latest.auto_test`,
    );
    // CROSS JOIN: the planner, knowing nothing about the size of the JSON, would read all links first.
    this.#weighPoints = database.prepare(
      `UPDATE test_points SET weight = (SELECT max(auto_tests.weight) FROM point_auto_tests
         JOIN auto_tests ON auto_tests.key = auto_test WHERE point = test_points.key)
       WHERE key IN (SELECT point FROM json_each(?) AS given CROSS JOIN point_auto_tests ON auto_test = given.value)`,
    );
    this.#count = database.prepare('UPDATE runs SET missing = ?, results = ? WHERE key = ?');
    this.#configurationId = database.prepare(
      'SELECT configuration_id FROM test_points WHERE run = ? AND configuration = ? LIMIT 1',
    );
  }

  /** In the order of the names; undefined where the run has no such autotest. */
  findAutoTests(run: RunRow, names: readonly AutoTestName[]): (AutoTestRow | undefined)[] {
    const found = new Array<AutoTestRow | undefined>(names.length).fill(undefined);
    for (const { configurationId, externalIds, positions } of byConfiguration(names)) {
      const rows = this.#findAutoTests.get(JSON.stringify(externalIds), run.key, configurationId);
      const keys: (number | null)[] = JSON.parse(rows?.keys ?? '[]');
      const weights: number[] = JSON.parse(rows?.weights ?? '[]');
      for (const [index, position] of positions.entries()) {
        const [key, weight] = [keys[index], weights[index]];
        if (typeof key === 'number' && weight !== undefined) found[position] = { key, weight };
      }
    }
    return found;
  }

  /**
   * Adds autotests, no two alike, each with a test point of its own: how both come into being in an open server.
   * Returns them in the order of the names.
   */
  insertAutoTests(run: RunRow, names: readonly AutoTestName[]): AutoTestRow[] {
    const inserted: AutoTestRow[] = new Array(names.length);
    for (const { configurationId, configurationGlobalId, externalIds, positions } of byConfiguration(names)) {
      const ids = JSON.stringify(externalIds);
      const before = externalIds.length - 1;
      const autoTest = this.#insertAutoTests.run(run.key, configurationId, configurationGlobalId, ids).lastKey - before;
      const point = this.#insertPoints.run(run.key, configurationId, configurationGlobalId, ids).lastKey - before;
      this.#link.run(autoTest, point, ids);
      for (const [index, position] of positions.entries()) {
        inserted[position] = { key: autoTest + index, weight: STATUS_WEIGHTS['In progress'] };
      }
    }
    return inserted;
  }

  /** Adds results to the run's history, the first of them with the number `first`. */
  insert(run: RunRow, first: number, body: ReceivedBody, results: readonly NewResult[]): void {
    const key = this.#bodies.insert(body.operation, body.receivedOn, body.json.bytes);
    const rows = results.map(
      ({ id, autoTest, weight, span }) => `${weight}${id}${digits(span.start)}${digits(span.length)}${autoTest.key}`,
    );
    this.#insert.run(run.key, first, key, JSON.stringify(rows));
  }

  /** Makes the results from the number `first` on their autotests'; of several of one autotest, the last. */
  setLatest(run: RunRow, first: number): void {
    this.#setLatest.run(run.key, first);
  }

  /** Weighs the test points that autotests belong to. */
  weighPoints(autoTests: readonly AutoTestRow[]): void {
    this.#weighPoints.run(JSON.stringify(autoTests.map(({ key }) => key)));
  }

  /** Notes how many of the run's autotests have no result, and how many results it has received. */
  count(run: RunRow, missing: number, results: number): void {
    this.#count.run(missing, results, run.key);
  }

  /** The GUID of a configuration that the run was created with. */
  configurationId(run: RunRow, configuration: number): string | undefined {
    return this.#configurationId.get(run.key, configuration)?.configuration_id;
  }
}

function byConfiguration(names: readonly AutoTestName[]): Iterable<Group> {
  const groups = new Map<string, Group>();
  for (const [position, { configurationId, configurationGlobalId, autoTestExternalId }] of names.entries()) {
    let group = groups.get(configurationId);
    if (group === undefined) {
      group = { configurationId, configurationGlobalId, positions: [], externalIds: [] };
      groups.set(configurationId, group);
    }
    group.positions.push(position);
    group.externalIds.push(JSON.stringify(autoTestExternalId));
  }
  return groups.values();
}

/** How many digits a place in a body is written with. */
const DIGITS = 12;

function digits(count: number): string {
  return String(count).padStart(DIGITS, '0');
}
