import { beforeAll, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import {
  ADA,
  CHROMIUM,
  catalog,
  type InspectedRun,
  result,
  type Service,
  startBareService,
  startService,
  useServers,
} from './service.js';

useServers();

const POINTS = 2_500;
const testCases = Array.from({ length: POINTS }, (_, index) => ({
  globalId: 1000 + index,
  projectGlobalId: 1,
  autoTests: [`case ${index}`],
}));
const testPoints = testCases.map(({ globalId }) => ({ configurationGlobalId: 10, testCaseGlobalId: globalId }));
const large = {
  ...catalog,
  testCases: [...catalog.testCases, ...testCases],
  testPlans: [...catalog.testPlans, { globalId: 8, projectGlobalId: 1, testPoints }],
};

describe('the test points of a run', () => {
  let service: Service;
  let run: string;
  beforeAll(async () => {
    service = await startService({ catalog: large });
    // The points of another run in between must not appear.
    await service.newRun();
    const { body } = await service.create({ projectGlobalId: 1, testPlanGlobalId: 8, testPoints });
    run = (body as { id: string }).id;
    await service.newRun();
  });
  const page = async (query: string) => (await service.get(`/inspect/runs/${run}${query}`)).body as InspectedRun;
  const ids = ({ testPoints }: InspectedRun) => testPoints.map(({ testCaseGlobalId }) => testCaseGlobalId);

  it('come a thousand at a time by default, and `next` leads to the others', async () => {
    const first = await page('');
    expect(first).toMatchObject({ id: run, status: 'Pending', next: expect.any(Number) });
    expect(first.testPoints).toHaveLength(1000);
    const all = ids(first);
    for (let { next } = first; next !== null; ) {
      const more = await page(`?after=${next}`);
      all.push(...ids(more));
      next = more.next;
    }
    expect(all).toEqual(testCases.map(({ globalId }) => globalId));
  });

  it.each([
    [0, 0, true],
    [1, 1, true],
    [100, 100, true],
    [POINTS - 1, POINTS - 1, true],
    [POINTS, POINTS, false],
    [POINTS + 1, POINTS, false],
  ])('come %i at a time if the request says so', async (limit, count, goesOn) => {
    const { testPoints, next } = await page(`?limit=${limit}`);
    expect({ count: testPoints.length, goesOn: next !== null }).toEqual({ count, goesOn });
  });

  it.each(['?limit=x', '?limit=-1', '?after=x', '?after=1.5'])('are refused with %s', async (query) => {
    expect(await service.get(`/inspect/runs/${run}${query}`)).toMatchObject({ status: 400, body: { status: 400 } });
  });
});

describe('the list of runs', () => {
  it('also comes in pages, newest first', async () => {
    const service = await startService();
    const runs: string[] = [];
    for (let count = 0; count < 7; count++) runs.unshift(await service.newRun());
    const list = async (query: string) =>
      ((await service.get(`/inspect/runs${query}`)).body as { id: string }[]).map(({ id }) => id);
    expect(await list('')).toEqual(runs);
    expect(await list('?limit=3')).toEqual(runs.slice(0, 3));
    expect(await list(`?limit=3&after=${runs[2]?.toUpperCase()}`)).toEqual(runs.slice(3, 6));
    expect(await list(`?after=${runs[5]}`)).toEqual(runs.slice(6));
    expect(await list(`?after=${runs[6]}`)).toEqual([]);
    expect(await list('?limit=0')).toEqual([]);
    expect((await service.get('/inspect/runs?after=x')).status).toBe(400);
    expect((await service.get(`/inspect/runs?after=${crypto.randomUUID()}`)).status).toBe(404);
  });
});

describe('a long list', () => {
  const RUN = '11111111-1111-4111-8111-111111111111';
  const message = 'Ошибка "quoted" 🙂 ] , } \\';

  it.each(IS_LONG ? (['results', 'history'] as const) : (['results'] as const))(
    'of %s does not block other clients',
    async (list) => {
      const service = await startBareService({ open: true });
      const count = IS_LONG ? 20_000 : 10_000;
      const sent = Array.from({ length: count }, (_, index) =>
        result({ autoTestExternalId: `test ${index}`, message }),
      );
      expect((await service.addResults(RUN, sent)).status).toBe(200);
      let hasEnded = false;
      const reading = service.entries(RUN, list).then((entries) => {
        hasEnded = true;
        return entries;
      });
      let answersMeanwhile = 0;
      while (!hasEnded) {
        await service.get('/api/Public/GetTestRuns/1');
        if (!hasEnded) answersMeanwhile++;
      }
      const entries = await reading;
      expect(entries.map(({ body }) => body)).toEqual(sent);
      expect(answersMeanwhile).toBeGreaterThan(3);
    },
  );

  it('returns each result of an array with the text that was sent', async () => {
    const service = await startBareService({ open: true });
    const texts = [0, 1, 20_000, 40_000, 3].map((length, index) => {
      const padding = `"message" : "${'x'.repeat(length)}${'ы'.repeat(length)}"`;
      return `{ "configurationId":"${CHROMIUM}",\n"autoTestExternalId":"[${index}","outcome":"Passed", ${padding} }`;
    });
    const body = `\uFEFF [ ${texts.join(' \n,\t')} ]\n`;
    const path = `/api/v2/testRuns/${RUN}/testResults`;
    expect((await service.request('POST', path, { body, type: 'application/json' })).status).toBe(200);
    for (const list of ['results', 'history']) {
      const answer = await fetch(`${service.url}/inspect/runs/${RUN}/${list}`, {
        headers: { SecretKeyBase64: ADA.secretKey },
      });
      const text = await answer.text();
      for (const each of texts) expect(text).toContain(`"body":${each}}`);
    }
  });

  it('is not generated for HEAD', async () => {
    const service = await startService();
    const run = await service.newRun();
    for (const path of ['/inspect/runs', `/inspect/runs/${run}`, `/inspect/runs/${run}/history`]) {
      const { status, body, headers } = await service.request('HEAD', path);
      expect({ status, body, type: headers.get('content-type') }).toMatchObject({
        status: 200,
        body: '',
        type: expect.stringContaining('application/json'),
      });
    }
  });
});
