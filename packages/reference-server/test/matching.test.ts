import { describe, expect, it } from 'vitest';
import { FIREFOX, LOGIN, PAY, result, startService, useServers } from './service.js';

useServers();

const NOWHERE = '11111111-1111-4111-8111-111111111111';
const service = await startService();

describe('an array of results', () => {
  it('is answered with the GUIDs in order', async () => {
    const run = await service.newRun([LOGIN, PAY]);
    const ids = ['pay > cash', 'login', 'pay > card', 'login'];
    const { body } = await service.addResults(
      run,
      ids.map((autoTestExternalId) => result({ autoTestExternalId })),
    );
    const history = await service.entries(run, 'history');
    expect(history.map(({ id }) => id)).toEqual(body);
    expect(history.map(({ autoTestExternalId }) => autoTestExternalId)).toEqual(ids);
  });

  it('may be empty or have one element', async () => {
    const run = await service.newRun();
    expect(await service.addResults(run, [])).toMatchObject({ status: 200, body: [] });
    expect(await service.addResults(run, [result()])).toMatchObject({ status: 200, body: [expect.any(String)] });
  });

  it.each([
    ['an invalid one', result({ outcome: 'Broken' }), '/2/outcome'],
    ['one that is not an object', 'login', '/2'],
    ['one that matches no test point', result({ autoTestExternalId: 'nobody' }), '/2'],
  ])('with %s is refused as a whole, and the answer points at it', async (_, wrong, pointer) => {
    const run = await service.newRun();
    const answer = await service.addResults(run, [result(), result(), wrong, result()]);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
    expect(await service.entries(run, 'history')).toEqual([]);
    expect(await service.points(run)).toEqual(['In progress', 'In progress']);
  });
});

describe('a result that matches no test point of the run', () => {
  it.each([
    ['external id', { autoTestExternalId: 'a "quoted" 🙂 id' }],
    ['configuration', { configurationId: FIREFOX }],
    ['unknown configuration', { configurationId: NOWHERE.toUpperCase() }],
    ['test case that the run was created without', { autoTestExternalId: 'pay > card' }],
    ['case of letters', { autoTestExternalId: 'Login' }],
  ])('because of its %s is refused with the message of the interface', async (_, fields) => {
    const run = await service.newRun([LOGIN]);
    const sent = result(fields);
    const detail = `TestPoints required for autoTestResult with configurationId: ${sent.configurationId} and autoTestExternalId: ${sent.autoTestExternalId}`;
    expect(await service.addResults(run, sent)).toMatchObject({ status: 400, body: { status: 400, detail } });
  });

  it('is listed with all others in its array', async () => {
    const ids = ['login', 'x', 'login', 'y'];
    const { body } = await service.addResults(
      await service.newRun(),
      ids.map((autoTestExternalId) => result({ autoTestExternalId })),
    );
    expect(body).toMatchObject({
      detail: expect.stringContaining('autoTestExternalId: x'),
      errors: [{ pointer: '/1' }, { pointer: '/3', detail: expect.stringContaining('autoTestExternalId: y') }],
    });
  });
});

describe('the run of a result', () => {
  it.each([
    [NOWHERE, 404],
    ['x', 400],
    ['1', 400],
  ])('%s is refused with %i', async (run, status) => {
    expect(await service.addResults(run, result())).toMatchObject({ status, body: { status } });
  });

  it('is found by its GUID in upper case', async () => {
    const run = await service.newRun();
    expect((await service.addResults(run.toUpperCase(), result())).status).toBe(200);
  });
});
