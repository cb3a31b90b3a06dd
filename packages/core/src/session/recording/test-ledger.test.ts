import { beforeEach, expect, it } from 'vitest';
import { sampleAttempt, sampleRecord } from '../../../test/samples/mapping-sample.js';
import type { TestRecord, TestStatus } from '../../model.js';
import { type RecordingSession, TestLedger } from './test-ledger.js';

/** What the session received, one line each. */
let received: string[] = [];
let keys = 0;
const session: RecordingSession = {
  provisional(record, earlier) {
    const key = earlier?.key ?? ++keys;
    received.push(`${key} provisional ${wordsOf(record)}`);
    return { record, key, inFile: undefined };
  },
  record: (record, provisional) => result(`${provisional?.key ?? '-'} result ${wordsOf(record)}`),
  settle: ({ key, record }) => result(`${key} settled ${wordsOf(record)}`),
  correct: (record, { line }) => result(`- corrects line ${line} ${wordsOf(record)}`),
};

function result(text: string): ReturnType<RecordingSession['record']> {
  received.push(text);
  return {
    line: received.length - 1,
    outcome: 'Passed',
    isFlaky: false,
    times: { startedAt: 1, endedAt: 2, duration: undefined },
  };
}

function wordsOf({ titlePath, status, reason, attempts }: TestRecord): string {
  const hooks = attempts.flatMap(({ teardown }) => teardown.map(({ title }) => title));
  return [titlePath.at(-1), status, reason, ...hooks].filter((word) => word !== undefined).join(' ');
}

function recordOf(title: string, status: TestStatus = 'passed'): TestRecord {
  return sampleRecord({
    titlePath: [title],
    status,
    attempts: status === 'not-run' ? [] : [sampleAttempt({ status })],
  });
}

const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
let ledger: TestLedger<{ name: string }>;
beforeEach(() => {
  received = [];
  keys = 0;
  ledger = new TestLedger(session);
});

it('a test that ends once and for all is one result', () => {
  ledger.settle(a, recordOf('a'));
  expect(received).toEqual(['- result a passed']);
});

it('nothing happens to a test that is not known', () => {
  ledger.settle(a);
  ledger.hold(a, 'suite');
  ledger.release('suite');
  expect([received, ledger.has(a)]).toEqual([[], false]);
});

it('an announced test is provisional at once, and settled by a short line if nothing changed', () => {
  const record = recordOf('a', 'failed');
  ledger.announced(a, record);
  ledger.announced(b, recordOf('b'));
  ledger.settle(a, record);
  ledger.settle(b);
  expect(received).toEqual([
    '1 provisional a failed',
    '2 provisional b passed',
    '1 settled a failed',
    '2 settled b passed',
  ]);
});

it('every attempt of a test is announced under the same key, and another record is a result of its own', () => {
  ledger.announced(a, recordOf('a', 'failed'));
  ledger.announced(a, recordOf('a', 'failed'));
  ledger.settle(a, recordOf('a'));
  expect(received).toEqual(['1 provisional a failed', '1 provisional a failed', '1 result a passed']);
});

it('a held test is recorded when it is released, with the changes that were made in between', () => {
  for (const [key, until] of [
    [a, 'suite'],
    [b, 'other'],
    [c, 'suite'],
  ] as const) {
    ledger.announced(key, recordOf(key.name));
    ledger.hold(key, until);
  }
  expect(ledger.change(c, ({ attempts }) => attempts[0]?.teardown.push({ title: 'hook', status: 'passed' }))).toBe(
    true,
  );
  received = [];
  ledger.release('suite');
  expect(received).toEqual(['1 settled a passed', '3 result c passed hook']);
  expect(ledger.change(c, () => {})).toBe(false);
  ledger.release('other');
  expect(received.at(-1)).toBe('2 settled b passed');
});

it('at the end, announced tests are settled, once', () => {
  ledger.announced(a, recordOf('a', 'failed'));
  expect(ledger.has(a)).toBe(true);
  expect(ledger.has(b)).toBe(false);
  ledger.finish();
  ledger.finish();
  expect(received).toEqual(['1 provisional a failed', '1 settled a failed']);
});

it('a correction names the result that it replaces, or becomes the first result', () => {
  ledger.correct(a, recordOf('a'));
  ledger.correct(a, recordOf('a', 'failed'));
  ledger.correct(a, recordOf('a', 'skipped'));
  expect(received).toEqual(['- result a passed', '- corrects line 0 a failed', '- corrects line 1 a skipped']);
  expect(ledger.recorded(a)).toMatchObject({ line: 2 });
});

it('works if a test has stubbed maps', () => {
  const { get, set, delete: remove, forEach } = Map.prototype;
  const stub = () => {
    throw new Error('stubbed');
  };
  Object.assign(Map.prototype, { get: stub, set: stub, delete: stub, forEach: stub });
  try {
    ledger.announced(a, recordOf('a'));
    ledger.finish();
  } finally {
    Object.assign(Map.prototype, { get, set, delete: remove, forEach });
  }
  expect(received).toEqual(['1 provisional a passed', '1 settled a passed']);
});
