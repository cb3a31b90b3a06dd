import { expect, test } from 'vitest';
import { SECRET_KEY, sampleMapping } from '../../test/samples/mapping-sample.js';
import type { AttemptRecord, StepRecord, TestRecord } from '../model.js';
import { whyNotRun } from '../session/recording/why-not-run.js';
import { toResult } from './to-result.js';
import { viewOf } from './view.js';

const at = (line: number, file = 'a.spec.ts'): Partial<StepRecord> => ({ location: { file, line } });
const step = (title: string, more: Partial<StepRecord> = {}): StepRecord => ({ title, status: 'passed', ...more });
const attempt = (more: Partial<AttemptRecord>): AttemptRecord => {
  return { status: 'passed', errors: [], setup: [], body: [], teardown: [], attachments: [], ...more };
};

test('the places of steps are in the report only, in the order of setup, body and teardown, outer steps first', () => {
  const record: TestRecord = {
    file: 'a.spec.ts',
    titlePath: ['pays'],
    status: 'passed',
    attempts: [
      attempt({ status: 'failed', body: [step('first', at(9))] }),
      attempt({
        setup: [step('log in', { steps: [step('type', at(3, 'page.ts'))] })],
        body: [step('pay', { ...at(5), steps: [step('click', at(6))] }), step('own')],
        teardown: [step('log out', at(8))],
      }),
    ],
  };
  const view = viewOf(record, sampleMapping());
  expect(view.stepPlaces).toEqual([0, 'page.ts', 3, 'a.spec.ts', 5, 6, 0, 8]);
  expect(view.earlier?.[0]?.stepPlaces).toEqual(['a.spec.ts', 9]);
  expect(JSON.stringify(toResult(record, sampleMapping()).body)).not.toContain('page.ts');
});

test('of a test that passed at once, there is hardly anything to say', () => {
  const record: TestRecord = {
    file: 'a',
    titlePath: ['b'],
    status: 'passed',
    attempts: [attempt({ body: [step('c')] })],
  };
  expect(viewOf({ ...record, project: '', occurrence: 1 }, sampleMapping())).toEqual({ file: 'a', titles: ['b'] });
  expect(viewOf({ ...record, titlePath: [], attempts: [] }, sampleMapping())).toEqual({ file: 'a', titles: [] });
});

test('everything that is known of a test is there, masked, and once', () => {
  const words = (text: string) => `${text} ${SECRET_KEY}`;
  const location = { file: words('pay.ts'), line: 7 };
  const error = {
    message: words('no'),
    stack: words('at'),
    expected: words('e'),
    actual: words('a'),
    codeFrame: words('>'),
  };
  const record: TestRecord = {
    ...{ file: words('file'), titlePath: [words('outer'), words('pays')], status: 'failed', line: 3 },
    ...{ project: words('web'), occurrence: 2, origin: 'benchmark' },
    attempts: [
      attempt({ status: 'not-run', reason: whyNotRun(words('cut')), startedAt: 1_000, endedAt: 1_010 }),
      attempt({ status: 'failed', errors: [{ message: 'x', stack: '' }], reason: whyNotRun('y') }),
      attempt({ status: 'skipped' }),
      attempt({ status: 'failed', worker: 4, duration: 5, errors: [{ ...error, location }, { message: 'more' }] }),
    ],
  };
  expect(viewOf(record, sampleMapping())).toStrictEqual({
    ...{ file: 'file ***', titles: ['outer ***', 'pays ***'], line: 3 },
    ...{ project: 'web ***', occurrence: 2, origin: 'benchmark', worker: 4, duration: 15 },
    errors: [
      {
        ...{ message: 'no ***', stack: 'at ***', expected: 'e ***', actual: 'a ***', codeFrame: '> ***' },
        location: { file: 'pay.ts ***', line: 7 },
      },
      { message: 'more' },
    ],
    earlier: [
      { outcome: 'B', startedAt: 1_000, endedAt: 1_010, errors: [{ message: 'cut ***' }] },
      { outcome: 'F', errors: [{ message: 'x' }] },
      { outcome: 'S' },
    ],
  });
});

test('a long text names the attachment with the rest, if there is one', () => {
  const long = 'x'.repeat(70_000);
  const error = { message: long, stack: long, expected: long };
  const failed = attempt({ status: 'failed', errors: [error, error] });
  const view = viewOf({ file: 'a', titlePath: [long], status: 'failed', attempts: [failed, failed] }, sampleMapping());
  const where = (text = '') => / left out(?:; the whole text is in the attachment "(.+)")? …\] x/.exec(text)?.slice(1);
  const [first, second] = view.errors ?? [];
  const [earlier] = view.earlier?.[0]?.errors ?? [];
  expect([first?.message, first?.stack, second?.message, first?.expected, view.titles[0]].map(where)).toEqual([
    ...[['message.txt'], ['traces.txt'], ['traces.txt'], [undefined], [undefined]],
  ]);
  expect([earlier?.message, earlier?.stack].map(where)).toEqual([['description.txt'], ['description.txt']]);
});

test('the view says exactly how long the attempts took together, unless the times of the result do', () => {
  const record: TestRecord = {
    ...{ file: 'a', titlePath: ['b'], status: 'passed' },
    attempts: [
      attempt({ status: 'failed', startedAt: 1_000, endedAt: 1_010 }),
      attempt({ status: 'failed', startedAt: 60_000, endedAt: 60_020 }),
      attempt({ startedAt: 60_030, endedAt: 60_050 }),
    ],
  };
  expect(viewOf(record, sampleMapping()).duration).toBe(50);
  expect(viewOf(record, sampleMapping({ attempts: 'last' }))).not.toHaveProperty('duration');
  const one = { ...record, attempts: [attempt({ startedAt: 1_000, endedAt: 1_010 })] };
  expect(viewOf(one, sampleMapping())).not.toHaveProperty('duration');
  expect(toResult(record, sampleMapping()).body).toMatchObject({
    ...{ startedOn: new Date(1_000).toISOString(), completedOn: new Date(60_050).toISOString() },
  });
});

test('of an error’s location, only what is masked or a number is in the report', () => {
  // Frameworks pass objects of their own.
  const location = { file: 'pay.ts', line: 7, column: 3, source: 'const key = "a secret"' };
  const failed = attempt({ status: 'failed', errors: [{ message: 'no', location }] });
  const record: TestRecord = { file: 'a', titlePath: ['b'], status: 'failed', attempts: [failed] };
  expect(viewOf(record, sampleMapping()).errors?.[0]?.location).toEqual({ file: 'pay.ts', line: 7, column: 3 });
});
