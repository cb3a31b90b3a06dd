// Clients that change the same run through three servers: in `npm run test:long` 25 times, or with ROUNDS=25.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { Postgres } from './postgres.js';
import { ask, ServerProcess } from './server-process.js';
import type { Entry, InspectedRun } from './service.js';

const ROUNDS = Number(process.env.ROUNDS ?? (IS_LONG ? 25 : 0));
/** Time for one round, and for starting all processes, on a busy machine, milliseconds. */
const LONGEST = 180_000;
const CLIENTS = 8;
const TEST_CASES = 40;
const CONFIGURATION = 'aaaaaaaa-0000-4000-8000-000000000010';
const OUTCOMES = ['Passed', 'Failed', 'Skipped', 'Blocked'];

/** Each test case has its own autotest, and one that it shares with the next test case. */
const testCases = Array.from({ length: TEST_CASES }, (_, index) => ({
  globalId: index + 1,
  projectGlobalId: 1,
  autoTests: [`own ${index}`, `shared ${Math.floor(index / 2)}`],
}));
const autoTests = [...new Set(testCases.flatMap((testCase) => testCase.autoTests))];
const testPoints = testCases.map(({ globalId }) => ({ configurationGlobalId: 10, testCaseGlobalId: globalId }));
const catalog = {
  users: [{ userName: 'ada', secretKey: 'YWRhJ3Mga2V5' }],
  projects: [{ globalId: 1 }],
  configurations: [{ globalId: 10, id: CONFIGURATION, projectGlobalId: 1 }],
  testCases,
  testPlans: [{ globalId: 5, projectGlobalId: 1, testPoints }],
};

const directory = mkdtempSync(join(tmpdir(), 'testpoint-concurrency-'));
let postgres: Postgres;
let servers: ServerProcess[] = [];
beforeAll(async () => {
  postgres = await Postgres.start();
  const file = join(directory, 'catalog.json');
  writeFileSync(file, JSON.stringify(catalog));
  const database = await postgres.database();
  const args = ['--catalog', file, '--database', database, '--attachments', join(directory, 'attachments')];
  servers = await Promise.all(Array.from({ length: 3 }, () => ServerProcess.start(args)));
}, LONGEST);
afterAll(async () => {
  for (const server of servers) await server.kill();
  await postgres?.close();
  rmSync(directory, { recursive: true, force: true });
});

let requests = 0;

/** Sends a request to the next server in turn, and returns the body of the answer. */
async function send(method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> {
  const server = servers[requests++ % servers.length];
  const answer = await ask(server?.url ?? '', method, path, body);
  expect(answer.status).toBe(200);
  return answer.body;
}

/** Posts a result of every autotest, in arrays. Each client starts at a different autotest. */
async function post(run: string, client: number): Promise<void> {
  for (let first = 0; first < autoTests.length; first += 10) {
    const results = Array.from({ length: 10 }, (_, index) => ({
      configurationId: CONFIGURATION,
      autoTestExternalId: autoTests[(client * 7 + first + index) % autoTests.length],
      outcome: OUTCOMES[(client + first + index) % OUTCOMES.length],
    }));
    await send('POST', `/api/v2/testRuns/${run}/testResults`, results);
  }
}

const WEIGHTS: Record<string, number> = { Passed: 1, Skipped: 2, Blocked: 3, 'In progress': 4, Failed: 5 };

/** Checks that history, autotests, test points and counts agree. */
async function compare(run: string): Promise<string> {
  const history = (await send('GET', `/inspect/runs/${run}/history?bodies=false`)) as Entry[];
  expect(history.map(({ cursor }) => cursor)).toEqual(
    Array.from({ length: CLIENTS * autoTests.length }, (_, index) => index + 1),
  );
  const latest = new Map(history.map(({ autoTestExternalId, outcome, id }) => [autoTestExternalId, { outcome, id }]));
  const inspected = (await send('GET', `/inspect/runs/${run}`)) as InspectedRun;
  const counts: Record<string, number> = { total: 0, Passed: 0, Skipped: 0, Blocked: 0, 'In progress': 0, Failed: 0 };
  for (const { status, autoTests } of inspected.testPoints) {
    for (const { autoTestExternalId, ...shown } of autoTests) {
      const { outcome, id } = latest.get(autoTestExternalId) ?? {};
      expect(shown).toEqual({ status: outcome, filler: false, resultId: id });
    }
    const [heaviest] = autoTests.map((each) => each.status).sort((a, b) => (WEIGHTS[b] ?? 0) - (WEIGHTS[a] ?? 0));
    expect(status).toBe(heaviest);
    counts[status] = (counts[status] ?? 0) + 1;
    counts.total = (counts.total ?? 0) + 1;
  }
  const runs = (await send('GET', '/api/Public/GetTestRuns/1')) as { id: string; testPoints: unknown }[];
  expect(runs.find(({ id }) => id === run)?.testPoints).toEqual(counts);
  return inspected.status;
}

it.runIf(ROUNDS > 0)(
  `8 clients change the same run through 3 servers, ${ROUNDS} times`,
  { timeout: LONGEST * ROUNDS },
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const created = await send('POST', '/api/Public/CreateTestRun', {
        projectGlobalId: 1,
        testPlanGlobalId: 5,
        testPoints,
      });
      const { id } = created as { id: string };
      const clients = Array.from({ length: CLIENTS }, (_, client) => post(id, client));
      const isEnded = round % 2 === 1;
      if (isEnded) {
        const moves = ['Stop', 'Complete', 'Stop', 'Complete'];
        clients.push(...moves.map(async (move) => void (await send('POST', `/api/Public/${move}TestRun/${id}`))));
      }
      await Promise.all(clients);
      const status = await compare(id);
      if (isEnded) expect(['Stopped', 'Completed']).toContain(status);
      else expect(status).toBe('Completed');
    }
  },
);

it.runIf(ROUNDS > 0)(
  '3 servers list the runs that they create at the same time newest first, each in the same order',
  async () => {
    const given = { projectGlobalId: 1, testPlanGlobalId: 5, testPoints: [] };
    await Promise.all(Array.from({ length: 60 }, () => send('POST', '/api/Public/CreateTestRun', given)));
    const [first, ...others] = await Promise.all(servers.map(() => send('GET', '/api/Public/GetTestRuns/1')));
    const times = (first as { createdOn: string }[]).map(({ createdOn }) => createdOn);
    expect(times.length).toBeGreaterThanOrEqual(60);
    expect(times).toEqual(times.toSorted().reverse());
    for (const other of others) expect(other).toEqual(first);
  },
);
