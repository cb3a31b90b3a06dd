import { violation } from '@testpoint/interface';
import type { AttemptRecord, StepRecord, TestRecord } from '../../src/model.js';
import { type Mapping, type MappingSettings, prepareMapping } from '../../src/result/mapping.js';

/** Records, settings and a check of bodies for the tests of the mapping. */

export const SECRET_KEY = 'c2VjcmV0LWtleQ==';
export const CONFIGURATION = '11111111-1111-4111-8111-111111111111';
/** 2026-03-01T10:00:00.000Z */
export const BEGIN = 1_772_359_200_000;

/** Throws if a body violates the interface's rules, once it is JSON. */
export function assertValid(body: unknown, schema: 'Result' | 'LegacyResult' | 'AutoTestResult' = 'Result'): void {
  const found = violation(schema, JSON.parse(JSON.stringify(body)));
  if (found !== undefined) throw new Error(found);
}

export function sampleMapping(settings: Partial<MappingSettings> = {}): Mapping {
  let placeholders = 0;
  return prepareMapping(
    {
      secretKey: SECRET_KEY,
      configurationId: CONFIGURATION,
      configurations: {},
      externalId: 'path',
      attempts: 'nested',
      redact: [],
      links: [],
      parameters: {},
      properties: {},
      failureReasons: [],
      api: 'v2',
      durationUnit: 'seconds',
      attachmentReferences: 'guid',
      newGuid: () => `00000000-0000-4000-8000-${String(++placeholders).padStart(12, '0')}`,
      ...settings,
    },
    'playwright',
  );
}

export function sampleRecord(record: Partial<TestRecord> = {}): TestRecord {
  return {
    file: 'shop/cart.spec.ts',
    titlePath: ['Cart', 'adds an item'],
    status: 'passed',
    attempts: [sampleAttempt()],
    ...record,
  } as TestRecord;
}

export function sampleAttempt(attempt: Partial<AttemptRecord> = {}): AttemptRecord {
  return { status: 'passed', errors: [], setup: [], body: [], teardown: [], attachments: [], ...attempt };
}

export function sampleStep(title: string, step: Partial<StepRecord> = {}): StepRecord {
  return { title, status: 'passed', ...step };
}
