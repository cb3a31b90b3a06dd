import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { inScope } from '../../test/samples/in-scope.js';
import { CHANNEL_VARIABLE } from '../channel/format/messages.js';
import type { StepRecord } from '../model.js';
import { step } from './api.js';
import { announceApi, openChannel } from './place.js';
import type { AttemptScope } from './place-types.js';
import { beginAttempt, beginHook, endAttempt, endHook, setSerialScope } from './scope.js';

const directory = mkdtempSync(join(tmpdir(), 'testpoint-channel-'));
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

  it('that never ends is failed when its test failed, and not run when it passed', () => {
    inTest(() => void step('hang', () => new Promise(() => undefined)));
    expect(endAttempt(attempt, false).body).toMatchObject([{ status: 'not-run' }]);
    expect(endAttempt(attempt, true).body).toMatchObject([{ status: 'failed' }]);
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

function inTest<T>(body: () => T): T {
  return inScope(attempt, body);
}

/** A callback that stays in the async context in which it was created. */
function bound(callback: () => void): () => void {
  const { AsyncResource } = process.getBuiltinModule('node:async_hooks');
  return AsyncResource.bind(callback);
}

type Titles = string | [string, Titles[]];

function titles(steps: readonly StepRecord[]): Titles[] {
  return steps.map(({ title, steps: inner }) => (inner === undefined ? title : [title, titles(inner)]));
}
