import type { PoolClient } from 'pg';
import { factsOf, type ResultBody, RunFactsOfResults } from '../facts.js';
import { addFacts, encoded, type RunRow } from '../run-row.js';
import { config } from './connections.js';

/** Fills new columns from the bodies. @param progress is called with a sentence from time to time */
export type Fill = (client: PoolClient, progress: (sentence: string) => void) => Promise<void>;

interface Unfilled {
  number: number;
  json: Uint8Array;
}

/** Adds what the bodies say about their results and runs. */
export async function fillResults(client: PoolClient, progress: (sentence: string) => void): Promise<void> {
  const { rows: runs } = await client.query<RunRow>('SELECT * FROM testpoint.runs WHERE results > 0 ORDER BY key');
  const total = runs.reduce((sum, { results }) => sum + results, 0);
  let filled = 0;
  let told = performance.now();
  for (const run of runs) {
    const ofRun = new RunFactsOfResults();
    for (let first = 1; first <= run.results; first += PART) {
      const { rows } = await client.query<Unfilled>(config(UNFILLED, [run.key, first, first + PART - 1], true));
      const facts = rows.map(({ json }) => {
        const result = JSON.parse(Buffer.from(json).toString()) as ResultBody;
        const found = factsOf(result);
        ofRun.add(result, found);
        return found;
      });
      await client.query(
        config(FILL, [
          run.key,
          rows.map(({ number }) => number),
          facts.map(({ started }) => started),
          facts.map(({ duration }) => duration),
          facts.map(({ attempts }) => attempts),
          facts.map(({ message }) => encoded(message)),
        ]),
      );
      filled += rows.length;
      if (performance.now() - told > PAUSE) {
        told = performance.now();
        progress(`Upgrading the database: ${filled} of ${total} results.`);
      }
    }
    const { attachments, ...facts } = ofRun.result();
    addFacts(run, { ...facts, attachments });
    await client.query(config(SAVE, [run.branch, run.commit_id, run.job, run.began, run.ended, run.key]));
    if (attachments.length > 0) await client.query(config(USE, [run.key, attachments]));
  }
  if (total > 0) progress(`The database is upgraded: ${total} results.`);
}

/** Results to read at once. */
const PART = 1_000;
/** Between two sentences, milliseconds. */
const PAUSE = 2_000;

const UNFILLED = {
  name: 'unfilled-results',
  text: `SELECT results.number, substring(bodies.json FROM results.start + 1 FOR results.length) AS json
    FROM testpoint.results JOIN testpoint.bodies ON bodies.key = results.body
    WHERE results.run = $1 AND results.number BETWEEN $2 AND $3`,
};
const FILL = {
  name: 'fill-results',
  text: `UPDATE testpoint.results SET started = given.started, duration = given.duration, attempts = given.attempts,
      message = given.message
    FROM unnest($2::integer[], $3::bigint[], $4::bigint[], $5::smallint[], $6::text[])
      AS given (number, started, duration, attempts, message)
    WHERE results.run = $1 AND results.number = given.number`,
};
const SAVE = {
  name: 'save-facts',
  text: `UPDATE testpoint.runs SET branch = $1, commit_id = $2, job = $3, began = $4, ended = $5 WHERE key = $6`,
};
const USE = {
  name: 'use-attachments',
  text: `INSERT INTO testpoint.run_attachments (run, attachment) SELECT $1, unnest($2::uuid[]) ON CONFLICT DO NOTHING`,
};
