import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as wire from './index.js';

type Name = Parameters<typeof wire.violation>[0];

function accepts(name: Name, value: unknown): boolean {
  return wire.violation(name, value) === undefined;
}

const GUID = 'aaaaaaaa-0000-4000-8000-000000000010';
const point = { configurationGlobalId: 10, testCaseGlobalId: 101 };
const examples: Partial<Record<Name, Record<string, unknown>>> = {
  TestPoint: point,
  CreateRun: { projectGlobalId: 1, testPlanGlobalId: 5, testPoints: [point] },
  Result: { configurationId: GUID, autoTestExternalId: 'a', outcome: 'Passed' },
  LegacyResult: {
    testRunId: GUID,
    testPlanGlobalId: 5,
    autoTestExternalId: 'a',
    configurationGlobalId: 10,
    outcome: 'Failed',
    duration: 1,
    stepResults: [{ action: 'a', duration: 0, outcome: 'Skipped' }, {}],
  },
  AutoTestResult: {
    testRunId: GUID,
    testPlanGlobalId: 5,
    autoTestExternalId: 'a',
    configurationGlobalId: 10,
    status: 'Ready',
    outcome: 'NotPassed',
  },
};

describe.each(Object.entries(examples) as [Name, Record<string, unknown>][])('%s', (name, example) => {
  it('accepts an example of the interface, and rejects it without any one of its required fields', () => {
    expect(accepts(name, example)).toBe(true);
    for (const field of Object.keys(example)) {
      const { [field]: _, ...rest } = example;
      expect(accepts(name, rest), field).toBe(false);
    }
  });

  it('rejects a value of another type in each of these fields', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(example)), fc.jsonValue(), (field, value) => {
        const kind = (of: unknown) => (Array.isArray(of) ? 'array' : of === null ? 'null' : typeof of);
        fc.pre(kind(value) !== kind(example[field]));
        expect(accepts(name, { ...example, [field]: value })).toBe(false);
      }),
    );
  });

  it('rejects unknown fields', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 12 }), fc.jsonValue(), (field, value) => {
        fc.pre(!(field in example));
        expect(accepts(name, { ...example, [field]: value })).toBe(false);
      }),
    );
  });
});

describe('a result', () => {
  const result = (fields: Record<string, unknown>) => accepts('Result', { ...examples.Result, ...fields });

  it.each(['stepResults', 'setupResults', 'teardownResults'])(
    'has %s that are nested at most 15 levels deep',
    (field) => {
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 3 }), (depth, siblings) => {
          expect(result({ [field]: nested(depth, siblings) })).toBe(depth <= wire.MAX_STEP_DEPTH);
        }),
      );
    },
  );

  it('lasts whole seconds from 0 to 86400, and so do its steps', () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer(), fc.double(), fc.constantFrom(-1, 0, 86_400, 86_401)), (duration) => {
        const valid = Number.isInteger(duration) && duration >= 0 && duration <= 86_400;
        expect(result({ duration })).toBe(valid);
        expect(result({ stepResults: [{ duration }] })).toBe(valid);
      }),
    );
  });

  it('has maps of strings, whatever their names', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), fc.string(), fc.jsonValue(), (map, name, value) => {
        expect(result({ parameters: map, properties: map })).toBe(true);
        fc.pre(typeof value !== 'string' && name !== '__proto__');
        expect(result({ parameters: { ...map, [name]: value } })).toBe(false);
      }),
    );
  });

  it('accepts any time of a Date with a four-digit year, and no day that does not exist', () => {
    const years = { min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(years), (date) => {
        expect(result({ startedOn: date.toISOString() })).toBe(true);
      }),
    );
    for (const day of [
      '2026-02-30',
      '2026-04-31',
      '2026-06-31',
      '2026-09-31',
      '2026-11-31',
      '2026-01-00',
      '2026-00-01',
    ]) {
      expect(result({ startedOn: `${day}T00:00:00.000Z` }), day).toBe(false);
    }
  });

  it('refers to attachments by GUID or by an object with a GUID; its steps only by an object', () => {
    for (const [reference, inResult, inStep] of [
      [GUID, true, false],
      [GUID.toUpperCase(), true, false],
      [{ id: GUID }, true, true],
      [{ id: GUID, name: 'x' }, false, false],
      ['x', false, false],
    ] as const) {
      expect(result({ attachments: [reference] })).toBe(inResult);
      expect(result({ stepResults: [{ attachments: [reference] }] })).toBe(inStep);
    }
  });
});

it('the duration of a legacy result is a positive integer in milliseconds, without an upper limit', () => {
  for (const [duration, valid] of [
    [0, false],
    [1, true],
    [86_400_001, true],
    [1.5, false],
    [-1, false],
  ] as const) {
    expect(accepts('LegacyResult', { ...examples.LegacyResult, duration })).toBe(valid);
  }
});

it('global ids of projects and plans are positive; those of configurations and test cases are any integers', () => {
  fc.assert(
    fc.property(fc.oneof(fc.maxSafeInteger(), fc.constantFrom(0, 1, -1, 2 ** 53)), (id) => {
      const exact = Number.isSafeInteger(id);
      expect(accepts('CreateRun', { ...examples.CreateRun, projectGlobalId: id })).toBe(exact && id > 0);
      expect(accepts('CreateRun', { ...examples.CreateRun, testPlanGlobalId: id })).toBe(exact && id > 0);
      expect(accepts('TestPoint', { ...point, configurationGlobalId: id })).toBe(exact);
      expect(accepts('TestPoint', { ...point, testCaseGlobalId: id })).toBe(exact);
    }),
  );
});

it('the message of section 7 contains both ids unchanged', () => {
  expect(wire.testPointsRequired(GUID, 'a > b')).toBe(
    `TestPoints required for autoTestResult with configurationId: ${GUID} and autoTestExternalId: a > b`,
  );
});

/** Steps nested `depth` levels deep, each with some empty siblings. */
function nested(depth: number, siblings: number): unknown[] {
  const others = Array.from({ length: siblings }, () => ({ title: 'beside', stepResults: [] }));
  return [...others, depth === 1 ? { title: 'innermost' } : { stepResults: nested(depth - 1, siblings) }];
}
