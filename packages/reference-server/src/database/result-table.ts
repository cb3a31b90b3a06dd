import type { Outcome } from '@testpoint/interface';
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
  /** JSON. */
  text: string;
}

/** A result about to be stored; `position` in its body where that is an array. */
export interface NewResult {
  id: string;
  autoTest: AutoTestRow;
  outcome: Outcome;
  position: number | null;
}

/** A result that becomes its autotest's. */
export interface LatestResult {
  autoTest: AutoTestRow;
  result: number;
  weight: number;
}

/**
 * Autotests of runs and their results. Each method does its work for a whole array in one statement, which takes its rows
 * as JSON: that costs a fraction of a statement for each. CROSS JOIN keeps the given rows outermost, the tables behind
 * their indexes: the planner, knowing nothing about the size of the JSON, would read a whole run first.
 */
export class ResultTable {
  readonly #findAutoTests: Query<AutoTestRow & { position: number }, [names: string, run: number]>;
  readonly #insertAutoTests: Query<never, [run: number, names: string]>;
  readonly #insertPoints: Query<never, [run: number, names: string]>;
  readonly #link: Query<never, [pairs: string]>;
  readonly #addMissing: Query<never, [difference: number, run: number]>;
  readonly #insertBody: Query<never, [operation: string, receivedOn: string, text: string]>;
  readonly #insert: Query<never, [run: number, body: number, results: string]>;
  readonly #setLatest: Query<never, [latest: string]>;
  readonly #weighPoints: Query<never, [autoTests: string]>;
  readonly #configurationId: Query<{ configuration_id: string }, [run: number, configuration: number]>;

  constructor(database: Database) {
    this.#findAutoTests = database.prepare(
      `SELECT given.key AS position, auto_tests.key, auto_tests.weight
       FROM json_each(?) AS given CROSS JOIN auto_tests ON auto_tests.run = ?
         AND auto_tests.configuration_id = given.value ->> 0 AND auto_tests.external_id = given.value ->> 1`,
    );
    this.#insertAutoTests = database.prepare(
      `INSERT INTO auto_tests (run, configuration_id, external_id, configuration)
       SELECT ?, value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)`,
    );
    this.#insertPoints = database.prepare(
      `INSERT INTO test_points (run, configuration_id, configuration)
       SELECT ?, value ->> 0, value ->> 2 FROM json_each(?)`,
    );
    this.#link = database.prepare(
      'INSERT INTO point_auto_tests (auto_test, point) SELECT value ->> 0, value ->> 1 FROM json_each(?)',
    );
    this.#addMissing = database.prepare('UPDATE runs SET missing = missing + ? WHERE key = ?');
    this.#insertBody = database.prepare('INSERT INTO bodies (operation, received_on, text) VALUES (?, ?, ?)');
    this.#insert = database.prepare(
      `INSERT INTO results (run, body, id, auto_test, outcome, position)
       SELECT ?, ?, value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?)`,
    );
    this.#setLatest = database.prepare(
      `UPDATE auto_tests SET result = given.value ->> 1, weight = given.value ->> 2
       FROM json_each(?) AS given WHERE auto_tests.key = given.value ->> 0`,
    );
    this.#weighPoints = database.prepare(
      `UPDATE test_points SET weight = (SELECT max(auto_tests.weight) FROM point_auto_tests
         JOIN auto_tests ON auto_tests.key = auto_test WHERE point = test_points.key)
       WHERE key IN (SELECT point FROM json_each(?) AS given CROSS JOIN point_auto_tests ON auto_test = given.value)`,
    );
    this.#configurationId = database.prepare(
      'SELECT configuration_id FROM test_points WHERE run = ? AND configuration = ? LIMIT 1',
    );
  }

  /** In the order of the names; undefined where the run has no such autotest. */
  findAutoTests(run: RunRow, names: readonly AutoTestName[]): (AutoTestRow | undefined)[] {
    const found = new Array<AutoTestRow | undefined>(names.length).fill(undefined);
    for (const { position, key, weight } of this.#findAutoTests.all(toJson(names), run.key)) {
      found[position] = { key, weight };
    }
    return found;
  }

  /** Adds autotests, no two alike, each with a test point of its own: how both come into being in an open server. */
  insertAutoTests(run: RunRow, names: readonly AutoTestName[]): void {
    const rows = toJson(names);
    const lastAutoTest = this.#insertAutoTests.run(run.key, rows).lastKey;
    const lastPoint = this.#insertPoints.run(run.key, rows).lastKey;
    this.#link.run(JSON.stringify(names.map((_, index) => [lastAutoTest - index, lastPoint - index])));
    this.addMissing(run, names.length);
  }

  /** Changes how many of the run's autotests have no result. */
  addMissing(run: RunRow, difference: number): void {
    this.#addMissing.run(difference, run.key);
  }

  /** Adds results to the run's history; returns the key of the first, the others' following one by one. */
  insert(run: RunRow, { operation, receivedOn, text }: ReceivedBody, results: readonly NewResult[]): number {
    const body = this.#insertBody.run(operation, receivedOn, text).lastKey;
    const rows = results.map(({ id, autoTest, outcome, position }) => [id, autoTest.key, outcome, position]);
    return this.#insert.run(run.key, body, JSON.stringify(rows)).lastKey - rows.length + 1;
  }

  /** Makes results their autotests', one to each, and weighs the test points that the autotests belong to. */
  setLatest(latest: readonly LatestResult[]): void {
    this.#setLatest.run(JSON.stringify(latest.map(({ autoTest, result, weight }) => [autoTest.key, result, weight])));
    const changed = latest.filter(({ autoTest, weight }) => autoTest.weight !== weight);
    if (changed.length > 0) this.#weighPoints.run(JSON.stringify(changed.map(({ autoTest }) => autoTest.key)));
  }

  /** The GUID of a configuration that the run was created with. */
  configurationId(run: RunRow, configuration: number): string | undefined {
    return this.#configurationId.get(run.key, configuration)?.configuration_id;
  }
}

function toJson(names: readonly AutoTestName[]): string {
  return JSON.stringify(
    names.map(({ configurationId, autoTestExternalId, configurationGlobalId }) => [
      configurationId,
      JSON.stringify(autoTestExternalId),
      configurationGlobalId,
    ]),
  );
}
