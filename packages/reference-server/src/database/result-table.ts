import type { Outcome } from '@testpoint/interface';
import type { Database, Query } from './database.js';
import type { RunRow } from './run-table.js';

/** One autotest under one configuration in a run. */
export interface AutoTestRow {
  key: number;
  weight: number;
}

/** A result about to be stored. */
export interface NewResult {
  id: string;
  operation: string;
  outcome: Outcome;
  receivedOn: string;
  /** The body as it was received, as JSON. */
  body: string;
}

/** Autotests of runs and their results. */
export class ResultTable {
  readonly #findAutoTest: Query<AutoTestRow, [run: number, configurationId: string, externalId: string]>;
  readonly #insertAutoTest: Query<never, [number, string, string, configuration: number | null]>;
  readonly #insertPoint: Query<never, [run: number, configuration: number | null, configurationId: string]>;
  readonly #link: Query<never, [autoTest: number, point: number]>;
  readonly #addMissing: Query<never, [difference: number, run: number]>;
  readonly #insert: Query<never, [string, number, number, string, string, string, string]>;
  readonly #setLatest: Query<never, [result: number, weight: number, autoTest: number]>;
  readonly #weighPoints: Query<never, [autoTest: number]>;
  readonly #configurationId: Query<{ configuration_id: string }, [run: number, configuration: number]>;

  constructor(database: Database) {
    this.#findAutoTest = database.prepare(
      'SELECT key, weight FROM auto_tests WHERE run = ? AND configuration_id = ? AND external_id = ?',
    );
    this.#insertAutoTest = database.prepare(
      'INSERT INTO auto_tests (run, configuration_id, external_id, configuration) VALUES (?, ?, ?, ?)',
    );
    this.#insertPoint = database.prepare(
      'INSERT INTO test_points (run, configuration, configuration_id) VALUES (?, ?, ?)',
    );
    this.#link = database.prepare('INSERT INTO point_auto_tests (auto_test, point) VALUES (?, ?)');
    this.#addMissing = database.prepare('UPDATE runs SET missing = missing + ? WHERE key = ?');
    this.#insert = database.prepare(
      'INSERT INTO results (id, run, auto_test, operation, outcome, received_on, body) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    this.#setLatest = database.prepare('UPDATE auto_tests SET result = ?, weight = ? WHERE key = ?');
    this.#weighPoints = database.prepare(
      `UPDATE test_points SET weight = (SELECT max(auto_tests.weight) FROM point_auto_tests
         JOIN auto_tests ON auto_tests.key = auto_test WHERE point = test_points.key)
       WHERE key IN (SELECT point FROM point_auto_tests WHERE auto_test = ?)`,
    );
    this.#configurationId = database.prepare(
      'SELECT configuration_id FROM test_points WHERE run = ? AND configuration = ? LIMIT 1',
    );
  }

  /** `configurationId` in lower case. */
  findAutoTest(run: RunRow, configurationId: string, externalId: string): AutoTestRow | undefined {
    return this.#findAutoTest.get(run.key, configurationId, JSON.stringify(externalId));
  }

  /** Adds an autotest with a test point of its own: how both come into being in an open server. */
  insertAutoTest(run: RunRow, configurationId: string, externalId: string, configuration: number | null): AutoTestRow {
    const autoTest = this.#insertAutoTest.run(run.key, configurationId, JSON.stringify(externalId), configuration);
    const point = this.#insertPoint.run(run.key, configuration, configurationId);
    this.#link.run(autoTest.lastKey, point.lastKey);
    this.addMissing(run, 1);
    return { key: autoTest.lastKey, weight: 4 };
  }

  /** Changes how many of the run's autotests have no result. */
  addMissing(run: RunRow, difference: number): void {
    this.#addMissing.run(difference, run.key);
  }

  /** Adds a result to the run's history. */
  insert(run: RunRow, autoTest: AutoTestRow, { id, operation, outcome, receivedOn, body }: NewResult): number {
    return this.#insert.run(id, run.key, autoTest.key, operation, outcome, receivedOn, body).lastKey;
  }

  /** Makes a result the autotest's, and weighs the test points that the autotest belongs to. */
  setLatest(autoTest: AutoTestRow, result: number, weight: number): void {
    this.#setLatest.run(result, weight, autoTest.key);
    if (weight !== autoTest.weight) this.#weighPoints.run(autoTest.key);
  }

  /** The GUID of a configuration that the run was created with. */
  configurationId(run: RunRow, configuration: number): string | undefined {
    return this.#configurationId.get(run.key, configuration)?.configuration_id;
  }
}
