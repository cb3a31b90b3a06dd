import { factsOf, type ResultBody, RunFactsOfResults } from '../facts.js';
import { addFacts, encoded, type RunRow } from '../run-row.js';
import { BodyTable } from './bodies.js';
import type { Database } from './database.js';

/** Fills new columns from the bodies. @param progress is called with a sentence from time to time */
export type Fill = (database: Database, progress: (sentence: string) => void) => void;

interface FormerResult {
  run: number;
  number: number;
  body: number;
  start: number;
  length: number;
}

/** Copies all results from `former_results`, with what their bodies say about them and their runs. */
export function fillResults(database: Database, progress: (sentence: string) => void): void {
  const total =
    database.prepare<{ count: number }, []>('SELECT count(*) AS count FROM former_results').get()?.count ?? 0;
  const runs = database.prepare<RunRow, []>('SELECT * FROM runs ORDER BY key').all();
  const part = database.prepare<FormerResult, [run: number, after: number, results: number]>(
    `SELECT run, number, body, start, length FROM former_results WHERE run = ? AND number > ? AND number <= ? ORDER BY number LIMIT ${PART}`,
  );
  const copy = database.prepare<never, [facts: string, run: number, first: number, last: number]>(
    `INSERT INTO results SELECT former.*, value ->> 0, value ->> 1, value ->> 2, value ->> 3
     FROM (SELECT key, value FROM json_each(?)) AS facts
     CROSS JOIN former_results AS former ON former.run = ? AND former.number = ? + key AND former.number <= ?`,
  );
  const use = database.prepare<never, [run: number, attachments: string]>(
    'INSERT OR IGNORE INTO run_attachments (run, attachment) SELECT ?, value FROM json_each(?)',
  );
  const save = database.prepare<never, (string | number | null)[]>(
    'UPDATE runs SET branch = ?, commit_id = ?, job = ?, began = ?, ended = ? WHERE key = ?',
  );
  const bodies = new BodyTable(database);
  const decoder = new TextDecoder();
  let copied = 0;
  let told = performance.now();
  for (const run of runs) {
    const ofRun = new RunFactsOfResults();
    for (let after = 0; ; ) {
      // Rows beyond the count belong to a request that was never answered.
      const rows = part.all(run.key, after, run.results);
      const [first] = rows;
      const last = rows.at(-1);
      if (first === undefined || last === undefined) break;
      const facts = rows.map(({ body, start, length }) => {
        const result = JSON.parse(decoder.decode(bodies.read(body, start, length))) as ResultBody;
        const { started, duration, attempts, message } = factsOf(result);
        ofRun.add(result, { started, duration, attempts, message });
        return [started, duration, attempts, encoded(message)];
      });
      copy.run(JSON.stringify(facts), run.key, first.number, last.number);
      after = last.number;
      copied += rows.length;
      if (performance.now() - told > PAUSE) {
        told = performance.now();
        progress(`Upgrading the database: ${copied} of ${total} results.`);
      }
    }
    const facts = ofRun.result();
    addFacts(run, facts);
    save.run(run.branch, run.commit_id, run.job, run.began, run.ended, run.key);
    if (facts.attachments.length > 0) use.run(run.key, JSON.stringify(facts.attachments));
  }
  database.exec('DROP TABLE former_results');
  if (total > 0) progress(`The database is upgraded: ${total} results.`);
}

/** Results to copy at once. */
const PART = 2_000;
/** Between two sentences, milliseconds. */
const PAUSE = 2_000;
