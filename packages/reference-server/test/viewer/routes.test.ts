import { randomUUID } from 'node:crypto';
import type { RunData } from '@testpoint/report/format';
import { describe, expect, it } from 'vitest';
import { ADA, catalog, LOGIN, PAY, result, startBareService, startService, useServers } from '../service.js';

useServers();
const service = await startService();
const open = await startBareService({ open: true });

/** What the tests look at in the lines of a report. */
type Lines = { outcomes: string; run: { failureGroups: { count: number }[] } }[];

const get = async (path: string) => (await service.get(`/viewer${path}`)).body;

describe('runs', () => {
  it('are listed with names, filters and pages', async () => {
    const runs: string[] = [];
    for (let count = 0; count < 3; count++) runs.unshift(await service.newRun([LOGIN]));
    await service.move(runs[0] ?? '', 'Start');
    const first = (await get('/runs?project=1&plan=5&limit=2')) as { runs: { id: string }[]; next: string };
    expect(first.runs.map(({ id }) => id)).toEqual(runs.slice(0, 2));
    expect(first.runs[0]).toMatchObject({
      status: 'In progress',
      projectName: catalog.projects[0]?.name ?? null,
      results: 0,
      testPoints: { total: 1 },
    });
    expect(await get(`/runs?project=1&limit=1&after=${first.next}`)).toMatchObject({ runs: [{ id: runs[2] }] });
    expect(await get('/runs?status=In%20progress')).toMatchObject({ runs: [{ id: runs[0] }], next: null });
    expect(await get('/runs?plan=999')).toEqual({ runs: [], next: null });
  });

  it('show branch, commit and job from the properties of their results', async () => {
    const run = await service.newRun([LOGIN]);
    const properties = { branch: 'main', commit: 'abc', jobUrl: 'https://ci.example.org/1' };
    const times = { startedOn: '2026-01-31T12:00:00.000Z', completedOn: '2026-01-31T12:00:02.000Z' };
    await service.addResults(run, result({ properties, ...times }));
    expect(await get(`/runs/${run.toUpperCase()}`)).toMatchObject({
      branch: 'main',
      commit: 'abc',
      job: 'https://ci.example.org/1',
      began: Date.parse(times.startedOn),
      ended: Date.parse(times.completedOn),
      results: 1,
    });
  });
});

describe('a run', () => {
  it('names a configuration as the session does that ran in it last, unless the catalog names it', async () => {
    const run = randomUUID();
    const [one, other] = [randomUUID(), randomUUID()];
    for (const [configurationId, environment] of [
      ...[[one.toUpperCase(), 'Windows'] as const, [one, 'macOS'] as const, [other, 'Linux'] as const],
    ]) {
      const sender = Buffer.from(JSON.stringify({ id: environment, environment })).toString('base64url');
      const headers = { SecretKeyBase64: ADA.secretKey, 'Testpoint-Session': sender };
      await open.request('POST', `/api/v2/testRuns/${run}/testResults`, { json: result({ configurationId }), headers });
    }
    const [head] = (await open.get(`/viewer/runs/${run}/report`)).body as Lines;
    expect(head).toMatchObject({ run: { environments: ['macOS', 'Linux'] } });
    const { testPoints } = (await open.get(`/viewer/runs/${run}/points`)).body as { testPoints: object[] };
    expect(testPoints).toMatchObject([{ configurationName: 'macOS' }, { configurationName: 'Linux' }]);
    const { configurations } = (await open.get('/viewer/choices')).body as { configurations: object[] };
    expect(configurations).toEqual(expect.arrayContaining([{ id: one, name: 'macOS' }]));
  });

  it('shows who ran its tests, of several frameworks, too, and which results are without a name', async () => {
    const run = await service.newRun([LOGIN, PAY]);
    const header = (sender: object) => Buffer.from(JSON.stringify(sender)).toString('base64url');
    const add = (id: string, sender: string) => {
      const headers = { SecretKeyBase64: ADA.secretKey, 'Testpoint-Session': sender };
      const json = result({ autoTestExternalId: id });
      return service.request('POST', `/api/v2/testRuns/${run}/testResults`, { json, headers });
    };
    const ci = { system: 'GitLab CI', branch: 'main' };
    await add('login', header({ id: 'one', framework: 'jest', frameworkVersion: '30', startedAt: 5, ci }));
    await add(
      'pay > card',
      header({ id: 'other', framework: 'mocha', tool: 7, environment: 'Windows', rubbish: true }),
    );
    expect((await add('pay > cash', 'neither base64 nor JSON')).status).toBe(200);
    const { sessions, branch } = (await get(`/runs/${run}`)) as { sessions: object[]; branch: string };
    expect([branch, sessions]).toEqual([
      'main',
      [
        { id: 'one', framework: 'jest', frameworkVersion: '30', tool: '', startedAt: 5, ci },
        { id: 'other', framework: 'mocha', frameworkVersion: '', tool: '', startedAt: 0, environment: 'Windows' },
      ],
    ]);
    const [head, rows] = (await get(`/runs/${run}/report`)) as [{ run: RunData }, { sessions: number[] }];
    expect(head.run.sessions.map(({ framework, counts: { passed } }) => [framework, passed])).toEqual([
      ...[
        ['jest', 1],
        ['mocha', 1],
        ['Regression', 1],
      ],
    ]);
    expect(rows.sessions).toEqual([0, 1, 2]);
    const items = await Promise.all([1, 2, 3].map((number) => get(`/runs/${run}/results/${number}`)));
    expect(items).toMatchObject([{ session: 0 }, { session: 1 }, { session: 2 }]);
    expect(await service.get('/api/Public/GetTestRuns/1')).not.toHaveProperty('body.0.sessions');
  });

  it('says which results have a picture or a trace', async () => {
    const run = await service.newRun([LOGIN, PAY]);
    const upload = async (name: string, type: string) => {
      const form = new FormData();
      form.set('file', new Blob(['content'], { type }), name);
      return (await service.request('POST', '/api/Public/attachment', { body: form })).body as { id: string };
    };
    const [picture, trace] = [await upload('shot.png', 'image/png'), await upload('trace', 'application/zip')];
    await service.addResults(run, [
      result({
        attachments: [picture.id.toUpperCase()],
        stepResults: [{ title: 's', attachments: [{ id: trace.id }] }],
      }),
      result({ autoTestExternalId: 'pay > card', attachments: [trace.id] }),
      result({ autoTestExternalId: 'pay > cash' }),
    ]);
    expect(await get(`/runs/${run}/report`)).toMatchObject([{}, { evidence: '320' }]);
  });

  it.each(['gzip', 'identity'])('without results and with one is a report, sent as %s', async (encoding) => {
    const run = await service.newRun([LOGIN]);
    const linesOf = async () => {
      const sent = { SecretKeyBase64: ADA.secretKey, 'accept-encoding': encoding };
      const { headers, body } = await service.request('GET', `/viewer/runs/${run}/report`, { headers: sent });
      expect(headers.get('content-encoding')).toBe(encoding === 'gzip' ? encoding : null);
      return body;
    };
    expect(await linesOf()).toMatchObject([{ results: 0 }]);
    await service.addResults(run, result());
    expect(await linesOf()).toMatchObject([{ results: 1 }, { outcomes: 'P' }]);
  });

  it('of many results is a report of all of them', async () => {
    const run = randomUUID();
    const many = Array.from({ length: 4500 }, (_, index) =>
      result({ autoTestExternalId: `test ${index}`, outcome: index % 1000 === 7 ? 'Failed' : 'Passed', message: 'm' }),
    );
    await open.addResults(run, many);
    const [report, ...chunks] = (await open.get(`/viewer/runs/${run}/report`)).body as Lines;
    if (report === undefined) throw new Error('It has no lines.');
    expect(report).toMatchObject({ results: 4500, run: { rows: 4500, counts: { passed: 4495, failed: 5 } } });
    expect(report.run.failureGroups.map(({ count }) => count)).toEqual([5]);
    expect(chunks).toMatchObject([{ resultPlaces: many.map((_, index) => index + 1) }]);
  });

  it('is a report of the latest result of each test, in files and environments', async () => {
    const run = randomUUID();
    const other = '00000000-0000-4000-8000-000000000002';
    const id = 'a.spec.ts > cart > adds';
    const attempts = { parameters: { attempts: '2' } };
    const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
    await open.addResults(run, [
      result({ autoTestExternalId: id, outcome: 'Failed', message: 'first' }),
      result({ autoTestExternalId: id, ...attempts, message: 'Flaky: passed on attempt 2 of 2' }),
      result({ autoTestExternalId: id, configurationId: other, outcome: 'Failed', message: 'second 1' }),
      result({
        ...{ autoTestExternalId: 'b.spec.ts > pays', outcome: 'Failed', message: 'second 2' },
        ...{ startedOn: at(0), completedOn: at(17), duration: 1 },
      }),
      // It fails in each attempt.
      result({ autoTestExternalId: 'c.spec.ts > breaks', ...attempts, message: 'Failed, as expected.' }),
    ]);
    const [head, chunk] = (await open.get(`/viewer/runs/${run}/report`)).body as Lines;
    expect(head).toMatchObject({
      results: 5,
      run: {
        counts: { passed: 2, failed: 2, flaky: 1 },
        tests: { passed: 1, failed: 2 },
        files: ['a.spec.ts', 'b.spec.ts', 'c.spec.ts'],
        suites: [[], ['cart']],
        environments: expect.arrayContaining([other]),
        failureGroups: [{ message: 'second …', count: 2 }],
        sessions: [{ runId: run, end: 'complete' }],
      },
    });
    const titles = ['adds', 'adds', 'pays', 'breaks'];
    expect(chunk).toMatchObject({ titles, resultPlaces: [2, 3, 4, 5], outcomes: 'PFFP', repeats: '1000' });
    // The sum of its attempts. The run covers all of them.
    expect(chunk).toMatchObject({ durations: [-1, -1, 1_000, -1] });
    expect(head).toMatchObject({ run: { startedAt: Date.parse(at(0)), endedAt: Date.parse(at(17)) } });
  });

  it('has test points, and each result in full', async () => {
    const run = await service.newRun([LOGIN, PAY, { configurationGlobalId: 11, testCaseGlobalId: 101 }]);
    const sent = result({ message: 'why', parameters: { a: 'b' } });
    await service.addResults(run, sent);
    expect(await get(`/runs/${run}/points`)).toMatchObject({
      testPoints: [
        { testCaseGlobalId: 101, status: 'Passed', configurationName: 'Chromium' },
        { status: 'In progress', autoTests: [{ externalId: 'pay > card' }, { externalId: 'pay > cash' }] },
        { testCaseGlobalId: 101, configurationName: 'Configuration 11' },
      ],
      next: null,
    });
    expect(await get(`/runs/${run}/points?status=In%20progress&limit=1`)).toMatchObject({
      testPoints: [{ testCaseGlobalId: 102, autoTests: [{}, {}] }],
      next: 2,
    });
    expect(await get(`/runs/${run}/points?status=Failed`)).toEqual({ testPoints: [], next: null });
    const { configurationId, ...shown } = sent;
    expect(await get(`/runs/${run}/results/1`)).toMatchObject({
      session: 0,
      files: [],
      entry: { id: 'login', body: shown },
    });
  });

  it.each([
    ['text/html', 'text/plain; charset=utf-8'],
    ['application/json; charset=utf-8', 'text/plain; charset=utf-8'],
    ['application/problem+json', 'text/plain; charset=utf-8'],
    ['application/xml', 'text/plain; charset=utf-8'],
    ['image/svg+xml', 'application/octet-stream'],
    ['application/pdf', 'application/octet-stream'],
  ])('shows an attachment of the type %s as %s', async (contentType, shown) => {
    const form = new FormData();
    form.append('file', new Blob(['<x/>'], { type: contentType }), 'x');
    const { body } = await service.request('POST', '/api/Public/attachment', { body: form });
    const { id } = body as { id: string };
    const run = await service.newRun([LOGIN]);
    await service.addResults(run, result({ attachments: [id] }));
    const isText = shown.startsWith('text/');
    expect(await get(`/runs/${run}/results/1`)).toMatchObject({ files: [{ path: id, isText }] });
    const { headers } = await service.get(`/viewer/attachments/${id}/content`);
    expect(headers.get('content-type')).toBe(shown);
  });

  it('is searched through what the report searches, whatever the case', async () => {
    const run = await service.newRun([LOGIN, PAY]);
    const spaced = JSON.stringify(
      result({ autoTestExternalId: 'pay > card', parameters: { browser: 'été' } }),
      null,
      2,
    );
    await service.addResults(run, [
      result({ stepResults: [{ title: 'Opens the "Shop"' }, { title: 'opens\nanother' }] }),
    ]);
    await service.request('POST', `/api/v2/testRuns/${run}/testResults`, {
      body: `[${spaced.replaceAll('é', '\\u00e9')}]`,
      type: 'application/json',
    });
    const search = async (text: string) => {
      const { headers, body } = await service.get(`/viewer/runs/${run}/search?text=${encodeURIComponent(text)}`);
      expect(headers.get('content-type')).toBe('application/x-ndjson');
      return body;
    };
    expect(await search('the "SHOP"')).toEqual([
      { texts: ['Opens the "Shop"'], kinds: 's', results: [[1]], looked: 2 },
    ]);
    expect(await search('opens another')).toMatchObject([{ texts: ['opens another'], results: [[1]] }]);
    expect(await search('browser: éTÉ')).toMatchObject([{ texts: ['browser: été'], kinds: 'p', results: [[2]] }]);
    // A name of the format is no text.
    expect(await search('outcome')).toEqual([{ texts: [], kinds: '', results: [], looked: 2 }]);
    const escaped = JSON.stringify(result({ stepResults: [{ title: 'GET cart/items' }] })).replace('/', '\\/');
    await service.request('POST', `/api/v2/testRuns/${run}/testResults`, {
      body: `[${escaped}]`,
      type: 'application/json',
    });
    expect(await search('cart/ITEMS')).toMatchObject([{ texts: ['GET cart/items'], results: [[3]] }]);
    const again = result({ stepResults: [{ title: 'opens it again' }] });
    await service.addResults(run, [{ ...again, autoTestExternalId: 'pay > card' }, again]);
    expect(await search('it again')).toMatchObject([{ texts: ['opens it again'], results: [[5, 4]] }]);
  });

  it('is compared with another one, and its tests have a history', async () => {
    const [before, after] = [randomUUID(), randomUUID()];
    const [fixed, gone, added] = ['fixed', 'gone', 'added'].map((name) => `${name} ${before}`);
    const of = (autoTestExternalId: string | undefined, outcome: string) => result({ autoTestExternalId, outcome });
    await open.addResults(before, [of(fixed, 'Failed'), of(gone, 'Passed')]);
    await open.addResults(after, [of(fixed, 'Passed'), of(added, 'Passed')]);
    expect((await open.get(`/viewer/runs/${after}/compare/${before}`)).body).toMatchObject({
      differences: [{ ids: [fixed, added], weights: [1, 1], weightsBefore: [5, null] }],
      missing: [{ ids: [gone], weights: [1] }],
    });
    const { body } = await open.get(`/viewer/history?id=${encodeURIComponent(fixed ?? '')}`);
    expect(body).toMatchObject({ runs: [after, before], weights: [1, 5] });
  });
});

it.each([
  ['/runs/5', 400],
  [`/runs/${randomUUID()}`, 404],
  [`/runs/${randomUUID()}/points`, 404],
  [`/runs/${randomUUID()}/search?text=x`, 404],
  [`/runs/${randomUUID()}/compare/${randomUUID()}`, 404],
  [`/runs/${randomUUID()}/download?form=zip`, 404],
  [`/runs/${randomUUID()}/download?form=pdf`, 400],
  [`/runs?after=${randomUUID()}`, 404],
  ['/runs?after=x', 400],
  ['/runs?status=Gone', 400],
  ['/runs?limit=-1', 400],
  ['/history', 400],
  ['/changes?runs=x', 400],
  [`/attachments/${randomUUID()}/content`, 404],
  ['/attachments/..%2F..%2Fetc%2Fpasswd/content', 400],
])('%s is refused with %i and a problem document', async (path, status) => {
  const answer = await service.get(`/viewer${path}`);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
});

it('a result that does not exist is refused with 404', async () => {
  const run = await service.newRun([LOGIN]);
  expect((await service.get(`/viewer/runs/${run}/results/1`)).status).toBe(404);
});

it('no route of the pages is part of the interface, and --no-viewer removes them', async () => {
  const { body } = await service.get('/openapi.json');
  expect(Object.keys((body as { paths: object }).paths).filter((path) => path.includes('viewer'))).toEqual([]);
  const without = await startService({ viewer: false });
  expect((await without.get('/viewer/runs')).status).toBe(404);
});
