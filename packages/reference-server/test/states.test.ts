import { describe, expect, it } from 'vitest';
import { CHROMIUM, FIREFOX, LOGIN, PAY, result, type Service, startService, useServers } from './service.js';

useServers();

const service = await startService();
const strict = await startService({ strictStates: true });

const MOVES = ['Start', 'Stop', 'Complete'] as const;
const STATUS = { Start: 'In progress', Stop: 'Stopped', Complete: 'Completed' } as const;

/** The moves that bring a run into each state. */
const STATES = {
  Pending: [],
  'In progress': ['Start'],
  Stopped: ['Start', 'Stop'],
  Completed: ['Start', 'Complete'],
} as const;

async function runIn(service: Service, state: keyof typeof STATES): Promise<string> {
  const run = await service.newRun();
  for (const move of STATES[state]) await service.move(run, move);
  expect(await service.run(run)).toMatchObject({ status: state });
  return run;
}

const everyMove = Object.keys(STATES).flatMap((state) =>
  MOVES.map((move) => [state as keyof typeof STATES, move] as const),
);

describe('moves', () => {
  it.each(everyMove)('from %s, %s succeeds, and the answer is JSON', async (state, move) => {
    const run = await runIn(service, state);
    expect(await service.move(run, move)).toMatchObject({ status: 200, body: { id: run } });
    expect(await service.run(run)).toMatchObject({ status: STATUS[move] });
  });

  const inOrder = new Set(['Pending Start', 'In progress Stop', 'In progress Complete']);
  it.each(everyMove)('with strict states, from %s, %s succeeds only in order', async (state, move) => {
    const service = strict;
    const run = await runIn(service, state);
    const expected = inOrder.has(`${state} ${move}`) ? 200 : 409;
    expect(await service.move(run, move)).toMatchObject({ status: expected });
    expect(await service.run(run)).toMatchObject({ status: expected === 200 ? STATUS[move] : state });
  });

  it('record when the run began and ended', async () => {
    const run = await service.newRun();
    await service.move(run, 'Start');
    expect(await service.run(run)).toMatchObject({ startedOn: expect.stringMatching(/Z$/), completedOn: null });
    await service.move(run, 'Stop');
    expect(await service.run(run)).toMatchObject({ completedOn: expect.stringMatching(/Z$/) });
  });

  it('accept a GUID in upper case', async () => {
    const run = await service.newRun();
    expect((await service.move(run.toUpperCase(), 'Start')).status).toBe(200);
  });

  it('tolerate an empty body, an empty JSON string, and any content type without a body', async () => {
    const path = `/api/Public/StartTestRun/${await service.newRun()}`;
    for (const sending of [
      { body: '', type: 'application/json' },
      { body: '""', type: 'application/json' },
      { body: '""', type: 'application/json-patch+json' },
      { body: '', type: 'text/plain' },
      { body: '', type: 'application/x-www-form-urlencoded' },
      {},
    ]) {
      expect((await service.request('POST', path, sending)).status).toBe(200);
    }
    expect((await service.post(path, { run: 1 })).status).toBe(400);
  });
});

describe('stop and complete', () => {
  it.each(['Stop', 'Complete'] as const)('%s sets every test point without a result to Skipped', async (move) => {
    const run = await service.newRun([
      LOGIN,
      PAY,
      { ...LOGIN, configurationGlobalId: 11 },
      { ...LOGIN, testCaseGlobalId: 103 },
    ]);
    await service.addResults(run, result({ outcome: 'Failed' }));
    await service.move(run, move);
    expect(await service.points(run)).toEqual(['Failed', 'Skipped', 'Skipped', 'Skipped']);
    const list = (await service.get('/api/Public/GetTestRuns/1')).body as unknown[];
    expect(list[0]).toMatchObject({ id: run, testPoints: { total: 4, Failed: 1, Skipped: 3, 'In progress': 0 } });
    expect((await service.run(run)).testPoints[1]?.autoTests).toMatchObject([
      { status: 'Skipped', filler: true, resultId: null },
      { status: 'Skipped', filler: true, resultId: null },
    ]);
  });

  it.each([
    ['Passed', 'Passed'],
    ['Skipped', 'Skipped'],
    ['Blocked', 'Blocked'],
    ['Failed', 'Failed'],
  ])('fill in a Skipped that does not outweigh a %s of the same test point', async (outcome, expected) => {
    const run = await service.newRun([PAY]);
    await service.addResults(run, result({ autoTestExternalId: 'pay > card', outcome }));
    await service.move(run, 'Stop');
    expect(await service.points(run)).toEqual([expected]);
  });

  it('fill in a Skipped that any real result replaces, while the run stays as it is', async () => {
    for (const [move, status] of [
      ['Stop', 'Stopped'],
      ['Complete', 'Completed'],
    ] as const) {
      const run = await service.newRun([PAY]);
      await service.move(run, move);
      expect(await service.points(run)).toEqual(['Skipped']);
      expect((await service.addResults(run, result({ autoTestExternalId: 'pay > cash' }))).status).toBe(200);
      expect(await service.points(run)).toEqual(['Passed']);
      await service.addResults(run, result({ autoTestExternalId: 'pay > card' }));
      expect(await service.run(run)).toMatchObject({ status, testPoints: [{ status: 'Passed' }] });
    }
  });
});

describe('automatic completion', () => {
  it('happens with the last missing result, not before', async () => {
    const run = await service.newRun([LOGIN, PAY]);
    await service.move(run, 'Start');
    for (const autoTestExternalId of ['login', 'pay > card']) {
      await service.addResults(run, result({ autoTestExternalId }));
      await service.addResults(run, result({ autoTestExternalId }));
      expect(await service.run(run)).toMatchObject({ status: 'In progress' });
    }
    await service.addResults(run, result({ autoTestExternalId: 'pay > cash', outcome: 'Failed' }));
    expect(await service.run(run)).toMatchObject({ status: 'Completed', completedOn: expect.any(String) });
  });

  it('needs the result of an autotest for each of its configurations', async () => {
    const run = await service.newRun([LOGIN, { ...LOGIN, configurationGlobalId: 11 }]);
    await service.addResults(run, result({ configurationId: CHROMIUM }));
    expect(await service.run(run)).toMatchObject({ status: 'Pending' });
    await service.addResults(run, result({ configurationId: FIREFOX }));
    expect(await service.run(run)).toMatchObject({ status: 'Completed' });
  });

  it('also happens when all results come in one array', async () => {
    const run = await service.newRun([PAY]);
    const body = ['pay > card', 'pay > cash'].map((autoTestExternalId) => result({ autoTestExternalId }));
    await service.addResults(run, body);
    expect(await service.run(run)).toMatchObject({ status: 'Completed' });
  });

  it('does not count a filled-in Skipped as a result', async () => {
    const run = await service.newRun([LOGIN, PAY]);
    await service.move(run, 'Stop');
    await service.move(run, 'Start');
    await service.addResults(run, result());
    expect(await service.run(run)).toMatchObject({ status: 'In progress' });
    await service.addResults(run, result({ autoTestExternalId: 'pay > card' }));
    await service.addResults(run, result({ autoTestExternalId: 'pay > cash' }));
    expect(await service.run(run)).toMatchObject({ status: 'Completed' });
  });
});

describe('results out of order', () => {
  it.each(['Pending', 'Stopped', 'Completed'] as const)('are accepted while the run is %s', async (state) => {
    const run = await runIn(service, state);
    expect((await service.addResults(run, result())).status).toBe(200);
    expect(await service.run(run)).toMatchObject({ status: state, testPoints: [{ status: 'Passed' }, {}] });
  });

  it.each(['Pending', 'Stopped', 'Completed'] as const)(
    'are a 409 with strict states while it is %s',
    async (state) => {
      const service = strict;
      const run = await runIn(service, state);
      expect(await service.addResults(run, result())).toMatchObject({ status: 409, body: { status: 409 } });
      expect(await service.entries(run, 'history')).toEqual([]);
    },
  );

  it('are accepted with strict states while it is In progress', async () => {
    const service = strict;
    const run = await runIn(service, 'In progress');
    expect((await service.addResults(run, result())).status).toBe(200);
  });
});
