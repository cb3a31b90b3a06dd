/** The cost of reporting in countable things: requests, bytes, and memory that grows with the tests. */
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SENDER_HEADER } from '@testpoint/interface/codec';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { outputOf } from '../../../scripts/processes.mjs';
import { flush } from '../src/on-demand.js';
import { CONFIGURATION, deliverySettings, KEY, numbered, RUN, TestJournal } from './journals.js';
import { GUID, type Loopback, startHttp } from './loopback.js';

const ADAPTER = fileURLToPath(new URL('./counting-adapter.mjs', import.meta.url));
const RESULTS = `/api/v2/testRuns/${RUN}/testResults`;
const START = `/api/Public/StartTestRun/${RUN}`;
const UPLOAD = '/api/Public/attachment';
/** Size of a request without its body and the header that says who sends, bytes. */
const HEADERS = 400;
/** Size of the header that says who sends, bytes. */
const SENDER = 250;

let service: Loopback;
let sockets: Set<Socket>;
beforeEach(async () => {
  sockets = new Set();
  service = await startHttp(({ socket }, response) => {
    sockets.add(socket);
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ id: GUID }));
  });
});
afterEach(() => service.close());

describe('a journal of 1,000 results', () => {
  it('is sent in 10 requests, which contain the bodies and almost nothing else', async () => {
    const journal = new TestJournal();
    for (const id of numbered(1_000)) journal.result(id);
    await deliver(journal);
    expect(requestCounts()).toEqual({ [RESULTS]: 10 });
    const bodies = receivedBodies();
    expect(bodies).toHaveLength(1_000);
    const arrays = sizeOf(bodies) + commasAndBrackets(1_000, 10);
    let sent = 0;
    for (const { body } of service.received) sent += body.length;
    expect(sent).toBe(arrays);
    const senders = bytesOfSenders();
    expect(senders).toBeLessThan(10 * SENDER);
    expect(bytesReceived() - senders).toBeLessThan(arrays + 10 * HEADERS);
  });

  it('takes as many requests if every tenth result has an attachment, and one more for each attachment', async () => {
    const journal = new TestJournal();
    numbered(1_000).forEach((id, number) => {
      if (number % 10 === 0) journal.resultWithFile(id, `log of ${id}`);
      else journal.result(id);
    });
    await deliver(journal);
    expect(requestCounts()).toEqual({ [UPLOAD]: 100, [RESULTS]: 10 });
  });

  it('takes one upload if all results have the same attachment', async () => {
    const journal = new TestJournal();
    for (const id of numbered(1_000)) journal.resultWithFile(id, 'the same log');
    await deliver(journal);
    expect(requestCounts()).toEqual({ [UPLOAD]: 1, [RESULTS]: 10 });
  });
});

describe.each([
  // About 60 of these bytes are data for reports that is not in the body: the file, and the titles as a list.
  { what: 'results', attempts: false, head: 230 },
  { what: 'results whose attempts were announced', attempts: true, head: 315 },
])('a session of 1,000 $what', ({ attempts, head }) => {
  it(`makes 10 requests after the start, and writes at most ${head} bytes per result besides its body`, async () => {
    const idRoot = folder();
    await session({ idRoot, tests: 1_000, attempts });
    expect(requestCounts()).toEqual({ [START]: 1, [RESULTS]: 10 });
    const { journal, progress } = kept(idRoot);
    const bodies = receivedBodies();
    expect(bodies).toHaveLength(1_000);
    expect(Buffer.byteLength(journal)).toBeLessThan(sizeOf(bodies) + 1_000 * head);
    // One line for each array, and the lines of the run.
    expect(progress.split('\n').filter((line) => line.startsWith('{"sent":'))).toHaveLength(10);
    expect(Buffer.byteLength(progress)).toBeLessThan(1_000);
  });
});

describe('the main thread', () => {
  it.each([
    { what: 'nothing', most: 40, attempts: false, options: {} },
    ...(IS_LONG ? [{ what: 'nothing of announced attempts', most: 40, attempts: true, options: {} }] : []),
    {
      what: 'id and name of a test whose id may be equal to another',
      most: 400,
      attempts: false,
      options: { externalId: 'title' },
    },
  ])('keeps $what: at most $most bytes for each test', async ({ most, attempts, options }) => {
    const tests = IS_LONG ? 20_000 : 10_000;
    // What is being written or sent when the heap is measured comes and goes; what is kept is in every measurement.
    const measureAt = [1_000, tests - 1_000, tests - 500, tests];
    const [few = 0, ...many] = await session({ tests, attempts, options, measureAt });
    expect(few).toBeGreaterThan(0);
    expect((Math.min(...many) - few) / (tests - 1_000)).toBeLessThan(most);
  });
});

function folder(): string {
  return mkdtempSync(join(tmpdir(), 'testpoint-counting-'));
}

async function deliver(journal: TestJournal): Promise<void> {
  journal.end();
  // Arrays are sent when they are full, however slow this machine is.
  const settings = { ...deliverySettings(service.url), flushInterval: 3_600_000 };
  expect(await flush({ directory: journal.outbox, settings })).toMatchObject({ isClean: true });
}

/** Runs a suite. Returns its heap sizes, in bytes. */
async function session({
  idRoot = folder(),
  options = {},
  ...script
}: {
  idRoot?: string;
  tests: number;
  attempts: boolean;
  options?: Record<string, unknown>;
  measureAt?: number[];
}): Promise<number[]> {
  const run = { url: service.url, secretKey: KEY, testRunId: RUN, configurationId: CONFIGURATION };
  const argument = { idRoot, options: { ...run, keepDelivered: 1, ...options }, ...script };
  const stdout = await outputOf(process.execPath, ['--expose-gc', ADAPTER, JSON.stringify(argument)], {
    env: { PATH: process.env.PATH },
  });
  return JSON.parse(stdout) as number[];
}

/** The outbox of a session that was delivered and is kept. */
function kept(idRoot: string): { journal: string; progress: string } {
  const outbox = join(idRoot, '.testpoint');
  const name = readdirSync(outbox).find((one) => one.includes('-counting-')) ?? '';
  const [journal = '', progress = ''] = ['delivered.ndjson', 'progress.ndjson'].map((file) =>
    readFileSync(join(outbox, name, file), 'utf8'),
  );
  return { journal, progress };
}

function requestCounts(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { url = '' } of service.received) counts[url] = (counts[url] ?? 0) + 1;
  return counts;
}

/** The received results, each in its written form. */
function receivedBodies(): string[] {
  return service.received
    .filter(({ url }) => url === RESULTS)
    .flatMap(({ body }) => (JSON.parse(body.toString()) as unknown[]).map((result) => JSON.stringify(result)));
}

function sizeOf(bodies: readonly string[]): number {
  return Buffer.byteLength(bodies.join(''));
}

function commasAndBrackets(results: number, arrays: number): number {
  return results + arrays;
}

function bytesOfSenders(): number {
  let bytes = 0;
  for (const { headers } of service.received)
    bytes += `${SENDER_HEADER}: ${headers[SENDER_HEADER.toLowerCase()]}\r\n`.length;
  return bytes;
}

function bytesReceived(): number {
  let bytes = 0;
  for (const { bytesRead } of sockets) bytes += bytesRead;
  return bytes;
}
