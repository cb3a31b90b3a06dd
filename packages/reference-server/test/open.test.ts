import { expect, it } from 'vitest';
import { CHROMIUM, LOGIN, result, startBareService, startService, useServers } from './service.js';

useServers();

const RUN = '11111111-1111-4111-8111-111111111111';
const bare = await startBareService({ open: true });

it('an open server accepts results for any run, configuration and external id, and creates their test points', async () => {
  expect(
    await bare.addResults(RUN, [result(), result({ autoTestExternalId: 'new', outcome: 'Failed' })]),
  ).toMatchObject({
    status: 200,
    body: [expect.any(String), expect.any(String)],
  });
  await bare.addResults(
    RUN,
    result({ autoTestExternalId: 'new', outcome: 'Skipped', configurationId: CHROMIUM.toLowerCase() }),
  );
  expect(await bare.run(RUN)).toMatchObject({
    status: 'Pending',
    testPoints: [
      { status: 'Passed', autoTests: [{ autoTestExternalId: 'login' }] },
      { status: 'Skipped', autoTests: [{ autoTestExternalId: 'new' }] },
    ],
  });
});

it('an open server accepts legacy results of any plan and configuration', async () => {
  const run = '21111111-1111-4111-8111-111111111111';
  const fields = { testRunId: run, testPlanGlobalId: 77, autoTestExternalId: 'x' };
  for (const configurationGlobalId of [1, 2, -3, 1, Number.MAX_SAFE_INTEGER]) {
    const body = { ...fields, configurationGlobalId, outcome: 'Passed', duration: 1, stepResults: [] };
    expect(await bare.post('/api/v2/testResults', body)).toMatchObject({ status: 200 });
  }
  expect((await bare.run(run)).testPoints.map((point) => point.configurationGlobalId)).toEqual([
    1,
    2,
    -3,
    Number.MAX_SAFE_INTEGER,
  ]);
});

it('an open server accepts any project and plan, and its runs never complete by themselves', async () => {
  const { status, body } = await bare.create({ projectGlobalId: 8, testPlanGlobalId: 9, testPoints: [LOGIN] });
  expect(status).toBe(200);
  const { id } = body as { id: string };
  await bare.move(id, 'Start');
  await bare.addResults(id, result());
  expect(await bare.run(id)).toMatchObject({ status: 'In progress', testPoints: [{ status: 'Passed' }] });
  await bare.move(id, 'Complete');
  expect((await bare.get('/api/Public/GetTestRuns/8')).body).toMatchObject([{ id, status: 'Completed' }]);
  expect((await bare.get('/api/Public/GetTestRuns/9')).body).toEqual([]);
});

it('an open server starts, stops and completes unknown runs', async () => {
  for (const [digit, move, status] of [
    ['3', 'Start', 'In progress'],
    ['4', 'Stop', 'Stopped'],
    ['5', 'Complete', 'Completed'],
  ] as const) {
    const run = RUN.replace('1', digit);
    expect((await bare.move(run, move)).status).toBe(200);
    expect(await bare.run(run)).toMatchObject({ status });
  }
});

it('an open server validates bodies as strictly as any other', async () => {
  expect((await bare.addResults(RUN, result({ outcome: 'passed' }))).status).toBe(400);
  expect((await bare.addResults('x', result())).status).toBe(400);
  expect((await bare.get('/inspect/runs/61111111-1111-4111-8111-111111111111')).status).toBe(404);
});

it('an open server with a catalog creates the test points in the catalog at once', async () => {
  const service = await startService({ open: true });
  const run = await service.newRun([LOGIN, { configurationGlobalId: 99, testCaseGlobalId: 99 }]);
  expect(await service.points(run)).toEqual(['In progress']);
  await service.addResults(run, [result(), result({ autoTestExternalId: 'unknown' })]);
  expect(await service.run(run)).toMatchObject({
    status: 'Pending',
    testPoints: [{ status: 'Passed' }, { status: 'Passed' }],
  });
});
