import { describe, expect, it } from 'vitest';
import { LOGIN, PAY, startService, useServers } from './service.js';

useServers();

const NOWHERE = '11111111-1111-4111-8111-111111111111';
const service = await startService();

const fields = { testPlanGlobalId: 5, autoTestExternalId: 'login', configurationGlobalId: 10 };
const legacy = { ...fields, outcome: 'Passed', duration: 1, stepResults: [] };
const setResult = { ...fields, status: 'Ready', outcome: 'Passed' };

const post = (body: unknown, type = 'application/jsonpatch+json') =>
  service.request('POST', '/api/v2/testResults', { json: body, type });
const set = (body: unknown, type = 'application/json-patch+json') =>
  service.request('POST', '/api/Public/SetAutoTestResult', { json: body, type });

describe('the legacy body', () => {
  it.each(['Passed', 'Skipped', 'Blocked', 'Failed'])('sets %s, and is answered with the GUID', async (outcome) => {
    const testRunId = await service.newRun();
    const step = { action: 'open', duration: 12, outcome: 'Passed' };
    const sent = { ...legacy, testRunId, outcome, message: 'm', stackTrace: 's', stepResults: [step] };
    const { status, body } = await post(sent);
    expect(status).toBe(200);
    expect((await service.points(testRunId))[0]).toBe(outcome);
    const [entry] = await service.entries(testRunId, 'results');
    expect(entry).toMatchObject({ operation: 'addLegacyResult', body: sent });
    expect(body).toEqual([entry?.id]);
  });

  it.each([
    ['testRunId', [], ['x', 1, null]],
    ['testPlanGlobalId', [5], [0, -5, 5.5, '5', null]],
    ['autoTestExternalId', ['login'], ['', 1, null]],
    ['configurationGlobalId', [10], ['10', 10.5, null]],
    ['outcome', ['Passed'], ['NotPassed', 'In progress', '', 1, null]],
    ['message', ['', 'x'], [1, null]],
    ['stackTrace', ['', 'x'], [1, null]],
    ['duration', [1, 86_400_001], [0, -1, 1.5, '1', null]],
    ['stepResults', [[], [{ action: 'a', duration: 0, outcome: 'Blocked' }]], [{}, 'x', null, [1]]],
    [
      'stepResults',
      [[{}]],
      [[{ action: 1 }], [{ duration: 0.5 }], [{ duration: -1 }], [{ outcome: 'Ok' }], [{ title: 'x' }]],
    ],
    ['configurationId', [], [NOWHERE]],
    ['status', [], ['Ready']],
  ])('has a valid %s or is refused', async (field, good, bad) => {
    const testRunId = await service.newRun();
    for (const value of good) {
      expect(await post({ ...legacy, testRunId, [field]: value }), JSON.stringify(value)).toMatchObject({
        status: 200,
      });
    }
    for (const value of bad) {
      expect(await post({ ...legacy, testRunId, [field]: value }), JSON.stringify(value)).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: expect.any(String) }] },
      });
    }
    expect(await service.entries(testRunId, 'history')).toHaveLength(good.length);
  });

  it.each(['testRunId', ...Object.keys(legacy)])('is refused without %s', async (field) => {
    const answer = await post({ ...legacy, testRunId: await service.newRun(), [field]: undefined });
    expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringContaining(field) } });
  });

  it('is one result, never an array', async () => {
    expect(await post([{ ...legacy, testRunId: await service.newRun() }])).toMatchObject({ status: 400 });
  });

  it('is accepted in each content type', async () => {
    const body = { ...legacy, testRunId: await service.newRun() };
    for (const type of [
      'application/json',
      'application/json-patch+json',
      'application/jsonpatch+json; charset=UTF-8',
    ]) {
      expect(await post(body, type)).toMatchObject({ status: 200 });
      expect(await set({ ...setResult, testRunId: body.testRunId }, type)).toMatchObject({ status: 200 });
    }
  });
});

describe('the body of SetAutoTestResult', () => {
  it.each([
    ['Passed', 'Passed'],
    ['NotPassed', 'Failed'],
    ['Skipped', 'Skipped'],
  ])('%s sets %s', async (outcome, expected) => {
    const testRunId = await service.newRun();
    const sent = { ...setResult, testRunId, outcome, message: 'm', stackTrace: 's' };
    expect(await set(sent)).toMatchObject({ status: 200, body: [expect.any(String)] });
    expect((await service.points(testRunId))[0]).toBe(expected);
    expect(await service.entries(testRunId, 'results')).toMatchObject([{ operation: 'setAutoTestResult', body: sent }]);
  });

  it('with NotReady goes into the history and changes nothing', async () => {
    const testRunId = await service.newRun([LOGIN]);
    expect(await set({ ...setResult, testRunId, status: 'NotReady' })).toMatchObject({ status: 200 });
    expect(await service.run(testRunId)).toMatchObject({ status: 'Pending', testPoints: [{ status: 'In progress' }] });
    expect(await service.entries(testRunId, 'results')).toEqual([]);
    expect(await service.entries(testRunId, 'history')).toHaveLength(1);
  });

  it.each([
    ['status', ['ready', '', 1, null, undefined]],
    ['outcome', ['Failed', 'Blocked', 'passed', null, undefined]],
    ['testRunId', ['x', undefined]],
    ['testPlanGlobalId', ['5', undefined]],
    ['autoTestExternalId', ['', undefined]],
    ['configurationGlobalId', ['10', undefined]],
    ['message', [1]],
    ['stackTrace', [1]],
    ['duration', [1]],
  ])('has a valid %s or is refused', async (field, bad) => {
    const testRunId = await service.newRun();
    for (const value of bad) {
      expect(await set({ ...setResult, testRunId, [field]: value }), String(value)).toMatchObject({ status: 400 });
    }
  });
});

describe.each([
  ['the legacy operation', post, legacy],
  ['SetAutoTestResult', set, setResult],
])('%s', (_, send, body) => {
  it('completes a run when all results are set', async () => {
    const testRunId = await service.newRun([PAY]);
    await send({ ...body, testRunId, autoTestExternalId: 'pay > card' });
    expect(await service.run(testRunId)).toMatchObject({ status: 'Pending' });
    await send({ ...body, testRunId, autoTestExternalId: 'pay > cash' });
    expect(await service.run(testRunId)).toMatchObject({ status: 'Completed' });
  });

  it.each([
    ['an unknown run', { testRunId: NOWHERE }, 404, `There is no test run ${NOWHERE}.`],
    ['an unknown plan', { testPlanGlobalId: 99 }, 404, 'There is no test plan 99.'],
    ["a plan that is not the run's", { testPlanGlobalId: 6 }, 400, '/testPlanGlobalId'],
    ['an unknown autotest', { autoTestExternalId: 'nobody' }, 400, 'TestPoints required'],
    ['an unknown configuration', { configurationGlobalId: 99 }, 400, 'configurationId: 99 and'],
    ['a configuration that the run was created without', { configurationGlobalId: 11 }, 400, 'TestPoints required'],
  ])('refuses %s', async (__, wrong, status, detail) => {
    const testRunId = await service.newRun();
    const answer = await send({ ...body, testRunId, ...wrong });
    expect(answer).toMatchObject({ status, body: { detail: expect.stringContaining(detail) } });
  });
});
