import { type Static, Type } from 'typebox';
import { OUTCOMES } from './constants.js';
import { Guid } from './result.js';
import { GlobalId } from './run.js';

const ConfigurationGlobalId = Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER });

/** Element of the legacy `stepResults` (section 2). The interface marks none of its fields as required. */
export const LegacyStep = Type.Object(
  {
    action: Type.Optional(Type.String()),
    duration: Type.Optional(Type.Integer({ minimum: 0 })),
    outcome: Type.Optional(Type.Enum(OUTCOMES)),
  },
  { $id: 'LegacyStep', additionalProperties: false },
);
export type LegacyStep = Static<typeof LegacyStep>;

/** Autotest result, legacy body (section 2, `/api/v2/testResults`); `duration` is a positive integer, milliseconds. */
export const LegacyResult = Type.Object(
  {
    testRunId: Guid,
    testPlanGlobalId: GlobalId,
    autoTestExternalId: Type.String({ minLength: 1 }),
    configurationGlobalId: ConfigurationGlobalId,
    outcome: Type.Enum(OUTCOMES),
    message: Type.Optional(Type.String()),
    stackTrace: Type.Optional(Type.String()),
    duration: Type.Integer({ minimum: 1 }),
    stepResults: Type.Array(Type.Unsafe<LegacyStep>(Type.Ref('LegacyStep'))),
  },
  { $id: 'LegacyResult', additionalProperties: false },
);
export type LegacyResult = Static<typeof LegacyResult>;

/** Body of the operation named `/api/Public/SetAutoTestResult` (section 2, the legacy sample). */
export const AutoTestResult = Type.Object(
  {
    testRunId: Guid,
    testPlanGlobalId: GlobalId,
    autoTestExternalId: Type.String({ minLength: 1 }),
    configurationGlobalId: ConfigurationGlobalId,
    status: Type.Enum(['Ready', 'NotReady']),
    outcome: Type.Enum(['Passed', 'NotPassed', 'Skipped']),
    message: Type.Optional(Type.String()),
    stackTrace: Type.Optional(Type.String()),
  },
  { $id: 'AutoTestResult', additionalProperties: false },
);
export type AutoTestResult = Static<typeof AutoTestResult>;
