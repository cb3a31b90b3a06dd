import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { inScope } from '../../test/samples/in-scope.js';
import { CHANNEL_VARIABLE } from '../channel/format/messages.js';
import { ChannelReader } from '../channel/read/channel-reader.js';
import type { StepRecord } from '../model.js';
import * as api from './api.js';
import type { FailureReason, TestApi } from './api-types.js';
import { announceApi, openChannel } from './place.js';
import type { AttemptScope } from './place-types.js';
import { beginAttempt, beginHook, endAttempt, endHook, setSerialScope } from './scope.js';

const directory = mkdtempSync(join(tmpdir(), 'testpoint-channel-'));
const reader = new ChannelReader(directory);
const { step, link, parameter, property, message, externalId, testCase, failureReason }: TestApi = api;
let attempt: AttemptScope;

process.env[CHANNEL_VARIABLE] = directory;
announceApi();
beforeEach(() => {
  attempt = beginAttempt('one');
});
afterAll(() => {
  openChannel(undefined);
  rmSync(directory, { recursive: true });
});

describe('step', () => {
  it('returns what a sync body returns, at once', () => {
    expect(inTest(() => step('add', () => 2 + 3))).toBe(5);
    expect(attempt.data.body).toMatchObject([{ title: 'add', status: 'passed' }]);
  });

  it('throws the very error that its body throws', () => {
    const error = new TypeError('no');
    expect(() => inTest(() => step('fail', () => raise(error)))).toThrow(error);
    expect(attempt.data.body[0]).toMatchObject({ status: 'failed', error: { message: 'TypeError: no' } });
  });

  it('ends when the promise of its body settles', async () => {
    const result = inTest(() => step('wait', async () => sleep(30, 'slept')));
    expect(attempt.data.body[0]).not.toHaveProperty('endedAt');
    await expect(result).resolves.toBe('slept');
    expect(lengthOf(attempt.data.body[0])).toBeGreaterThanOrEqual(25);
  });

  it('rejects with the error of its body, and only once', async () => {
    const error = new Error('late');
    await expect(inTest(() => step('reject', async () => raise(error)))).rejects.toBe(error);
    expect(attempt.data.body[0]).toMatchObject({ status: 'failed', error: { message: 'Error: late' } });
  });

  it('returns a lazy thenable unchanged, and ends when that settles', async () => {
    let begun = 0;
    const query = {
      // biome-ignore lint/suspicious/noThenProperty: a query builder has one
      then(resolve: (rows: number) => void) {
        begun += 1;
        resolve(7);
      },
    };
    const result = inTest(() => step('query', () => query));
    expect(result).toBe(query);
    expect(begun).toBe(0);
    expect(await result).toBe(7);
    expect(begun).toBe(1);
    expect(Object.keys(query)).toEqual(['then']);
    expect(attempt.data.body[0]).toMatchObject({ status: 'passed' });
  });

  it('nests steps as they are called, even if they run in parallel', async () => {
    await inTest(() =>
      Promise.all(
        ['a', 'b'].map((name) =>
          step(name, async () => {
            await sleep(5);
            await step(`${name}1`, () => sleep(5));
            step(`${name}2`, () => undefined);
          }),
        ),
      ),
    );
    expect(titles(attempt.data.body)).toEqual([
      ['a', ['a1', 'a2']],
      ['b', ['b1', 'b2']],
    ]);
  });

  it('takes a description and parameters', () => {
    inTest(() => step('order', { description: 'two of them', parameters: { count: 2, big: 10n } }, () => undefined));
    expect(attempt.data.body[0]).toMatchObject({ description: 'two of them', parameters: { count: 2, big: '10' } });
  });

  it('that never ends is failed when its test failed, and not run when it passed', () => {
    inTest(() => void step('hang', () => new Promise(() => undefined)));
    expect(endAttempt(attempt, false).body).toMatchObject([{ status: 'not-run' }]);
    expect(endAttempt(attempt, true).body).toMatchObject([{ status: 'failed' }]);
  });

  it('runs its body outside of a test, and warns once', () => {
    expect(step('alone', () => 1) + step('alone', () => 2)).toBe(3);
    expect(records('warning')).toEqual([
      {
        text: 'step() was called outside a test, and did nothing. Call it in a test, or in a beforeEach or afterEach hook.',
        lacksSetup: true,
      },
    ]);
  });

  it('stays failed if it ends after its test has failed', async () => {
    let end = () => {};
    const result = inTest(() => step('waits', () => new Promise<void>((resolve) => (end = resolve))));
    endAttempt(attempt, true);
    end();
    await result;
    expect(attempt.data.body).toMatchObject([{ title: 'waits', status: 'failed' }]);
  });

  it('keeps 20,000 steps of a test, and can be nested 1,000 deep', () => {
    const deep = (level: number): number => (level === 0 ? 1 : step('deeper', () => deep(level - 1)));
    inTest(() => deep(1_000));
    inTest(() => {
      for (let index = 0; index < 20_000; index += 1) step('again', () => index);
    });
    expect(attempt.data.body).toHaveLength(19_001);
    expect(JSON.parse(JSON.stringify(attempt.data))).toEqual(attempt.data);
  });
});

describe('hooks', () => {
  it('of an attempt have their own steps, times and error', () => {
    const hook = beginHook('beforeEach', attempt);
    inScope(hook, () => step('seed', () => undefined));
    endHook(hook, { error: 'out of disk' });
    expect(attempt.data.setup).toMatchObject([
      { title: 'beforeEach', status: 'failed', error: { message: 'out of disk' }, steps: [{ title: 'seed' }] },
    ]);
  });

  it('of several tests accept steps, and warn about metadata that only a test can have', () => {
    const hook = beginHook('beforeAll');
    inScope(hook, () => {
      step('start', () => undefined);
      parameter('browser', 'none');
    });
    expect(endHook(hook)).toMatchObject({ title: 'beforeAll', status: 'passed', steps: [{ title: 'start' }] });
    expect(records('warning')).toContainEqual({
      text: 'parameter() was called in a hook that runs for several tests, and did nothing. Call it in a test, or in a beforeEach or afterEach hook.',
    });
  });

  it('that ended do not get the steps of late callbacks; the running test does', () => {
    const hook = beginHook('beforeAll');
    const callback = inScope(hook, () => bound(() => step('request', () => undefined)));
    endHook(hook);
    setSerialScope(attempt);
    callback();
    setSerialScope(undefined);
    expect(titles(attempt.data.body)).toEqual(['request']);
  });
});

describe('metadata from test code', () => {
  it('is kept for its test', () => {
    inTest(() => {
      externalId('id-1');
      testCase(101, 102);
      testCase(103);
      link('https://example.org/1', { type: 'Issue', title: 'one' });
      parameter('browser', { name: 'x' });
      property('team', 'blue');
      message('first');
      message('second');
      failureReason('ProductDefect');
      failureReason('NoDefect' satisfies FailureReason);
    });
    expect(attempt.data.test).toEqual({
      externalId: 'id-1',
      testCases: [101, 102, 103],
      links: [{ url: 'https://example.org/1', type: 'Issue', title: 'one' }],
      parameters: { browser: { name: 'x' } },
      properties: { team: 'blue' },
      message: 'first\nsecond',
      failureReason: 'NoDefect',
    });
    expect(records('identity')).toEqual([
      { key: 'one', test: { externalId: 'id-1' } },
      { key: 'one', test: { testCases: [101, 102] } },
      { key: 'one', test: { testCases: [103] } },
    ]);
  });

  it('comes too late once its test has ended', () => {
    const late = inTest(() => bound(() => message('too late')));
    endAttempt(attempt, false);
    late();
    expect(attempt.data.test).toEqual({});
    expect(records('warning')).toEqual([
      {
        text: 'message() was called after its test had ended, and did nothing. Await everything that the test starts.',
      },
    ]);
  });
});

function inTest<T>(body: () => T): T {
  return inScope(attempt, body);
}

/** A callback that stays in the async context in which it was created. */
function bound(callback: () => void): () => void {
  const { AsyncResource } = process.getBuiltinModule('node:async_hooks');
  return AsyncResource.bind(callback);
}

/** Messages sent since the last call. */
function records(kind: string): unknown[] {
  const found: unknown[] = [];
  reader.read((message) => {
    if (message.kind === kind) found.push(message.data);
  });
  return found;
}

function raise(error: Error): never {
  throw error;
}

function lengthOf(record: StepRecord | undefined): number {
  return (record?.endedAt ?? Number.NaN) - (record?.startedAt ?? Number.NaN);
}

type Titles = string | [string, Titles[]];

function titles(steps: readonly StepRecord[]): Titles[] {
  return steps.map(({ title, steps: inner }) => (inner === undefined ? title : [title, titles(inner)]));
}
