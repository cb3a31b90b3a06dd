import { STATUS_WEIGHTS } from '@testpoint/interface/constants';
import { expect, it } from 'vitest';
import { PAY, result, startService, useServers } from './service.js';

useServers();

const service = await startService();

const statuses = ['Passed', 'Skipped', 'Blocked', 'In progress', 'Failed'] as const;

it('the weight of each status is as in the interface', () => {
  expect(STATUS_WEIGHTS).toEqual({ Passed: 1, Skipped: 2, Blocked: 3, 'In progress': 4, Failed: 5 });
});

it('a test point with two autotests has the status with the highest weight, where no result means In progress', async () => {
  for (const card of statuses) {
    for (const cash of statuses) {
      const run = await service.newRun([PAY]);
      for (const [autoTestExternalId, outcome] of [
        ['pay > card', card],
        ['pay > cash', cash],
      ] as const) {
        if (outcome !== 'In progress') await service.addResults(run, result({ autoTestExternalId, outcome }));
      }
      const heaviest = STATUS_WEIGHTS[card] > STATUS_WEIGHTS[cash] ? card : cash;
      expect(await service.points(run), `${card} and ${cash}`).toEqual([heaviest]);
    }
  }
});

it('a later result replaces the earlier one, heavier or lighter, and both are kept as history', async () => {
  const run = await service.newRun();
  const outcomes = ['Passed', 'Failed', 'Blocked', 'Skipped', 'Passed'];
  for (const outcome of outcomes) {
    await service.addResults(run, result({ outcome }));
    expect((await service.points(run))[0]).toBe(outcome);
  }
  const history = await service.entries(run, 'history');
  expect(history.map(({ outcome }) => outcome)).toEqual(outcomes);
  expect(await service.entries(run, 'results')).toMatchObject([{ id: history.at(-1)?.id, outcome: 'Passed' }]);
});
