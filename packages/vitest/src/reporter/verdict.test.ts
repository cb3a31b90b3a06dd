import { whyNotRun } from '@testpoint/core/adapter';
import { expect, test } from 'vitest';
import { type Sample, sampleTest } from '../../test/sample.js';
import { verdictOf } from './verdict.js';

const failed = { suites: ['outer', 'inner'], suiteErrors: [{ name: 'Error', message: 'no database' }] };
const aborted = 'The test run was aborted by the user.';

test.each<[string, Sample, boolean, unknown]>([
  ['passes', { result: { state: 'passed' } }, true, { status: 'passed' }],
  ['fails', { result: { state: 'failed', errors: [] } }, true, { status: 'failed' }],
  ['has no end', { result: { state: 'pending' } }, true, { status: 'not-run', reason: 'why' }],
  ['is skipped', { result: { state: 'skipped' }, mode: 'skip' }, true, { status: 'skipped' }],
  ['is to do', { result: { state: 'skipped' }, mode: 'todo' }, true, { status: 'skipped', reason: 'todo' }],
  ['skips itself', { result: { state: 'skipped', note: 'so' } }, true, { status: 'skipped', reason: 'so' }],
  [
    'skips itself in a suite whose afterAll fails',
    { ...failed, result: { state: 'skipped', note: 'so' } },
    true,
    { status: 'skipped', reason: 'so' },
  ],
  ['was aborted', { result: { state: 'skipped', note: aborted } }, true, { status: 'not-run', reason: 'why' }],
  [
    'is under a failed suite',
    { ...failed, result: { state: 'skipped' } },
    false,
    { status: 'not-run', reason: 'The suite "outer > inner" failed before this test: Error: no database' },
  ],
  [
    'is skipped by its author under a failed suite',
    { ...failed, result: { state: 'skipped' }, mode: 'skip' },
    false,
    { status: 'skipped' },
  ],
  ['is under a suite whose failure may follow', { result: { state: 'skipped' } }, false, undefined],
  [
    'is skipped, and no suite above has failed at the end',
    { result: { state: 'skipped' }, moduleState: 'passed' },
    false,
    { status: 'skipped' },
  ],
])('outcome and message of a test that %s', (_, sample, began, verdict) => {
  expect(verdictOf(sampleTest(sample), began, whyNotRun('why'))).toEqual(verdict);
});
