import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Database } from './database.js';
import { Tables } from './tables.js';
import { upgrade } from './upgrade.js';

const directory = mkdtempSync(join(tmpdir(), 'testpoint-tables-'));
const database = Database.toWrite(join(directory, 'tables.db'));
upgrade(database, () => {});
new Tables(database);
afterAll(() => {
  database.close();
  rmSync(directory, { recursive: true, force: true });
});

/** The queries that the tables prepare, each with SQLite's plan for it. */
function plans(): { sql: string; steps: string[] }[] {
  const found: { sql: string; steps: string[] }[] = [];
  const recording = Object.assign(Object.create(database) as Database, {
    prepare(sql: string) {
      const parameters = Array.from(sql.matchAll(/\?/g), () => 0);
      const steps = database.prepare<{ detail: string }, number[]>(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters);
      found.push({ sql, steps: steps.map(({ detail }) => detail) });
      return database.prepare(sql);
    },
  });
  new Tables(recording);
  return found;
}

/** Stopping and completing a run change all its points. */
const OF_A_WHOLE_RUN = [
  /^UPDATE auto_tests SET weight = 0 WHERE run = \? AND weight = 4$/,
  /FROM test_points AS points WHERE points\.run = \? AND points\.weight = 4\)/,
];

it('an array of results takes as long in a large run as in a small one: few queries read all rows of a run', () => {
  const wholeRuns = plans().filter(({ steps }) => steps.some((step) => /\(run=\?\)$/.test(step)));
  expect(wholeRuns.map(({ sql }) => sql)).toEqual(OF_A_WHOLE_RUN.map((query) => expect.stringMatching(query)));
});
