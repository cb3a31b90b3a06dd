import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { RudeClient } from './fuzz/client.js';
import { OpenApiDocument } from './fuzz/document.js';
import { FuzzedServer } from './fuzz/fuzzed-server.js';
import { type Known, requests } from './fuzz/requests.js';
import { Postgres } from './postgres.js';
import { ADA, CHROMIUM, catalog, FIREFOX, LOGIN, PAY } from './service.js';

/** To the servers of each database together. `npm run test:fuzz` sends more, with another seed. */
const REQUESTS = Number(process.env.TESTPOINT_FUZZ_REQUESTS ?? (IS_LONG ? 500 : 120));
const IS_SAMPLE = process.env.TESTPOINT_FUZZ_REQUESTS === undefined;
const SEED = Number(process.env.TESTPOINT_FUZZ_SEED ?? 17);
const MOST_MEMORY = 250 * 1024 * 1024;
/** Milliseconds. */
const TIME = 60_000 + REQUESTS * 30;

const limits = { attachmentLimit: 20_000, bodyLimit: 60_000 };

let postgres: Postgres | undefined;
beforeAll(async () => {
  if (servers.some(({ database }) => database === 'PostgreSQL')) postgres = await Postgres.start();
}, 180_000);
afterAll(() => postgres?.close());

const kinds = [
  ['a server with a catalog', { ...limits, catalog }],
  ['a server with a catalog and strict states', { ...limits, catalog, strictStates: true }],
  ['an open server', { ...limits, open: true, metrics: true }],
] as const;
const all = (['SQLite', 'PostgreSQL'] as const).flatMap((database) =>
  kinds.map(([kind, options]) => ({ kind, database, options })),
);
/** An open server, and one with strict states, both on SQLite. */
const servers = IS_LONG || !IS_SAMPLE ? all : all.slice(1, 3);

describe.each(servers)('$kind on $database', ({ database, options }) => {
  let server: FuzzedServer;
  let client: RudeClient;
  beforeEach(async () => {
    server = await FuzzedServer.start(options, database === 'PostgreSQL' ? postgres : undefined);
    client = new RudeClient(server.url);
  });
  afterEach(() => client.close());

  it(
    'answers any request as its document says, leaves no stray file, and needs little memory',
    async () => {
      const document = await OpenApiDocument.load(server.url);
      const fuzzed = requests(document, await prepare(server.url), ADA.secretKey);
      const numRuns = Math.ceil(REQUESTS / 3);
      await fc.assert(
        fc.asyncProperty(fuzzed, async ({ operation, ...request }) => {
          const answer = await client.send(request);
          const complaint = operation
            ? document.complaint(operation, answer)
            : document.complaintAboutRefusal(request.method, answer);
          if (complaint !== undefined) throw new Error(complaint);
          if (answer.status >= 500) throw new Error(`answers ${answer.status}: ${answer.body}`);
        }),
        { seed: SEED, numRuns },
      );
      await fc.assert(
        fc.asyncProperty(spoiledHttp(), fc.boolean(), async (bytes, breaksOff) => {
          const answer = await client.sendRaw(bytes, breaksOff);
          expect(answer).toMatch(
            /^(HTTP\/1\.1 (100|2\d\d|4\d\d.*\r\n([^\r]+\r\n)*content-type: application\/problem)|$)/i,
          );
        }),
        { seed: SEED, numRuns: Math.ceil(numRuns / 20) },
      );
      const peak = await server.peakMemory();
      expect(await server.end()).toEqual({ files: [], rows: [] });
      expect(server.said).toBe('');
      expect(peak).toBeLessThan(MOST_MEMORY);
      if (!IS_SAMPLE) console.log(`${numRuns} requests, ${Math.round(peak / 1024 / 1024)} MiB at most`);
    },
    TIME,
  );
});

/** Creates some of everything, so that requests can refer to it. */
async function prepare(url: string): Promise<Known> {
  const headers = { SecretKeyBase64: ADA.secretKey };
  const known = {
    testRunId: [] as string[],
    id: [] as string[],
    limit: ['0', '1', '50', '2147483648'],
    after: ['0', '1', '2147483647', '2147483648', '999999999999999'],
    projectId: ['1', '2', '3'],
    projectGlobalId: [1, 2],
    testPlanGlobalId: [5, 5, 6],
    configurationGlobalId: [10, 11, 20],
    configurationId: [CHROMIUM, FIREFOX],
    testCaseGlobalId: [101, 102, 103, 201],
    autoTestExternalId: ['login', 'pay > card', 'pay > cash'],
    // Generating these from their patterns would take longer than everything else.
    startedOn: ['2026-03-01T10:00:00.000Z'],
    completedOn: ['2026-03-01T10:00:01.5Z'],
    url: ['a.example', 'https://a.example/x?y#z'],
  };
  for (let count = 0; count < 10; count++) {
    const body = JSON.stringify({ projectGlobalId: 1, testPlanGlobalId: 5, testPoints: [LOGIN, PAY] });
    const post = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
    const created = await fetch(`${url}/api/Public/CreateTestRun`, { ...post, body });
    known.testRunId.push(idOf(await created.json()));
    if (count % 2 === 0) await fetch(`${url}/api/Public/StartTestRun/${known.testRunId[count]}`, post);
    const form = new FormData();
    form.append('file', new Blob([`content ${count}`]), `${count}.txt`);
    const uploaded = await fetch(`${url}/api/Public/attachment`, { method: 'POST', headers, body: form });
    known.id.push(idOf(await uploaded.json()));
  }
  return known;
}

function idOf(answer: unknown): string {
  if (typeof answer === 'object' && answer !== null && 'id' in answer) return String(answer.id);
  throw new Error(`No id in ${JSON.stringify(answer)}`);
}

/** An upload's HTTP text, cut off anywhere, with some bytes changed. */
function spoiledHttp(): fc.Arbitrary<Uint8Array> {
  const body = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\ncontent\r\n--b--\r\n';
  const head = [
    'POST /api/Public/attachment HTTP/1.1',
    'Host: localhost',
    `SecretKeyBase64: ${ADA.secretKey}`,
    'Content-Type: multipart/form-data; boundary=b',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  const whole = Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
  const changes = fc.array(fc.tuple(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 255 })), { maxLength: 3 });
  return fc.tuple(changes, fc.nat({ max: whole.length })).map(([changes, end]) => {
    const bytes = Buffer.from(whole);
    for (const [place, byte] of changes) bytes[place] = byte;
    return bytes.subarray(0, end);
  });
}
