import { describe, expect, it } from 'vitest';
import { sampleAttempt, sampleMapping, sampleRecord } from '../../test/samples/mapping-sample.js';
import type { TestRecord } from '../model.js';
import type { MappingSettings } from './mapping.js';
import { toResult } from './to-result.js';

const failed = sampleAttempt({ status: 'failed', errors: [{ message: 'boom', stack: 'Error: boom\n    at a.ts:1' }] });

describe('a failure reason', () => {
  const rules: MappingSettings['failureReasons'] = [
    { pattern: /ECONN/g, reason: 'InfrastructureDefect' },
    { pattern: 'boom', reason: 'ProductDefect' },
  ];
  const cases: [string, Partial<TestRecord>, MappingSettings['failureReasons'], string | undefined, number][] = [
    [
      'is the one that the test sets',
      { failureReason: 'TestDefect', status: 'failed', attempts: [failed] },
      rules,
      'TestDefect',
      0,
    ],
    ['is the first whose pattern is found', { status: 'failed', attempts: [failed] }, rules, 'ProductDefect', 0],
    [
      'is found in stacks',
      { status: 'failed', attempts: [failed] },
      [{ pattern: /a\.ts/, reason: 'NoDefect' }],
      'NoDefect',
      0,
    ],
    ['is not sought in a passed test', { attempts: [failed] }, rules, undefined, 0],
    ['that is unknown is dropped with a warning', { failureReason: 'Bug' }, [], undefined, 1],
    [
      'that is unknown gives way to a rule',
      { failureReason: 'Bug', status: 'failed', attempts: [failed] },
      rules,
      'ProductDefect',
      1,
    ],
  ];
  it.each(cases)('%s', (_, record, failureReasons, expected, warnings) => {
    const mapping = sampleMapping({ failureReasons });
    for (const time of ['first', 'second']) {
      const mapped = toResult(sampleRecord(record), mapping);
      expect(mapped.body.failureReasonName, time).toBe(expected);
      expect(mapped.warnings).toHaveLength(warnings);
    }
  });

  it('that is unknown causes a warning that lists the known ones', () => {
    expect(toResult(sampleRecord({ failureReason: 'Bug' }), sampleMapping()).warnings).toEqual([
      'Failure reason "Bug" is not sent: the service accepts only InfrastructureDefect, ProductDefect, TestDefect, NoDefect.',
    ]);
  });
});
