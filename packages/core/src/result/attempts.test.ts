import { describe, expect, it } from 'vitest';
import {
  assertValid,
  BEGIN,
  sampleAttempt,
  sampleMapping,
  sampleRecord,
  sampleStep,
} from '../../test/samples/mapping-sample.js';
import type { AttemptRecord } from '../model.js';
import { whyNotRun } from '../session/recording/why-not-run.js';
import { emptyAttempt } from './attempts.js';
import { toResult } from './to-result.js';

const failed = sampleAttempt({ status: 'failed', errors: [{ message: 'boom', stack: 'Error: boom\n    at a.ts:1' }] });
const passed = sampleAttempt();

describe('attempts', () => {
  it('before the last are the first steps of the result, each with a flat list of its steps and all its errors', () => {
    const first = sampleAttempt({
      status: 'failed',
      startedAt: BEGIN,
      endedAt: BEGIN + 1000,
      errors: [{ message: 'boom', stack: 'Error: boom\n    at a.ts:1' }, { message: 'and more' }],
      setup: [sampleStep('beforeEach')],
      body: [sampleStep('pays', { steps: [sampleStep('clicks')] })],
      teardown: [sampleStep('afterEach')],
      attachments: [{ name: 'trace.zip', kept: { file: '000001.zip' } }],
    });
    const last = sampleAttempt({ body: [sampleStep('pays')] });
    const { body, attachments, own } = toResult(sampleRecord({ attempts: [first, last] }), sampleMapping());
    expect(own).toEqual({ steps: 1, parameter: 'attempts' });
    expect(body.stepResults).toEqual([
      {
        title: 'Attempt 1 of 2',
        description: 'Error: boom\n    at a.ts:1\n\nand more',
        startedOn: '2026-03-01T10:00:00.000Z',
        completedOn: '2026-03-01T10:00:01.000Z',
        duration: 1,
        outcome: 'Failed',
        stepResults: [
          { title: 'beforeEach', outcome: 'Passed' },
          { title: 'pays', outcome: 'Passed', stepResults: [{ title: 'clicks', outcome: 'Passed' }] },
          { title: 'afterEach', outcome: 'Passed' },
        ],
        attachments: [{ id: attachments[0]?.placeholder }],
      },
      { title: 'pays', outcome: 'Passed' },
    ]);
    expect(body.parameters).toEqual({ attempts: '2' });
    expect(body.message).toBe('Flaky: passed on attempt 2 of 2');
    expect(body).not.toHaveProperty('traces');
    assertValid(body);
  });

  it('before the last are omitted if the settings say so, and are still counted', () => {
    const { body } = toResult(sampleRecord({ attempts: [failed, passed] }), sampleMapping({ attempts: 'last' }));
    expect(body).not.toHaveProperty('stepResults');
    expect(body.parameters).toEqual({ attempts: '2' });
    expect(body.message).toBe('Flaky: passed on attempt 2 of 2');
  });

  it('that never ran are not counted', () => {
    const idle = sampleAttempt({ status: 'not-run', startedAt: BEGIN });
    const { body } = toResult(sampleRecord({ attempts: [idle, passed] }), sampleMapping());
    expect(body).not.toHaveProperty('parameters');
    expect(body).not.toHaveProperty('stepResults');
    expect(body).not.toHaveProperty('message');
  });

  it.each<[Partial<AttemptRecord>]>([
    [{ reason: whyNotRun('interrupted') }],
    [{ setup: [sampleStep('began')] }],
    [{ body: [sampleStep('began')] }],
    [{ teardown: [sampleStep('began')] }],
    [{ errors: [{ message: 'no' }] }],
    [{ attachments: [{ name: 'a', body: 'a' }] }],
  ])('that were interrupted with something to show are counted: %j', (part) => {
    const cut = sampleAttempt({ status: 'not-run', ...part });
    const record = sampleRecord({ status: 'not-run', attempts: [failed, cut] });
    const { body } = toResult(record, sampleMapping());
    expect(body.parameters).toEqual({ attempts: '2' });
    expect(body.outcome).toBe('Blocked');
    expect(body.message).toMatch(/^Did not finish\./);
    expect(body.stepResults).toEqual([
      { title: 'Attempt 1 of 2', description: 'Error: boom\n    at a.ts:1', outcome: 'Failed' },
      ...(part.body === undefined ? [] : [{ title: 'began', outcome: 'Passed' }]),
    ]);
  });

  it('without anything but a status are no mistake', () => {
    expect(emptyAttempt('skipped')).toEqual(sampleAttempt({ status: 'skipped' }));
    expect(toResult(sampleRecord({ attempts: [] }), sampleMapping()).body).not.toHaveProperty('stepResults');
  });
});
