import fc from 'fast-check';
import { expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { LOGIN, PAY, result, startBareService, startService, useServers } from './service.js';

useServers();

/** A sample in `npm test`. */
const runs = (number: number) => ({ numRuns: IS_LONG ? number : Math.ceil(number / 3) });

const service = await startService();
const open = await startBareService({ open: true });
const run = await service.newRun();

const paths = [
  '/api/Public/CreateTestRun',
  `/api/Public/StartTestRun/${run}`,
  '/api/Public/SetAutoTestResult',
  '/api/v2/testResults',
  `/api/v2/testRuns/${run}/testResults`,
];

/** Objects with the interface's fields and arbitrary values. */
const lookalike = fc.dictionary(
  fc.constantFrom(
    ...['testRunId', 'testPlanGlobalId', 'projectGlobalId', 'testPoints', 'configurationId', 'configurationGlobalId'],
    ...['autoTestExternalId', 'outcome', 'status', 'duration', 'stepResults', 'attachments', 'parameters', 'links'],
  ),
  fc.oneof(fc.jsonValue(), fc.constantFrom(run, 1, 5, 10, 'login', 'Passed', 'Ready', [], {})),
);

it('no body makes the server fail', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths),
      fc.oneof(fc.jsonValue(), lookalike, fc.array(lookalike)),
      async (path, json) => {
        for (const target of [service, open]) {
          const { status, body } = await target.request('POST', path, { json });
          expect(status, JSON.stringify(body)).toBeLessThan(500);
        }
      },
    ),
    runs(150),
  );
});

it('no sequence of bytes as a body makes the server fail', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths),
      fc.uint8Array({ minLength: 1, maxLength: 300 }),
      async (path, bytes) => {
        const body = Uint8Array.from(bytes);
        for (const type of ['application/json', 'multipart/form-data; boundary=b']) {
          expect((await service.request('POST', path, { body, type })).status).toBeLessThan(500);
          expect((await service.request('POST', '/api/Public/attachment', { body, type })).status).toBeLessThan(500);
        }
      },
    ),
    runs(60),
  );
});

it('any external id is found again, unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.string({ unit: 'binary', minLength: 1 }), { minLength: 1 }), async (ids) => {
      const id = crypto.randomUUID();
      const send = () =>
        open.addResults(
          id,
          ids.map((autoTestExternalId) => result({ autoTestExternalId })),
        );
      expect(await send()).toMatchObject({ status: 200 });
      expect(await send()).toMatchObject({ status: 200 });
      const known = (await open.entries(id, 'results')).map(({ autoTestExternalId }) => autoTestExternalId);
      expect(known.sort()).toEqual([...ids].sort());
      expect(await open.entries(id, 'history')).toHaveLength(2 * ids.length);
    }),
    runs(40),
  );
});

it('clients that report into one run at the same time do not disturb each other', async () => {
  const id = await service.newRun([LOGIN, PAY]);
  await service.move(id, 'Start');
  const names = ['login', 'pay > card', 'pay > cash'];
  const sent = Array.from({ length: 60 }, (_, index) =>
    result({ autoTestExternalId: names[index % 3], message: `${index}` }),
  );
  const answers = await Promise.all(sent.map((body) => service.addResults(id, body)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const history = await service.entries(id, 'history');
  expect(history.map(({ body }) => Number(body.message)).sort((a, b) => a - b)).toEqual(sent.map((_, index) => index));
  expect(history.map((entry) => entry.id).sort()).toEqual(answers.flatMap(({ body }) => body as string[]).sort());
  expect(await service.run(id)).toMatchObject({ status: 'Completed' });
});
