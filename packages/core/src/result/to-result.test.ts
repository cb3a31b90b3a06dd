import { describe, expect, it } from 'vitest';
import {
  assertValid,
  BEGIN,
  CONFIGURATION,
  SECRET_KEY,
  sampleAttempt,
  sampleMapping,
  sampleRecord,
  sampleStep,
} from '../../test/samples/mapping-sample.js';
import type { AttemptRecord } from '../model.js';
import { bareResult, toResult } from './to-result.js';

const failed = sampleAttempt({ status: 'failed', errors: [{ message: 'boom', stack: 'Error: boom\n    at a.ts:1' }] });
const passed = sampleAttempt();

describe('a result', () => {
  it('of a simple passed test contains no more than necessary', () => {
    const mapped = toResult(sampleRecord(), sampleMapping());
    expect(mapped).toEqual({
      externalId: 'shop/cart.spec.ts > Cart > adds an item',
      configurationId: CONFIGURATION,
      configurationGlobalId: undefined,
      body: {
        configurationId: CONFIGURATION,
        autoTestExternalId: 'shop/cart.spec.ts > Cart > adds an item',
        outcome: 'Passed',
      },
      attachments: [],
      warnings: [],
      missing: 0,
    });
    assertValid(mapped.body);
  });

  it('begins with its first attempt, ends with its last, and lasts as long as all of them; beforeAll does not count', () => {
    const first = { ...failed, startedAt: BEGIN, endedAt: BEGIN + 1000 };
    const setup = [sampleStep('beforeAll', { startedAt: BEGIN - 9000, endedAt: BEGIN })];
    const last = { ...passed, startedAt: BEGIN + 4000, endedAt: BEGIN + 7000, setup };
    const record = sampleRecord({ attempts: [first, last] });
    expect(toResult(record, sampleMapping()).body).toMatchObject({
      startedOn: '2026-03-01T10:00:00.000Z',
      completedOn: '2026-03-01T10:00:07.000Z',
      duration: 4,
    });
    expect(toResult(record, sampleMapping({ attempts: 'last' })).body).toMatchObject({
      startedOn: '2026-03-01T10:00:04.000Z',
      duration: 3,
    });
  });

  it('counts what is known of its attempts', () => {
    const known = { ...passed, startedAt: BEGIN + 4000, endedAt: BEGIN + 7000 };
    const duration = (attempts: AttemptRecord[]) => toResult(sampleRecord({ attempts }), sampleMapping()).body.duration;
    expect(duration([failed, known])).toBe(3);
    expect(duration([{ ...failed, startedAt: BEGIN }, known])).toBe(3);
    expect(duration([{ ...failed, duration: 2000 }, known])).toBe(5);
    expect(duration([{ ...failed, duration: 2000 }, passed])).toBe(2);
    // Vitest without the setup file
    expect(
      duration([
        { ...failed, startedAt: BEGIN },
        { ...passed, endedAt: BEGIN + 7000 },
      ]),
    ).toBe(7);
  });

  it('covers a step that it did not await, but none whose clock was faked', () => {
    const times = { ...passed, startedAt: BEGIN, endedAt: BEGIN + 2000 };
    const step = { title: 'a', status: 'passed' as const, steps: [], attachments: [] };
    const late = { ...step, startedAt: BEGIN + 1000, endedAt: BEGIN + 5000 };
    const faked = { ...step, startedAt: 0, endedAt: BEGIN + 9000 };
    const { body } = toResult(sampleRecord({ attempts: [{ ...times, body: [late, faked] }] }), sampleMapping());
    expect(body).toMatchObject({
      startedOn: '2026-03-01T10:00:00.000Z',
      completedOn: '2026-03-01T10:00:05.000Z',
      duration: 5,
    });
  });

  it('whose last attempt never ended has no end', () => {
    const attempts = [
      { ...failed, startedAt: BEGIN, endedAt: BEGIN + 1000 },
      { ...failed, startedAt: BEGIN + 2000 },
    ];
    const { body } = toResult(sampleRecord({ status: 'failed', attempts }), sampleMapping());
    expect(body.startedOn).toBe('2026-03-01T10:00:00.000Z');
    expect(body).not.toHaveProperty('completedOn');
    expect(body).not.toHaveProperty('duration');
  });

  it.each([
    ['guid', '00000000-0000-4000-8000-000000000001'],
    ['object', { id: '00000000-0000-4000-8000-000000000001' }],
  ] as const)('refers to its own attachments as %s', (attachmentReferences, expected) => {
    const attempt = sampleAttempt({
      attachments: [{ name: 'a.png', contentType: 'image/png', kept: { file: '000001.png' } }],
    });
    const { body, attachments } = toResult(
      sampleRecord({ attempts: [attempt] }),
      sampleMapping({ attachmentReferences }),
    );
    expect(body.attachments).toEqual([expected]);
    expect(attachments).toEqual([
      {
        placeholder: '00000000-0000-4000-8000-000000000001',
        name: 'a.png',
        contentType: 'image/png',
        kept: { file: '000001.png' },
      },
    ]);
    assertValid(body);
  });
});

describe('a configuration', () => {
  const configurations = { chromium: { id: '22222222-2222-4222-8222-222222222222', globalId: 7 }, bare: {} };
  const settings = { configurations, configurationGlobalId: 3 };
  it.each([
    ['of the project’s own entry', 'chromium', configurations.chromium.id, 7],
    ['is the default for the rest', 'firefox', CONFIGURATION, 3],
    ['is the default without a project', undefined, CONFIGURATION, 3],
    ['is not the default for an entry that names none', 'bare', undefined, undefined],
  ])('%s', (_, project, id, globalId) => {
    const record = sampleRecord(project === undefined ? {} : { project });
    const mapped = toResult(record, sampleMapping(settings));
    expect([mapped.configurationId, mapped.configurationGlobalId]).toEqual([id, globalId]);
    expect(mapped.body.configurationId).toBe(id ?? '');
  });
});

it('a record that cannot be mapped has its outcome, and says why', () => {
  const own = { id: '22222222-2222-4222-8222-222222222222', globalId: 7 };
  const mapping = sampleMapping({ configurations: { chromium: own }, externalId: 'hash' });
  const record = sampleRecord({ status: 'failed', project: 'chromium' });
  const why = new Error(`no ${SECRET_KEY}`);
  const externalId = 'shop/cart.spec.ts > Cart > adds an item';
  const fail = () => {
    throw why;
  };
  expect(bareResult(record, { ...mapping, hash: fail as never }, why)).toStrictEqual({
    ...{ externalId, configurationId: own.id, configurationGlobalId: 7 },
    body: {
      ...{ configurationId: own.id, autoTestExternalId: externalId, outcome: 'Failed' },
      message: 'Testpoint could read only how this test ended, not its details: Error: no ***',
    },
    ...{ attachments: [], missing: 0, own: undefined },
    warnings: [`Only the outcome of ${externalId} could be recorded: Error: no ***`],
  });
  expect(bareResult(record, mapping, why).externalId).toMatch(/^[0-9a-f]{40}$/);
});
