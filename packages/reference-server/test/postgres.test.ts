import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { nameOf } from '../src/database/postgres/auto-test-name.js';
import { MIGRATIONS } from '../src/database/postgres/migrations.js';
import { PostgresStore } from '../src/database/postgres/postgres-store.js';
import type { NewRun } from '../src/database/store.js';
import { type RunningServer, type ServerOptions, startServer } from '../src/index.js';
import { Postgres, WITH_PASSWORD } from './postgres.js';
import { ServerProcess } from './server-process.js';
import { result, Service } from './service.js';
import { FILLED, RUN as FORMER_RUN, formerRows, RESULT_COLUMNS, RUN_COLUMNS } from './store/former-rows.js';

const RUN = '11111111-1111-4111-8111-111111111111';
const attachments = mkdtempSync(join(tmpdir(), 'testpoint-on-postgres-'));
let postgres: Postgres;
beforeAll(async () => {
  postgres = await Postgres.start();
}, 180_000);
afterAll(async () => {
  await postgres?.close();
  rmSync(attachments, { recursive: true, force: true });
});

/** Each database has its own folder for attachments. */
const start = (database: string, options: ServerOptions = {}) => {
  const folder = join(attachments, new URL(database).pathname);
  return startServer({ port: 0, open: true, attachments: folder, ...options, database });
};

describe('a server on PostgreSQL', () => {
  it('names the address at which no database answers, without the password', async () => {
    const ended = start('postgres://ada:secret@127.0.0.1:1/tests');
    await expect(ended).rejects.toThrow(
      'Cannot reach the database postgres://ada@127.0.0.1:1/tests: connect ECONNREFUSED 127.0.0.1:1. Is PostgreSQL running there?',
    );
    await expect(ended).rejects.not.toThrow('secret');
  });

  it('says that the database does not exist, and how to create it', async () => {
    await expect(start(postgres.address('missing'))).rejects.toThrow(
      `The database postgres://postgres@127.0.0.1:${postgres.port}/missing does not exist: create it with: createdb --owner postgres missing.`,
    );
    await postgres.query('postgres', 'CREATE ROLE lonely LOGIN');
    const address = `postgres://lonely@127.0.0.1:${postgres.port}`;
    await expect(start(address)).rejects.toThrow(
      `The database ${address} has no database called lonely: add the name of yours to --database, as in ${address}/name.`,
    );
  });

  it('says that the user needs a password, and exits although PostgreSQL still waits for it', async () => {
    await postgres.query('postgres', `CREATE ROLE ${WITH_PASSWORD} LOGIN PASSWORD 'secret'`);
    const address = `postgres://${WITH_PASSWORD}@127.0.0.1:${postgres.port}/postgres`;
    const args = ['--open', '--attachments', join(attachments, 'password'), '--database', address];
    await expect(ServerProcess.start(args, { PGPASSWORD: '' })).rejects.toThrow(
      `Ended with 1: testpoint-server: The database ${address} needs a password for the user ${WITH_PASSWORD}: put it in --database, or set PGPASSWORD.`,
    );
  });

  it.each([
    'postgre://ada:secret@127.0.0.1:1/tests',
    'postgres:/ada:secret@127.0.0.1:1/tests',
    'postgres://ada:secret@127.0.0.1:port/tests',
    'ada:secret@127.0.0.1/tests',
  ])('refuses the address %s, and does not repeat the password', async (address) => {
    const ended = startServer({ port: 0, open: true, attachments, database: address });
    await expect(ended).rejects.toThrow(
      '--database must be a file, :memory:, or postgres://user:password@host:port/name',
    );
    await expect(ended).rejects.not.toThrow('secret');
  });

  it('says that the user lacks a permission, and how to grant it', async () => {
    const name = new URL(await postgres.database()).pathname.slice(1);
    await postgres.query(name, 'CREATE ROLE guest LOGIN');
    await expect(start(postgres.address(name, 'guest'))).rejects.toThrow(`GRANT CREATE ON DATABASE ${name} TO guest`);
  });

  it('refuses tables of a newer version', async () => {
    const database = await postgres.database();
    await (await start(database)).close();
    await postgres.query(new URL(database).pathname.slice(1), 'UPDATE testpoint.schema_version SET version = 99');
    await expect(start(database)).rejects.toThrow('was written by a newer version of the server (schema 99');
  });

  it.each([
    ['120022', '12.22', 'refused, and the message says what to do'],
    ['130000', '13.0', 'accepted'],
  ])('of version %s (%s) is %s', async (number, version, verdict) => {
    const database = await postgres.database();
    const name = new URL(database).pathname.slice(1);
    // In this database, our own function reports the version.
    const body = `SELECT CASE $1 WHEN 'server_version_num' THEN '${number}' ELSE '${version}' END`;
    await postgres.query(name, `CREATE FUNCTION current_setting(text) RETURNS text LANGUAGE sql AS $$ ${body} $$`);
    await postgres.query(name, `ALTER DATABASE ${name} SET search_path = public, pg_catalog`);
    const starting = start(database);
    if (verdict === 'accepted') await (await starting).close();
    else {
      await expect(starting).rejects.toThrow(
        `/${name} is PostgreSQL 12.22. Version 13 or newer is required: upgrade it, or use another database.`,
      );
    }
  });

  it('creates the tables once if several servers start at the same time', async () => {
    const database = await postgres.database();
    const servers = await Promise.all([start(database), start(database), start(database)]);
    const [first, second] = servers.map((server) => new Service(server));
    await first?.addResults(RUN, [result()]);
    expect(await second?.entries(RUN, 'history')).toHaveLength(1);
    for (const server of servers) await server.close();
  });

  it('accepts durations that no column can hold', async () => {
    const service = new Service(await start(await postgres.database()));
    const fields = {
      testRunId: RUN,
      testPlanGlobalId: 1,
      configurationGlobalId: 1,
      outcome: 'Passed',
      stepResults: [],
    };
    for (const duration of [1e300, 2 ** 60, 1]) {
      const body = { ...fields, autoTestExternalId: `of ${duration}`, duration };
      expect((await service.post('/api/v2/testResults', body)).status, `${duration}`).toBe(200);
    }
    expect((await service.get(`/viewer/runs/${RUN}/report`)).body).toMatchObject([{}, { durations: [-1, -1, 1] }]);
    await service.server.close();
  });

  it('refuses --synchronous, which is a setting of SQLite', async () => {
    await expect(start(await postgres.database(), { synchronous: 'full' })).rejects.toThrow('synchronous_commit');
  });

  describe.runIf(IS_LONG)('looks up only the rows of an array, however large its run has become,', () => {
    const LARGE = 3_000;
    const resultsOf = (first: number, count: number) =>
      Array.from({ length: count }, (_, index) => result({ autoTestExternalId: `test ${first + index}` }));
    /** Posts 20 arrays of 10, and counts the index entries that were read. */
    const postAndCountReads = async (
      database: string,
      server: RunningServer,
      sentBefore: number,
      readsBefore: number,
    ) => {
      const service = new Service(server);
      for (let call = 0; call < 20; call++) await service.addResults(RUN, resultsOf(100 * call, 10));
      await server.close();
      const sent = sentBefore + 200;
      const reads = await vi.waitUntil(async () => {
        const { reads, results } = await activity(database);
        return results === sent ? reads - readsBefore : undefined;
      }, 30_000);
      return { reads, sent };
    };
    const activity = async (database: string) => {
      const [seen] = await postgres.query(
        new URL(database).pathname.slice(1),
        `SELECT (SELECT sum(idx_tup_read)::int FROM pg_stat_user_indexes) AS reads,
          (SELECT n_tup_ins::int FROM pg_stat_user_tables WHERE relname = 'results') AS results`,
      );
      return { reads: Number(seen?.reads), results: Number(seen?.results) };
    };

    it('with plans made while the tables were small', async () => {
      const database = await postgres.database();
      const server = await start(database);
      const service = new Service(server);
      for (let call = 0; call < 10; call++) await service.addResults(RUN, resultsOf(call, 1));
      await service.addResults(RUN, resultsOf(0, LARGE));
      const { reads, sent } = await postAndCountReads(database, server, 10 + LARGE, 0);
      expect(reads).toBeLessThan(12 * sent);
    });

    it('with plans made from statistics that promise a small run', async () => {
      const database = await postgres.database();
      const name = new URL(database).pathname.slice(1);
      const first = await start(database);
      // The statistics cover only other runs.
      for (let run = 0; run < 100; run++) await new Service(first).addResults(randomUUID(), resultsOf(run, 1));
      await postgres.query(name, 'ANALYZE');
      await new Service(first).addResults(RUN, resultsOf(0, LARGE));
      await first.close();
      const sent = 100 + LARGE;
      const before = await vi.waitUntil(async () => {
        const { reads, results } = await activity(database);
        return results === sent ? reads : undefined;
      }, 30_000);
      const { reads } = await postAndCountReads(database, await start(database), sent, before);
      expect(reads).toBeLessThan(12 * 200);
    });
  });

  it.each(IS_LONG ? [1, 2, 3] : [1])(
    'upgrades tables of version %i, keeps their contents, and replaces all functions',
    async (version) => {
      const database = await postgres.database();
      const name = new URL(database).pathname.slice(1);
      await postgres.query(
        name,
        `CREATE SCHEMA testpoint;
       CREATE TABLE testpoint.schema_version (version integer NOT NULL);
       INSERT INTO testpoint.schema_version VALUES (${version});
       ${MIGRATIONS.slice(0, version)
         .map(({ sql }) => sql)
         .join('')}
       INSERT INTO testpoint.runs (id, created_on) VALUES ('${RUN}', '2026-03-01T10:00:00.000Z');
       CREATE FUNCTION testpoint.save_run(r testpoint.runs) RETURNS void LANGUAGE sql AS 'SELECT 1 / 0';
       CREATE FUNCTION testpoint.obsolete() RETURNS void LANGUAGE sql AS 'SELECT 1'`,
      );
      const service = new Service(await start(database));
      expect(await service.run(RUN)).toMatchObject({ createdOn: '2026-03-01T10:00:00.000Z' });
      expect(await service.addResults(RUN, [result()])).toMatchObject({ status: 200 });
      expect(await service.entries(RUN, 'history')).toHaveLength(1);
      expect(await postgres.query(name, "SELECT to_regproc('testpoint.obsolete') AS name")).toEqual([{ name: null }]);
      await service.server.close();
    },
  );

  it('fills new columns from the bodies that an earlier version stored', async () => {
    const database = await postgres.database();
    const name = new URL(database).pathname.slice(1);
    const steps = MIGRATIONS.slice(0, 3).map(({ sql }) => sql);
    await postgres.query(
      name,
      `CREATE SCHEMA testpoint;
       CREATE TABLE testpoint.schema_version (version integer NOT NULL);
       INSERT INTO testpoint.schema_version VALUES (3);
       ${steps.join('')}
       ${formerRows('postgres', nameOf)}`,
    );
    const service = new Service(await start(database));
    const latest = await service.entries(FORMER_RUN, 'results');
    expect(latest.map(({ autoTestExternalId, outcome }) => [autoTestExternalId, outcome])).toEqual([
      ['a', 'Passed'],
      ['b', 'Passed'],
    ]);
    const rows = (sql: string) => postgres.query(name, sql);
    const numbers = (columns: string) =>
      columns.replace('started', 'started::float8').replace('duration', 'duration::float8');
    expect(await rows(`SELECT ${numbers(RESULT_COLUMNS)} FROM testpoint.results ORDER BY number`)).toEqual(
      FILLED.results,
    );
    const runs = RUN_COLUMNS.replace('began', 'began::float8').replace('ended', 'ended::float8');
    expect(await rows(`SELECT ${runs} FROM testpoint.runs`)).toEqual(FILLED.runs);
    expect(await rows('SELECT attachment FROM testpoint.run_attachments')).toEqual(FILLED.attachments);
    await service.server.close();
  });

  it('says in its own words that PostgreSQL has no connection left', async () => {
    await postgres.query('postgres', 'CREATE ROLE crowded LOGIN CONNECTION LIMIT 0');
    await expect(start(postgres.address('postgres', 'crowded'))).rejects.toThrow(
      `The database postgres://crowded@127.0.0.1:${postgres.port}/postgres has no connection left: end other programs, or raise max_connections.`,
    );
  });

  it('answers 503 while the database is gone, and works again when it is back', async () => {
    const server = await start(await postgres.database());
    const service = new Service(server);
    expect((await service.addResults(RUN, [result()])).status).toBe(200);
    await postgres.stop();
    const answer = await service.addResults(RUN, [result()]);
    expect(answer).toMatchObject({ status: 503, body: { status: 503, title: 'Service Unavailable' } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    await postgres.resume();
    expect((await service.addResults(RUN, [result()])).status).toBe(200);
    expect(await service.entries(RUN, 'history')).toHaveLength(2);
    await server.close();
  });

  it('leaves connections for other runs while many requests wait for one run', async () => {
    const database = await postgres.database();
    const server = await start(database);
    const service = new Service(server);
    await service.addResults(RUN, [result()]);
    const client = new pg.Client({ connectionString: database });
    await client.connect();
    await client.query('BEGIN');
    await client.query('SELECT * FROM testpoint.runs FOR UPDATE');
    const waiting = Array.from({ length: 20 }, () => service.addResults(RUN, [result()]));
    expect((await service.addResults(RUN.replaceAll('1', '2'), [result()])).status).toBe(200);
    await client.query('COMMIT');
    await client.end();
    expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([200]));
    expect(await service.entries(RUN, 'history')).toHaveLength(21);
    await server.close();
  });

  it('is not ready and answers writes with 503 while the database is read-only, like a standby', async () => {
    const database = await postgres.database();
    const name = new URL(database).pathname.slice(1);
    const service = new Service(await start(database));
    const change = async (setting: string) => {
      await postgres.query('postgres', `ALTER DATABASE ${name} ${setting}`);
      const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`;
      await postgres.query('postgres', end);
    };
    const status = async (path: string) => (await service.get(path)).status;
    await change('SET default_transaction_read_only = on');
    await expect.poll(() => status('/ready')).toBe(503);
    expect(await service.addResults(RUN, [result()])).toMatchObject({ status: 503 });
    expect(await status('/inspect/runs')).toBe(200);
    await change('RESET default_transaction_read_only');
    await expect.poll(() => status('/ready')).toBe(200);
    expect(await service.addResults(RUN, [result()])).toMatchObject({ status: 200 });
    await service.server.close();
  });

  it('answers 503 to requests that get no connection in time, and accepts the others', async () => {
    const database = await postgres.database();
    const server = await start(database, { metrics: true });
    const service = new Service(server);
    const runs = Array.from({ length: 11 }, (_, index) => RUN.slice(0, -2) + String(index + 10));
    for (const run of runs) await service.addResults(run, [result()]);
    const client = new pg.Client({ connectionString: database });
    await client.connect();
    await client.query('BEGIN');
    await client.query('SELECT * FROM testpoint.runs FOR UPDATE');
    const waiting = runs.map((run) => service.addResults(run, [result()]));
    const metrics = async () => String((await service.get('/metrics')).body).split('\n');
    await expect.poll(metrics).toContain('testpoint_database_connections_in_use 10');
    await expect.poll(metrics).toContain('testpoint_database_waiting 1');
    const detail = 'All connections to the database are in use. Try again later.';
    expect(await Promise.race(waiting)).toMatchObject({ status: 503, body: { detail } });
    await client.query('COMMIT');
    await client.end();
    const statuses = (await Promise.all(waiting)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 503]);
    const kept = await Promise.all(runs.map(async (run) => (await service.entries(run, 'history')).length));
    expect(kept.sort()).toEqual([1, ...Array.from({ length: 10 }, () => 2)]);
    const text = (await metrics()).join('\n');
    expect(text).toContain('testpoint_database_connections_in_use 0');
    expect(text).toContain('testpoint_database_waiting 0');
    const [, waited] = /^testpoint_database_wait_seconds_sum\{for="connection"\} (.+)$/m.exec(text) ?? [];
    // The request that got no connection.
    expect(Number(waited)).toBeGreaterThan(9);
    await server.close();
  });
});

describe('a large run on PostgreSQL', () => {
  const largeRun = (id: string, size: number): NewRun => ({
    ...{ id, project: 1, plan: 5, createdOn: new Date(0).toISOString() },
    points: Array.from({ length: size }, (_, index) => ({
      ...{ configuration: 10, configurationId: RUN, testCase: index },
      autoTests: [`test ${index}`],
    })),
  });
  const counts = async (database: string) => {
    const count = (table: string) => `(SELECT count(*)::int FROM testpoint.${table}) AS ${table}`;
    const tables = ['runs', 'test_points', 'auto_tests', 'point_auto_tests', 'unfinished'];
    const locks = "(SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory') AS locks";
    const sql = `SELECT ${tables.map(count)}, ${locks}`;
    return (await postgres.query(new URL(database).pathname.slice(1), sql))[0];
  };
  const whole = (size: number, runs: number) => ({
    ...{ runs, test_points: size, auto_tests: size, point_auto_tests: size },
    ...{ unfinished: 0, locks: 0 },
  });

  it('is whole, even if others are written and servers start at the same time', async () => {
    const database = await postgres.database();
    const address = new URL(database);
    const [one, other] = [await PostgresStore.open(address), await PostgresStore.open(address)];
    const ids = Array.from({ length: 4 }, () => randomUUID());
    const creations = ids.map((id, index) => (index % 2 === 0 ? one : other).createRun(largeRun(id, 5_001)));
    const started = await Promise.all([PostgresStore.open(address), PostgresStore.open(address)]);
    await Promise.all(creations);
    for (const id of ids) expect(await one.viewRun(id)).toMatchObject({ testPoints: { total: 5_001 } });
    expect(await counts(database)).toEqual(whole(4 * 5_001, 4));
    for (const store of [one, other, ...started]) await store.close();
  });

  type Deletion = [string, number, (store: PostgresStore, address: URL) => Promise<void>];
  const BY_NEXT_RUN: Deletion = [
    'the next large run',
    1_001,
    (store) => store.createRun(largeRun(randomUUID(), 1_001)),
  ];
  it.each<Deletion>([
    ...(IS_LONG ? [BY_NEXT_RUN] : []),
    ['the next start of a server', 0, async (_, address) => (await PostgresStore.open(address)).close()],
  ])('cannot be seen before its end, and if its connection dies, %s deletes its points', async (_, left, act) => {
    const database = await postgres.database();
    const address = new URL(database);
    const name = address.pathname.slice(1);
    const store = await PostgresStore.open(address);
    const id = randomUUID();
    const creation = expect(store.createRun(largeRun(id, 200_000))).rejects.toThrow('unreachable');
    await expect.poll(async () => (await counts(database))?.test_points).toBeGreaterThan(0);
    expect([await store.viewRun(id), await store.viewRuns({ limit: 10 })]).toEqual([undefined, []]);
    const kill = "SELECT pg_terminate_backend(pid) AS killed FROM pg_locks WHERE locktype = 'advisory'";
    expect(await postgres.query(name, kill)).toEqual([{ killed: true }]);
    await creation;
    expect(await counts(database)).toMatchObject({ runs: 0, unfinished: 1 });
    await act(store, address);
    expect(await counts(database)).toEqual(whole(left, left > 0 ? 1 : 0));
    await store.close();
  });
});
