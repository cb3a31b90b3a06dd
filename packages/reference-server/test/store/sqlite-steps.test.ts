import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { afterAll, expect, it } from 'vitest';
import { Engine } from '../../src/database/sqlite/engine.js';
import { FIRST_FORMAT, FIRST_TABLES } from '../../src/database/sqlite/schema.js';
import { SqliteStore } from '../../src/database/sqlite/sqlite-store.js';
import { STEPS } from '../../src/database/sqlite/steps.js';
import { FILLED, formerRows, RESULT_COLUMNS, RUN, RUN_COLUMNS } from './former-rows.js';

const directory = mkdtempSync(join(tmpdir(), 'testpoint-steps-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const digest = (sql: string) => createHash('sha256').update(sql).digest('hex').slice(0, 16);

// If this fails, an existing file would differ from a new one: add a step instead of changing a released one, and its digest here.
it('released steps never change', () => {
  expect([FIRST_TABLES, ...STEPS.map(({ sql }) => sql)].map(digest)).toMatchInlineSnapshot(`
    [
      "00605da39352f91b",
      "9268fba5a35478cd",
      "679cebe37cc1be45",
      "83e68fe9205c8dad",
      "e65918af4f691602",
    ]
  `);
});

it('a file of the first format keeps its contents, and gets the current columns', async () => {
  const file = join(directory, 'first.db');
  const first = new Libsql(file);
  first.exec(`${FIRST_TABLES} PRAGMA user_version = ${FIRST_FORMAT}; ${formerRows('sqlite', () => '')}`);
  first.close();
  const said: string[] = [];
  const store = await SqliteStore.open(file, 'normal', { onProgress: (sentence) => said.push(sentence) });
  expect(said).toEqual(['The database is upgraded: 3 results.']);
  const latest = await store.results(RUN, { after: 0, limit: 10, latest: true, bodies: true });
  expect(
    latest.elements.map(({ externalId, outcome, body }) => [
      externalId,
      outcome,
      JSON.parse(String(Buffer.from(body ?? []))),
    ]),
  ).toMatchObject([
    ['a', 'Passed', { autoTestExternalId: 'a', outcome: 'Passed' }],
    ['b', 'Passed', { autoTestExternalId: 'b', outcome: 'Passed' }],
  ]);
  const points = await store.points(RUN, { after: 0, limit: 10 });
  expect(points.elements.map(({ autoTests }) => autoTests[0]?.externalId)).toEqual(['a', 'b']);
  await store.close();
  const again = new Libsql(file);
  const rows = (sql: string) => again.prepare(sql).all();
  expect(rows(`SELECT ${RESULT_COLUMNS} FROM results ORDER BY number`)).toEqual(FILLED.results);
  expect(rows(`SELECT ${RUN_COLUMNS} FROM runs`)).toEqual(FILLED.runs);
  expect(rows('SELECT attachment FROM run_attachments')).toEqual(FILLED.attachments);
  again.close();
});

it('a file of each format is upgraded to the same tables as a new one', () => {
  const tables = (file: string) => {
    const database = new Libsql(file);
    const schema = database
      .prepare("SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name")
      .all();
    database.close();
    return schema;
  };
  const open = (file: string) => new Engine(file, 'normal', () => {}).close();
  const fresh = join(directory, 'fresh.db');
  open(fresh);
  for (let steps = 0; steps <= STEPS.length; steps++) {
    const file = join(directory, `${steps}.db`);
    const database = new Libsql(file);
    database.exec(FIRST_TABLES);
    for (const { sql } of STEPS.slice(0, steps)) database.exec(sql);
    database.exec(`DROP TABLE IF EXISTS former_results; PRAGMA user_version = ${FIRST_FORMAT + steps}`);
    database.close();
    open(file);
    expect(tables(file)).toEqual(tables(fresh));
  }
});
