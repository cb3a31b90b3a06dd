import { expect, test } from 'vitest';
import { sampleMapping } from '../../test/samples/mapping-sample.js';
import type { AttemptRecord, StepRecord, TestRecord } from '../model.js';
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

test('there are no places if the framework names none', () => {
  const record = { file: 'a', titlePath: ['b'], status: 'passed', attempts: [attempt({ body: [step('c')] })] } as const;
  expect(viewOf({ ...record, titlePath: ['b'], attempts: [...record.attempts] }, sampleMapping())).not.toHaveProperty(
    'stepPlaces',
  );
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
