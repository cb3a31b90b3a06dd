import { classifyAnswer, ServiceClient, ServiceError } from '@testpoint/core/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONFIGURATION, SECRET, Workplace } from './harness.js';

let place: Workplace;
let service: ServiceClient;
let runId: string;
beforeAll(async () => {
  place = await Workplace.open();
  service = new ServiceClient({
    url: place.server.url,
    secretKey: SECRET,
    userName: 'anna',
    requestTimeout: 5000,
    concurrency: 2,
  });
  const testPoints = [1, 2, 3].map((number) => ({ configurationGlobalId: 10, testCaseGlobalId: 100 + number }));
  runId = await service.createRun({ projectGlobalId: 1, testPlanGlobalId: 5, testPoints });
  await service.startRun(runId);
});
afterAll(async () => {
  service.close();
  await place.close();
});

const idOf = (number: number) => `suite.test.mjs > suite > test ${number}`;
const legacy = { testPlanGlobalId: 5, configurationGlobalId: 10 };

async function failure(request: Promise<unknown>): Promise<ServiceError> {
  const error = await request.catch((reason: unknown) => reason);
  if (!(error instanceof ServiceError)) throw new Error(`not refused: ${error}`);
  return error;
}

test('the reference server accepts every operation of the client', async () => {
  const attachment = await service.uploadAttachment({
    name: 'GET /x.txt',
    contentType: 'text/plain',
    content: Buffer.alloc(100_000),
  });
  const result = {
    configurationId: CONFIGURATION,
    autoTestExternalId: idOf(1),
    outcome: 'Failed',
    attachments: [attachment],
  };
  await service.postResults(runId, JSON.stringify(result));
  await service.postResults(runId, [
    Buffer.from('['),
    Buffer.from(JSON.stringify({ ...result, outcome: 'Passed' })),
    Buffer.from(']'),
  ]);
  await service.postLegacyResult({
    ...legacy,
    testRunId: runId,
    autoTestExternalId: idOf(2),
    outcome: 'Blocked',
    duration: 1,
    stepResults: [],
  });
  await service.postLegacyResult({
    ...legacy,
    testRunId: runId,
    autoTestExternalId: idOf(3),
    outcome: 'Failed',
    duration: 1,
    stepResults: [],
  });
  const runs = await service.listRuns(1);
  // All autotests have their results, so the service has completed the run by itself (section 3).
  expect(runs).toMatchObject([
    {
      id: runId,
      status: 'Completed',
      testPlanGlobalId: 5,
      fields: { testPoints: { Passed: 1, Blocked: 1, Failed: 1 } },
    },
  ]);
});

test('the client distinguishes the errors of the reference server', async () => {
  const result = { configurationId: CONFIGURATION, autoTestExternalId: 'somebody’s > id', outcome: 'Passed' };
  const unmatched = await failure(service.postResults(runId, JSON.stringify([result])));
  expect(classifyAnswer(unmatched)).toBe('unmatched');
  expect(unmatched.pair).toEqual({ configurationId: CONFIGURATION, externalId: 'somebody’s > id' });
  const invalid = await failure(service.postResults(runId, JSON.stringify([{ ...result, outcome: 'Fine' }])));
  expect(classifyAnswer(invalid)).toBe('bisect');
  expect(invalid.detail).toMatch(/outcome/);
  const unknown = await failure(service.postResults('00000000-0000-4000-8000-000000000000', JSON.stringify([result])));
  expect(classifyAnswer(unknown)).toBe('pause');
  const stranger = new ServiceClient({
    url: place.server.url,
    secretKey: 'wrong',
    requestTimeout: 5000,
    concurrency: 1,
  });
  expect(classifyAnswer(await failure(stranger.startRun(runId)))).toBe('pause');
  stranger.close();
});

test('the client distinguishes simulated faults from answers of a service', async () => {
  const tries: [Parameters<typeof place.server.setFaults>[0], string][] = [
    [{ rules: [{ drop: 'before', reset: true }] }, 'CONNECTION_FAILED'],
    [{ rules: [{ drop: 'after' }] }, 'CONNECTION_FAILED'],
    [{ rules: [{ answer: 'truncated' }] }, 'CONNECTION_FAILED'],
    [{ rules: [{ answer: 'html' }] }, 'NOT_THE_SERVICE'],
    [{ rules: [{ status: 503, retryAfter: 4 }] }, 'UNAVAILABLE'],
    [{ rules: [{ hang: 'before' }] }, 'TIMED_OUT'],
    [{ rules: [{ drip: 100 }] }, 'TIMED_OUT'],
  ];
  const impatient = new ServiceClient({
    url: place.server.url,
    secretKey: SECRET,
    requestTimeout: 500,
    concurrency: 1,
  });
  for (const [faults, code] of tries) {
    place.server.setFaults(faults);
    const error = await failure(impatient.listRuns(1));
    expect({ faults, code: error.code }).toEqual({ faults, code });
    expect(classifyAnswer(error)).toBe(code === 'NOT_THE_SERVICE' ? 'pause' : 'retry');
  }
  place.server.setFaults(undefined);
  expect(await impatient.listRuns(1)).toHaveLength(1);
  impatient.close();
});
