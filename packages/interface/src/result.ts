import { type Static, Type } from 'typebox';
import {
  FAILURE_REASONS,
  GUID_PATTERN,
  LINK_TYPES,
  LINK_URL_PATTERN,
  MAX_DURATION_SECONDS,
  MAX_STEP_DEPTH,
  OUTCOMES,
  type Outcome,
  TIMESTAMP_PATTERN,
} from './constants.js';

const OutcomeSchema = Type.Enum(OUTCOMES);
const FailureReasonSchema = Type.Enum(FAILURE_REASONS);
const LinkTypeSchema = Type.Enum(LINK_TYPES);

export const Guid = Type.String({ pattern: GUID_PATTERN });
export const Timestamp = Type.String({ pattern: TIMESTAMP_PATTERN });
export const StringMap = Type.Unsafe<Record<string, string>>(Type.Object({}, { additionalProperties: Type.String() }));

/** Link object (section 2). */
export const Link = Type.Object(
  {
    title: Type.Optional(Type.String()),
    url: Type.String({ pattern: LINK_URL_PATTERN }),
    description: Type.Optional(Type.String()),
    type: Type.Optional(LinkTypeSchema),
  },
  { additionalProperties: false },
);
export type Link = Static<typeof Link>;

export const AttachmentReference = Type.Object({ id: Guid }, { additionalProperties: false });
export type AttachmentReference = Static<typeof AttachmentReference>;

/** Step-result object (section 2). */
export interface StepResult {
  title?: string;
  description?: string;
  /** ISO 8601 UTC. */
  startedOn?: string;
  completedOn?: string;
  /** Seconds, like the result's own `duration`. */
  duration?: number;
  outcome?: Outcome;
  stepResults?: StepResult[];
  attachments?: AttachmentReference[];
  parameters?: Record<string, string>;
}

/** The schema of a step at a level; 1 is the outermost. The deepest one allows no inner steps. */
function stepSchema(level: number) {
  const nested =
    level < MAX_STEP_DEPTH ? Type.Array(Type.Ref(stepName(level + 1))) : Type.Array(Type.Never(), { maxItems: 0 });
  return Type.Object(
    {
      title: Type.Optional(Type.String()),
      description: Type.Optional(Type.String()),
      startedOn: Type.Optional(Timestamp),
      completedOn: Type.Optional(Timestamp),
      duration: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_DURATION_SECONDS })),
      outcome: Type.Optional(OutcomeSchema),
      stepResults: Type.Optional(nested),
      attachments: Type.Optional(Type.Array(AttachmentReference)),
      parameters: Type.Optional(StringMap),
    },
    { $id: stepName(level), additionalProperties: false },
  );
}

function stepName(level: number): string {
  return `StepResult${level}`;
}

/** The step schemas of all levels. Register them with the validator by their `$id` before compiling `Result`. */
export const stepSchemas = Array.from({ length: MAX_STEP_DEPTH }, (_, index) => stepSchema(index + 1));

const Steps = Type.Array(Type.Unsafe<StepResult>(Type.Ref(stepName(1))));

/** Autotest result, newer body (section 2, `/api/v2/testRuns/{testRunId}/testResults`). */
export const Result = Type.Object(
  {
    configurationId: Guid,
    autoTestExternalId: Type.String({ minLength: 1 }),
    outcome: OutcomeSchema,
    links: Type.Optional(Type.Array(Link)),
    failureReasonName: Type.Optional(FailureReasonSchema),
    message: Type.Optional(Type.String()),
    traces: Type.Optional(Type.String()),
    startedOn: Type.Optional(Timestamp),
    completedOn: Type.Optional(Timestamp),
    duration: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_DURATION_SECONDS })),
    attachments: Type.Optional(Type.Array(Type.Union([Guid, AttachmentReference]))),
    parameters: Type.Optional(StringMap),
    properties: Type.Optional(StringMap),
    stepResults: Type.Optional(Steps),
    setupResults: Type.Optional(Steps),
    teardownResults: Type.Optional(Steps),
  },
  { $id: 'Result', additionalProperties: false },
);
export type Result = Static<typeof Result>;
