import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Database } from './database.js';

const directory = mkdtempSync(join(tmpdir(), 'testpoint-database-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

it.each([
  [undefined, 1],
  ['normal', 1],
  ['full', 2],
] as const)('a database opened with synchronous %s has the level %i in SQLite', (synchronous, level) => {
  const database = Database.toWrite(join(directory, 'service.db'), synchronous);
  expect(database.prepare('PRAGMA synchronous').get()).toMatchObject({ synchronous: level });
  database.close();
});
