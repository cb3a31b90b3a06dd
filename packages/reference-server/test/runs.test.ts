import { GUID_PATTERN } from '@testpoint/interface/constants';
import { describe, expect, it } from 'vitest';
import { LOGIN, PAY, startService, useServers } from './service.js';

useServers();

const service = await startService();

const NOWHERE = '11111111-1111-4111-8111-111111111111';
const valid = { projectGlobalId: 1, testPlanGlobalId: 5, testPoints: [LOGIN] };
/** Enough that the server checks them in several turns. */
const many = Array.from({ length: 250 }, () => LOGIN);

describe('creating a run', () => {
  it('answers with the GUID of a run that is Pending and appears in the list of its project', async () => {
    const service = await startService();
    const { status, body, headers } = await service.create(valid);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('application/json');
    const { id } = body as { id: string };
    expect(id).toMatch(new RegExp(GUID_PATTERN));
    const list = await service.get('/api/Public/GetTestRuns/1');
    expect(list).toMatchObject({
      status: 200,
      body: [
        {
          id,
          projectGlobalId: 1,
          testPlanGlobalId: 5,
          status: 'Pending',
          startedOn: null,
          completedOn: null,
          testPoints: { total: 1, Passed: 0, Skipped: 0, Blocked: 0, 'In progress': 1, Failed: 0 },
        },
      ],
    });
    expect((await service.get('/api/Public/GetTestRuns/2')).body).toEqual([]);
  });

  it('counts a test point that is listed twice only once', async () => {
    expect(await service.points(await service.newRun([LOGIN, PAY, LOGIN]))).toHaveLength(2);
  });

  it('allows a run without test points', async () => {
    expect(await service.points(await service.newRun([]))).toEqual([]);
  });

  it.each([
    ['no project', { ...valid, projectGlobalId: undefined }, ''],
    ['no plan', { ...valid, testPlanGlobalId: undefined }, ''],
    ['no test points', { ...valid, testPoints: undefined }, ''],
    ['a project of 0', { ...valid, projectGlobalId: 0 }, '/projectGlobalId'],
    ['a negative project', { ...valid, projectGlobalId: -1 }, '/projectGlobalId'],
    ['a plan of 0', { ...valid, testPlanGlobalId: 0 }, '/testPlanGlobalId'],
    ['a fractional plan', { ...valid, testPlanGlobalId: 5.5 }, '/testPlanGlobalId'],
    ['a project as text', { ...valid, projectGlobalId: '1' }, '/projectGlobalId'],
    ['a project of null', { ...valid, projectGlobalId: null }, '/projectGlobalId'],
    ['a project as true', { ...valid, projectGlobalId: true }, '/projectGlobalId'],
    ['a plan as a list', { ...valid, testPlanGlobalId: [5] }, '/testPlanGlobalId'],
    ['a project too large to be exact', { ...valid, projectGlobalId: 2 ** 53 }, '/projectGlobalId'],
    ['test points as an object', { ...valid, testPoints: LOGIN }, '/testPoints'],
    ['a test point as a number', { ...valid, testPoints: [1] }, '/testPoints/0'],
    ['a test point without a test case', { ...valid, testPoints: [{ configurationGlobalId: 10 }] }, '/testPoints/0'],
    ['a test point without a configuration', { ...valid, testPoints: [{ testCaseGlobalId: 1 }] }, '/testPoints/0'],
    [
      'a configuration as text',
      { ...valid, testPoints: [LOGIN, { ...LOGIN, configurationGlobalId: '10' }] },
      '/testPoints/1/configurationGlobalId',
    ],
    [
      'a fractional test case',
      { ...valid, testPoints: [{ ...LOGIN, testCaseGlobalId: 0.5 }] },
      '/testPoints/0/testCaseGlobalId',
    ],
    ['an unknown field', { ...valid, name: 'x' }, ''],
    ['an unknown field in a test point', { ...valid, testPoints: [{ ...LOGIN, name: 'x' }] }, '/testPoints/0'],
    [
      'a test point without a test case after many others',
      { ...valid, testPoints: [...many, { configurationGlobalId: 10 }, LOGIN] },
      '/testPoints/250',
    ],
    ['an unknown field beside many test points', { ...valid, testPoints: many, name: 'x' }, ''],
    ['a project of 0 with many test points', { ...valid, testPoints: many, projectGlobalId: 0 }, '/projectGlobalId'],
    ['many items in an unknown field', { ...valid, numbers: many }, ''],
    ['a list', [valid], ''],
    ['a string', 'run', ''],
    ['null', null, ''],
    ['an unknown test case', { ...valid, testPoints: [{ ...LOGIN, testCaseGlobalId: 999 }] }, '/testPoints/0'],
    ['an unknown configuration', { ...valid, testPoints: [{ ...LOGIN, configurationGlobalId: -9 }] }, '/testPoints/0'],
    [
      'a test point that the plan does not have',
      { ...valid, testPoints: [LOGIN, { ...PAY, configurationGlobalId: 11 }] },
      '/testPoints/1',
    ],
  ])('refuses %s with a 400 that points at it', async (_, body, pointer) => {
    const answer = await service.create(body);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body).toMatchObject({ type: 'about:blank', title: 'Bad Request', status: 400 });
    expect(answer.body).toMatchObject({ errors: [{ pointer, detail: expect.any(String) }] });
  });

  it.each([
    ['project', { ...valid, projectGlobalId: 9 }],
    ['plan', { ...valid, testPlanGlobalId: 9 }],
    ['plan of the project', { ...valid, testPlanGlobalId: 6 }],
  ])('answers 404 to an unknown %s', async (_, body) => {
    expect(await service.create(body)).toMatchObject({ status: 404, body: { status: 404, title: 'Not Found' } });
  });

  it('names every test point that is wrong', async () => {
    const wrong = { ...LOGIN, testCaseGlobalId: 999 };
    const { body } = await service.create({ ...valid, testPoints: [wrong, LOGIN, wrong] });
    expect(body).toMatchObject({ errors: [{ pointer: '/testPoints/0' }, { pointer: '/testPoints/2' }] });
  });
});

describe('listing the runs of a project', () => {
  it('accepts GET and POST, and returns the newest first', async () => {
    const service = await startService();
    const ids = [await service.newRun(), await service.newRun([LOGIN]), await service.newRun()].reverse();
    for (const method of ['GET', 'POST']) {
      const { status, body } = await service.request(method, '/api/Public/GetTestRuns/1');
      expect(status).toBe(200);
      expect((body as { id: string }[]).map(({ id }) => id)).toEqual(ids);
    }
  });

  it.each([['x'], ['0'], ['-1'], ['1.5'], ['%20'], ['1'.repeat(400)]])('refuses the id %s with a 400', async (id) => {
    expect(await service.get(`/api/Public/GetTestRuns/${id}`)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('projectId') },
    });
  });

  it('answers 404 to an unknown project', async () => {
    expect((await service.get('/api/Public/GetTestRuns/3')).status).toBe(404);
  });
});

describe('paths', () => {
  it.each([
    ['POST', `/api/Public/StartTestRun/${NOWHERE}`, 404],
    ['POST', `/api/Public/StopTestRun/${NOWHERE}`, 404],
    ['POST', `/api/Public/CompleteTestRun/${NOWHERE}`, 404],
    ['POST', '/api/Public/StartTestRun/1', 400],
    ['POST', '/api/Public/StopTestRun/x', 400],
    ['POST', `/api/Public/CompleteTestRun/${NOWHERE}0`, 400],
    ['POST', `/api/Public/CompleteTestRun/{${NOWHERE}}`, 400],
    ['GET', '/api/Public/CreateTestRun', 405],
    ['PUT', '/api/Public/GetTestRuns/1', 405],
    ['GET', `/api/v2/testRuns/${NOWHERE}/testResults`, 405],
    ['GET', '/api/v3/anything', 404],
    ['GET', '/api/Public/GetTestRuns/1/', 404],
    ['GET', '/api/public/GetTestRuns/1', 404],
    ['GET', '/api/Public/GetTestRuns/1%2F2', 400],
    ['OPTIONS', '/api/Public/GetTestRuns/1', 405],
    ['GET', '/%E0%A4%A', 400],
  ])('%s %s is refused with %i and a problem', async (method, path, status) => {
    const answer = await service.request(method, path);
    expect(answer).toMatchObject({ status, body: { status, detail: expect.any(String) } });
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
  });

  it.each([
    ['GET', '/api/Public/GetTestRuns/%31'],
    ['GET', '/api/Public/GetTestRuns/1?verbose=true'],
    ['HEAD', '/api/Public/GetTestRuns/1'],
  ])('%s %s is accepted', async (method, path) => {
    expect(await service.request(method, path)).toMatchObject({ status: 200 });
  });

  it('names the methods that a path allows', async () => {
    const { headers } = await service.request('DELETE', '/api/Public/GetTestRuns/1');
    expect(headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining(['GET', 'POST']));
  });
});

it('a project id has the same range in every operation', async () => {
  const open = await startService({ open: true });
  const largest = Number.MAX_SAFE_INTEGER;
  const given = { projectGlobalId: largest, testPlanGlobalId: largest, testPoints: [] };
  const { body } = await open.create(given);
  expect(await open.get(`/api/Public/GetTestRuns/${largest}`)).toMatchObject({ status: 200, body: [body] });
  for (const id of ['9007199254740992', '0', '-1']) {
    expect((await open.get(`/api/Public/GetTestRuns/${id}`)).status).toBe(400);
    expect((await open.create({ ...given, projectGlobalId: Number(id) })).status).toBe(400);
  }
});
