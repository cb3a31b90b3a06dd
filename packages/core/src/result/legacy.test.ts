import type { Result } from '@testpoint/interface';
import { describe, expect, it } from 'vitest';
import {
  assertValid,
  BEGIN,
  CONFIGURATION,
  sampleAttempt,
  sampleMapping,
  sampleRecord,
  sampleStep,
} from '../../test/samples/mapping-sample.js';
import { toLegacyResult } from './legacy.js';
import { toResult } from './to-result.js';

const context = {
  testRunId: '33333333-3333-4333-8333-333333333333',
  testPlanGlobalId: 5,
  configurationGlobalId: 7,
  attachmentNames: ['a.png', 'b.zip'],
};
const bare: Result = { configurationId: CONFIGURATION, autoTestExternalId: 'id', outcome: 'Blocked' };

describe('the legacy body', () => {
  it('counts milliseconds, has one flat list of steps with paths, and names attachments in the message', () => {
    const attempt = sampleAttempt({
      status: 'failed',
      startedAt: BEGIN,
      endedAt: BEGIN + 1234,
      errors: [{ message: 'boom', stack: 'Error: boom' }],
      setup: [sampleStep('beforeEach', { startedAt: BEGIN, endedAt: BEGIN + 10 })],
      body: [
        sampleStep('pays', {
          status: 'failed',
          steps: [sampleStep('clicks', { steps: [sampleStep('waits')] }), sampleStep('reads')],
        }),
        sampleStep('leaves', { status: 'not-run' }),
      ],
      teardown: [sampleStep('afterEach', { status: 'skipped' })],
    });
    const { body } = toResult(sampleRecord({ status: 'failed', attempts: [attempt] }), sampleMapping());
    const legacy = toLegacyResult(body, context);
    expect(legacy).toEqual({
      testRunId: context.testRunId,
      testPlanGlobalId: 5,
      configurationGlobalId: 7,
      autoTestExternalId: 'shop/cart.spec.ts > Cart > adds an item',
      outcome: 'Failed',
      message: 'boom\n\nAttachments: a.png, b.zip',
      stackTrace: 'Error: boom',
      duration: 1234,
      stepResults: [
        { action: 'beforeEach', duration: 10, outcome: 'Passed' },
        { action: 'pays', duration: 0, outcome: 'Failed' },
        { action: 'pays › clicks', duration: 0, outcome: 'Passed' },
        { action: 'pays › clicks › waits', duration: 0, outcome: 'Passed' },
        { action: 'pays › reads', duration: 0, outcome: 'Passed' },
        { action: 'leaves', duration: 0, outcome: 'Blocked' },
        { action: 'afterEach', duration: 0, outcome: 'Skipped' },
      ],
    });
    assertValid(legacy, 'LegacyResult');
  });

  it('has the duration of an attempt without times, also of an earlier attempt', () => {
    const attempts = [
      sampleAttempt({ status: 'failed', duration: 1234 }),
      sampleAttempt({ startedAt: BEGIN, duration: 20 }),
    ];
    const { body } = toResult(sampleRecord({ attempts }), sampleMapping({ api: 'legacy', attempts: 'nested' }));
    expect(toLegacyResult(body, context)).toMatchObject({ duration: 1254, stepResults: [{ duration: 1234 }] });
  });

  it('lasts as long as its attempts, also if its journal counts seconds', () => {
    const attempts = [
      sampleAttempt({ status: 'failed', startedAt: BEGIN, endedAt: BEGIN + 20 }),
      sampleAttempt({ startedAt: BEGIN + 9000, endedAt: BEGIN + 9030 }),
    ];
    const duration = (settings: object) =>
      toLegacyResult(toResult(sampleRecord({ attempts }), sampleMapping(settings)).body, context).duration;
    expect(duration({ api: 'legacy' })).toBe(50);
    const times = { startedOn: '2026-03-01T10:00:00.000Z', completedOn: '2026-03-01T10:00:07.400Z', duration: 7 };
    expect(toLegacyResult({ ...bare, ...times }, context).duration).toBe(7400);
  });

  it('lasts at least a millisecond, and has no texts that the newer one does not have', () => {
    const { attachmentNames: _, ...ids } = context;
    const rest = { ...ids, autoTestExternalId: 'id', outcome: 'Blocked' };
    const legacy = toLegacyResult(bare, { ...ids, attachmentNames: [] });
    expect(legacy).toEqual({ ...rest, duration: 1, stepResults: [] });
    const body = { ...bare, completedOn: '2026-03-01T10:00:00.000Z', duration: 9, stepResults: [{}] };
    const step = { action: '', duration: 0, outcome: 'Passed' };
    expect(toLegacyResult(body, { ...ids, attachmentNames: [] })).toEqual({
      ...rest,
      duration: 9,
      stepResults: [step],
    });
  });

  it('has a message that only names the attachments if there is no other', () => {
    expect(toLegacyResult(bare, context).message).toBe('Attachments: a.png, b.zip');
  });
});
