// Answered writes survive kill -9, and no array is stored in part. ROUNDS=20 crashes each of them twenty times.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Postgres } from './postgres.js';
import { ask, ServerProcess } from './server-process.js';

const ROUNDS = Number(process.env.ROUNDS ?? 1);
/** Time for one round on a busy machine, milliseconds. Several processes start in it. */
const LONGEST = 180_000;
const ARRAY = 50;
const WRITERS = 4;
/** How many arrays to have answered before the crash, and after it. */
const ANSWERED = 12;

const directory = mkdtempSync(join(tmpdir(), 'testpoint-crashes-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Clients that post arrays to servers, each array once, and record which ones were answered. */
class Writers {
  readonly run = randomUUID();
  readonly answered = new Set<number>();
  #sent = 0;
  #isOver = false;
  readonly #work: Promise<unknown>;

  constructor(urls: () => readonly string[]) {
    const write = async (writer: number) => {
      while (!this.#isOver) {
        const array = this.#sent++;
        const from = urls();
        const url = from[(writer + array) % from.length] ?? '';
        const results = Array.from({ length: ARRAY }, (_, index) => ({
          configurationId: 'aaaaaaaa-0000-4000-8000-000000000010',
          autoTestExternalId: `${array} ${index}`,
          outcome: 'Passed',
        }));
        const { status } = await ask(url, 'POST', `/api/v2/testRuns/${this.run}/testResults`, results);
        if (status === 200) this.answered.add(array);
      }
    };
    this.#work = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  }

  async untilAnswered(more: number): Promise<void> {
    const enough = this.answered.size + more;
    await expect.poll(() => this.answered.size, { timeout: LONGEST, interval: 5 }).toBeGreaterThanOrEqual(enough);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#work;
  }

  /** Compares the server's results with the answered ones. */
  async compare(url: string): Promise<void> {
    const { body } = await ask(url, 'GET', `/inspect/runs/${this.run}/history?bodies=false`);
    const found = new Map<number, number>();
    for (const { autoTestExternalId } of body as { autoTestExternalId: string }[]) {
      const array = Number(autoTestExternalId.split(' ')[0]);
      found.set(array, (found.get(array) ?? 0) + 1);
    }
    expect([...this.answered].filter((array) => !found.has(array))).toEqual([]);
    expect([...found.values()].filter((count) => count !== ARRAY)).toEqual([]);
    const runs = (await ask(url, 'GET', '/inspect/runs')).body as { id: string; testPoints: { Passed: number } }[];
    expect(runs.find(({ id }) => id === this.run)?.testPoints.Passed).toBe(found.size * ARRAY);
  }
}

it(`the server on SQLite loses nothing when it is killed, ${ROUNDS} times`, { timeout: LONGEST * ROUNDS }, async () => {
  const start = () => ServerProcess.start('--open', '--database', join(directory, 'crash.db'));
  let server = await start();
  for (let round = 0; round < ROUNDS; round++) {
    const writers = new Writers(() => [server.url]);
    await writers.untilAnswered(ANSWERED);
    await server.kill();
    await writers.end();
    server = await start();
    await writers.compare(server.url);
  }
  await server.kill();
});

describe('three servers on PostgreSQL', () => {
  let postgres: Postgres;
  let database: string;
  let servers: ServerProcess[];
  const start = () =>
    ServerProcess.start('--open', '--database', database, '--attachments', join(directory, 'attachments'));
  beforeAll(async () => {
    postgres = await Postgres.start();
    database = await postgres.database();
    servers = await Promise.all([start(), start(), start()]);
  }, LONGEST);
  afterAll(async () => {
    for (const server of servers ?? []) await server.kill();
    await postgres?.close();
  });
  const urls = () => servers.map(({ url }) => url);

  it(`lose nothing when one of them is killed, ${ROUNDS} times`, { timeout: LONGEST * ROUNDS }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const writers = new Writers(urls);
      await writers.untilAnswered(ANSWERED);
      // Like a load balancer, send everything from now on to the other servers.
      await servers.shift()?.kill();
      await writers.untilAnswered(ANSWERED);
      await writers.end();
      const again = await start();
      servers.push(again);
      await writers.compare(again.url);
    }
  });

  it(`lose nothing when PostgreSQL is killed, ${ROUNDS} times, and need no restart`, {
    timeout: LONGEST * ROUNDS,
  }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const writers = new Writers(urls);
      await writers.untilAnswered(ANSWERED);
      await postgres.kill();
      await postgres.resume();
      await writers.untilAnswered(ANSWERED);
      await writers.end();
      await writers.compare(servers[0]?.url ?? '');
    }
  });
});
