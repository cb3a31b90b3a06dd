import { afterAll, expect, it } from 'vitest';
import { Database } from './database.js';
import { ResultTable } from './results.js';
import { Tables } from './tables.js';

const database = new Database(':memory:');
new Tables(database);
afterAll(() => database.close());

/** SQLite's plan of each query that the table prepares. */
function plansOf(Table: new (database: Database) => unknown): string[][] {
  const plans: string[][] = [];
  const recording = Object.assign(Object.create(database) as Database, {
    prepare(sql: string) {
      const parameters = Array.from(sql.matchAll(/\?/g), () => null);
      const steps = database.prepare<{ detail: string }, null[]>(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters);
      plans.push(steps.map(({ detail }) => detail));
    },
  });
  new Table(recording);
  return plans;
}

it('an array of results takes as long in a large run as in a small one: no query reads all rows of a run', () => {
  const plans = plansOf(ResultTable);
  expect(plans).toHaveLength(3);
  for (const plan of plans) expect(plan).not.toContainEqual(expect.stringMatching(/\(run=\?\)$/));
});
