import { describe, expect, it } from 'vitest';
import type { EndEntry, RunIntent, SessionEntry } from '../../outbox/format/entries.js';
import { Progress } from '../../outbox/read/progress.js';
import type { RunSummary } from '../../service/answers/read-answer.js';
import { type Operation, ServiceError } from '../../service/errors.js';
import type { DeliveryContext } from '../delivery-options.js';
import * as say from '../messages.js';
import type { RunMove, SessionClient } from '../session-client.js';
import { RunControl, RunUnavailableError } from './run-control.js';

const POINTS = [{ configurationGlobalId: 10, testCaseGlobalId: 101 }];
const CREATE = { create: { projectGlobalId: 1, testPlanGlobalId: 5, testPoints: POINTS } };
const FROM_TESTS: RunIntent = { create: { projectGlobalId: 1, testPlanGlobalId: 5, testPoints: 'from-tests' } };
const USE: RunIntent = { use: 'given' };

function sessionOf(run: RunIntent, finish: SessionEntry['finish'] = 'auto'): SessionEntry {
  return {
    ...{ kind: 'session', format: 3, tool: 'test', framework: 'mocha', frameworkVersion: '11.0.0', startedAt: 0 },
    ...{ run, finish, wire: { api: 'v2' } },
  } as const;
}

function endOf(finish: EndEntry['finish']): EndEntry {
  return { kind: 'end', finish };
}

/** A service that records requests, and refuses them on command. */
class NotingService implements Partial<SessionClient> {
  readonly asked: string[] = [];
  readonly refuses = new Map<Operation, Error>();
  runs: RunSummary[] = [];

  async listRuns(projectGlobalId: number): Promise<RunSummary[]> {
    this.#note('list-runs', projectGlobalId);
    return this.runs;
  }

  async createRun({ testPoints }: Parameters<SessionClient['createRun']>[0]): Promise<string> {
    this.#note('create-run', testPoints.length);
    return 'made';
  }

  async moveRun(move: RunMove, id: string): Promise<void> {
    this.#note(`${move.slice(0, -'Run'.length)}-run` as Operation, id);
  }

  #note(operation: Operation, what: string | number): void {
    this.asked.push(`${operation} ${what}`);
    const refusal = this.refuses.get(operation);
    if (refusal !== undefined) throw refusal;
  }
}

function controlOf(given: { live?: boolean; runId?: string; progress?: Progress; localServer?: string } = {}) {
  const service = new NotingService();
  const { live = true, progress = new Progress(undefined), runId, localServer } = given;
  const client = service as Partial<SessionClient> as SessionClient;
  const control = new RunControl({
    client,
    progress,
    live,
    runId,
    localServer,
  } as Partial<DeliveryContext> as DeliveryContext);
  return { service, progress, control };
}

describe('taking a run', () => {
  it('neither creates an existing run again, nor starts it twice', async () => {
    const { control, service, progress } = controlOf();
    progress.markRun('made before', true);
    expect(await control.take(sessionOf(CREATE), undefined)).toBe('made before');
    expect(await control.take(sessionOf(CREATE), undefined)).toBe('made before');
    expect(service.asked).toEqual(['start-run made before']);
  });

  it('creates a run without test points if its session says so', async () => {
    const { control, service } = controlOf();
    await control.take(sessionOf({ create: { ...CREATE.create, testPoints: [] } }), undefined);
    expect(service.asked[0]).toBe('create-run 0');
  });

  it.each([
    ["no test names a test case for 'from-tests'", FROM_TESTS, [], /call testCase\(…\)/],
    ["nothing is known of the tests for 'from-tests'", FROM_TESTS, undefined, /call testCase\(…\)/],
    ['a shard has no run', { none: true } as const, undefined, /set TMS_TEST_RUN_ID/],
  ])('if %s, it sends no request and says what to do', async (_, run, points, words) => {
    const { control, service } = controlOf();
    await expect(control.take(sessionOf(run), points)).rejects.toThrow(words);
    await expect(control.take(sessionOf(run), points)).rejects.toBeInstanceOf(RunUnavailableError);
    await expect(control.take(sessionOf(run), points)).rejects.toMatchObject({ code: 'RUN_UNAVAILABLE' });
    expect([control.isAskedFor, control.sender]).toEqual([true, undefined]);
    expect(service.asked).toEqual([]);
  });

  it('a shard uses the run that a flush names, and keeps it once results were sent there', async () => {
    const { control, service, progress } = controlOf({ live: false, runId: 'mistyped' });
    expect(control.isAskedFor).toBe(false);
    expect(await control.take(sessionOf({ none: true }), undefined)).toBe('mistyped');
    expect(progress.runCreated).toBe(false);
    const second = controlOf({ live: false, runId: 'named', progress });
    expect(await second.control.take(sessionOf({ none: true }), undefined)).toBe('named');
    progress.markSent([1]);
    const later = controlOf({ live: false, runId: 'another', progress });
    expect(await later.control.take(sessionOf({ none: true }), undefined)).toBe('named');
    expect(service.asked).toEqual([]);
  });

  it.each([
    ['Pending', { status: 'Pending' }, ['list-runs 1', 'start-run GIVEN']],
    ['In progress', { status: 'In progress' }, ['list-runs 1']],
    ['Completed', { status: 'Completed' }, ['list-runs 1']],
    ['a state that we do not know', {}, ['list-runs 1', 'start-run GIVEN']],
    ['in no list', { id: 'third', status: 'Completed' }, ['list-runs 1', 'start-run GIVEN']],
  ] as const)('a given run is started if it is Pending or its state is unknown: %s', async (_, shown, asked) => {
    const { control, service, progress } = controlOf();
    service.runs = [
      { status: 'Completed', fields: {} },
      { id: 'another', status: 'Completed', fields: {} },
      { id: 'given', ...shown, fields: {} },
    ];
    await control.take(sessionOf({ use: 'GIVEN', projectGlobalId: 1 }), undefined);
    expect(service.asked).toEqual(asked);
    expect(progress.started).toBe(true);
  });

  it('a run is started even if the service refuses to list runs', async () => {
    const { control, service } = controlOf();
    service.refuses.set('list-runs', new ServiceError('REFUSED', 'no', { operation: 'list-runs', status: 400 }));
    await control.take(sessionOf({ use: 'given', projectGlobalId: 1 }), undefined);
    expect(service.asked).toEqual(['list-runs 1', 'start-run given']);
  });

  it.each(['list-runs', 'start-run'] as const)('a defect of ours is not an answer to %s', async (operation) => {
    const { control, service } = controlOf();
    const defect = new TypeError('no');
    service.refuses.set(operation, defect);
    await expect(control.take(sessionOf({ use: 'given', projectGlobalId: 1 }), undefined)).rejects.toBe(defect);
  });

  it('a run that is already in progress counts as started', async () => {
    const { control, service, progress } = controlOf();
    const detail = 'The run is already in progress.';
    service.refuses.set(
      'start-run',
      new ServiceError('REFUSED', 'no', { operation: 'start-run', status: 409, detail }),
    );
    await control.take(sessionOf(USE), undefined);
    expect(progress.started).toBe(true);
  });

  it.each([
    ['create-run', CREATE, /^the run can't be created\. Check the key\. The service says: wrong$/],
    ['start-run', CREATE, /^the run can't be started\. Check the key\. The service says: wrong$/],
  ] as const)('the error for a refused %s starts with our advice', async (operation, run, words) => {
    const { control, service, progress } = controlOf();
    const failure = new ServiceError('CREDENTIALS_REFUSED', 'Check the key.', {
      operation,
      status: 401,
      detail: 'wrong',
    });
    service.refuses.set(operation, failure);
    await expect(control.take(sessionOf(run), undefined)).rejects.toThrow(words);
    await expect(control.take(sessionOf(run), undefined)).rejects.toMatchObject({ cause: failure });
    expect(progress.started).toBe(false);
  });
});

it.each<[given: string | undefined, wanted: string | undefined, string | undefined]>([
  [undefined, undefined, undefined],
  ['a', 'a', undefined],
  ['a', undefined, say.forService],
  [undefined, 'a', say.forLocalServer],
  ['b', 'a', say.forOtherDatabase],
])('with the local server %s, results for %s are for another: %s', (given, wanted, why) => {
  const { control } = controlOf(given === undefined ? {} : { localServer: given });
  expect(control.whyForAnother({ ...sessionOf(USE), ...(wanted !== undefined && { localServer: wanted }) })).toBe(why);
});

describe('ending a run', () => {
  it.each<[string, RunIntent, SessionEntry['finish'], EndEntry | undefined, string[]]>([
    ['its own run, as the journal says', CREATE, 'auto', endOf('complete'), ['complete-run made']],
    ['its own run, if it was interrupted', CREATE, 'auto', endOf('stop'), ['stop-run made']],
    ['its own run, if it died', CREATE, 'auto', undefined, ['stop-run made']],
    ['a given run, if it died', USE, 'auto', undefined, []],
    ['a given run that it should have completed, if it died', USE, 'complete', undefined, ['stop-run given']],
    ['its own run that it should have left open, if it died', CREATE, 'leave', undefined, []],
    ['a given run, as the journal says', USE, 'complete', endOf('complete'), ['complete-run given']],
  ])('what happens to a run at the end of a session: %s', async (_, run, finish, end, asked) => {
    const { control, service, progress } = controlOf();
    const session = sessionOf(run, finish);
    await control.take(session, undefined);
    service.asked.length = 0;
    expect(control.owesEnd(session, end)).toBe(asked.length > 0);
    await control.finish(session, end);
    await control.finish(session, end);
    expect(service.asked).toEqual(asked);
    expect(control.owesEnd(session, end)).toBe(false);
    expect(progress.finished).toBeDefined();
  });

  it('a given run is ended even before it is taken, and without a given run none is', () => {
    expect(controlOf().control.owesEnd(sessionOf(USE), endOf('stop'))).toBe(true);
    expect(controlOf().control.owesEnd(sessionOf({ none: true }), endOf('stop'))).toBe(false);
  });

  it('a run that was never created is not created just to be ended', async () => {
    const { control, service, progress } = controlOf();
    const session = sessionOf(CREATE);
    expect(control.owesEnd(session, undefined)).toBe(false);
    await control.finish(session, undefined);
    expect(service.asked).toEqual([]);
    expect(progress.finished).toBeUndefined();
  });

  it('a run that is already over counts as completed', async () => {
    const { control, service, progress } = controlOf();
    const detail = 'The run is already completed.';
    service.refuses.set(
      'complete-run',
      new ServiceError('REFUSED', 'no', { operation: 'complete-run', status: 409, detail }),
    );
    await control.take(sessionOf(CREATE), undefined);
    await control.finish(sessionOf(CREATE), endOf('complete'));
    expect(progress.finished).toBe('complete');
  });

  it('after a failed attempt, a run still has to be ended', async () => {
    const { control, service } = controlOf();
    service.refuses.set(
      'complete-run',
      new ServiceError('UNAVAILABLE', 'Not now.', { operation: 'complete-run', status: 503 }),
    );
    await control.take(sessionOf(CREATE), undefined);
    await expect(control.finish(sessionOf(CREATE), endOf('complete'))).rejects.toThrow("can't be completed. Not now.");
    expect(control.owesEnd(sessionOf(CREATE), endOf('complete'))).toBe(true);
  });
});
