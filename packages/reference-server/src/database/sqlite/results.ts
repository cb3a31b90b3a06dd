import { STATUS_WEIGHTS } from '@testpoint/interface/constants';
import { encoded, type RunRow } from '../run-row.js';
import type { Delivery, NewResult } from '../store.js';
import type { Database, Query } from './database.js';

/** One autotest under one configuration in a run. */
export interface AutoTestRow {
  number: number;
  weight: number;
}

/** Results of one configuration, by their positions in the array. */
interface Group {
  configurationId: string;
  places: number[];
  externalIds: string[];
}

/**
 * Autotests of runs and their results. Each method handles a whole array in one statement, which takes its rows as JSON. This
 * costs a fraction of one statement per row. The JSON is an array of plain texts or numbers, because reading a row that is itself
 * an array costs more than storing it.
 */
export class ResultTable {
  readonly #findAutoTests: Query<
    { numbers: string; weights: string },
    [externalIds: string, configurationId: string, run: number]
  >;
  readonly #insert: Query<never, [run: number, first: number, body: number, session: number | null, results: string]>;
  readonly #setLatest: Query<never, [first: number, run: number]>;
  readonly #use: Query<never, [run: number, attachments: string]>;

  constructor(database: Database) {
    // SQLite reads the outer side of a LEFT JOIN first, so the rows come in the order of the external ids in the JSON.
    this.#findAutoTests = database.prepare(
      `SELECT json_group_array(auto_tests.number) AS numbers, json_group_array(auto_tests.weight) AS weights
       FROM json_each(?) AS given
         LEFT JOIN tests ON tests.configuration_id = ? AND tests.external_id = given.value
         LEFT JOIN auto_tests ON auto_tests.test = tests.key AND auto_tests.run = ?`,
    );
    this.#insert = database.prepare(
      `INSERT INTO results
         (run, number, body, session, weight, evidence, id, start, length, auto_test, started, duration, attempts, message)
       SELECT ?, ? + key, ?, ?, CAST(substr(value, 1, 1) AS INTEGER), CAST(substr(value, 2, 1) AS INTEGER), substr(value, 3, 36),
         ${numberAt(0)}, ${numberAt(1)}, ${numberAt(2)}, nullif(${numberAt(3)}, 0), nullif(${numberAt(4)}, -1), ${numberAt(5)},
         nullif(substr(value, ${FACTS + 6 * DIGITS}), '')
       FROM json_each(?)`,
    );
    this.#use = database.prepare(
      'INSERT OR IGNORE INTO run_attachments (run, attachment) SELECT ?, value FROM json_each(?)',
    );
    // With a parameter in place of `latest.run`, SQLite would read all autotests of the run for each array.
    this.#setLatest = database.prepare(
      `UPDATE auto_tests SET result = latest.number, weight = latest.weight
       FROM (SELECT run, auto_test, max(number) AS number, weight FROM results
         WHERE number >= ? AND run = ? GROUP BY auto_test) AS latest
       WHERE auto_tests.run = latest.run AND auto_tests.number = latest.auto_test`,
    );
  }

  /** Notes that results of the run name these attachments. */
  use(run: RunRow, attachments: readonly string[]): void {
    if (attachments.length > 0) this.#use.run(run.key, JSON.stringify(attachments));
  }

  /** The autotests of results, in the same order; undefined if the run has no such autotest. */
  findAutoTests(run: RunRow, results: readonly NewResult[]): (AutoTestRow | undefined)[] {
    const found = new Array<AutoTestRow | undefined>(results.length).fill(undefined);
    for (const { configurationId, externalIds, places } of byConfiguration(results)) {
      const rows = this.#findAutoTests.get(JSON.stringify(externalIds), configurationId, run.key);
      const numbers: (number | null)[] = JSON.parse(rows?.numbers ?? '[]');
      const weights: number[] = JSON.parse(rows?.weights ?? '[]');
      for (const [index, place] of places.entries()) {
        const [number, weight] = [numbers[index], weights[index]];
        if (typeof number === 'number' && weight !== undefined) found[place] = { number, weight };
      }
    }
    return found;
  }

  /** Adds results to the run's history. The first one gets the number `first`. */
  insert(
    run: RunRow,
    first: number,
    body: number,
    { results, sender }: Pick<Delivery, 'results' | 'sender'>,
    autoTests: readonly AutoTestRow[],
  ): void {
    const rows = results.map(
      ({ id, outcome, evidence, start, length, started, duration, attempts, message }, index) => {
        const autoTest = autoTests[index]?.number ?? 0;
        const place = digits(start) + digits(length) + digits(autoTest);
        const facts = digits(started ?? 0) + digits(duration ?? -1) + digits(attempts) + (encoded(message) ?? '');
        return `${STATUS_WEIGHTS[outcome]}${evidence}${id}${place}${facts}`;
      },
    );
    this.#insert.run(run.key, first, body, sender?.number ?? null, JSON.stringify(rows));
  }

  /** Makes the results from `first` on the current ones of their autotests; if an autotest has several, the last one. */
  setLatest(run: RunRow, first: number): void {
    this.#setLatest.run(first, run.key);
  }
}

function byConfiguration(results: readonly NewResult[]): Iterable<Group> {
  const groups = new Map<string, Group>();
  for (const [place, { configurationId, externalId }] of results.entries()) {
    let group = groups.get(configurationId);
    if (group === undefined) {
      group = { configurationId, places: [], externalIds: [] };
      groups.set(configurationId, group);
    }
    group.places.push(place);
    group.externalIds.push(JSON.stringify(externalId));
  }
  return groups.values();
}

/** Digits of the largest number that a row can have: a time or a duration, milliseconds. */
const DIGITS = 16;

/** Where the numbers of a row begin: after its weight, its evidence and its GUID. */
const FACTS = 39;

/** The expression that reads the nth number of a row. */
function numberAt(index: number): string {
  return `CAST(substr(value, ${FACTS + index * DIGITS}, ${DIGITS}) AS INTEGER)`;
}

function digits(count: number): string {
  return String(count).padStart(DIGITS);
}
