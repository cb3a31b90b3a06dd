import { type TSchema, Type } from 'typebox';
import type { Kind, Member, Table } from './codec/members.js';
import { RESULT, type Result as ResultBody, STEP } from './codec/result.js';
import { GUID_PATTERN, MAX_STEP_DEPTH, TIMESTAMP_PATTERN } from './constants.js';

export type { AttachmentReference, Link, StepResult } from './codec/result.js';

export const Guid = Type.String({ pattern: GUID_PATTERN });
export const Timestamp = Type.String({ pattern: TIMESTAMP_PATTERN });

/** The step schemas of all levels. Register them with the validator by their `$id` before compiling `Result`. */
export const stepSchemas = Array.from({ length: MAX_STEP_DEPTH }, (_, index) =>
  objectSchema(STEP, index + 1, stepName(index + 1)),
);

/** Autotest result, newer body (section 2, `/api/v2/testRuns/{testRunId}/testResults`). */
export const Result = Type.Unsafe<ResultBody>(objectSchema(RESULT, 0, 'Result'));
export type Result = ResultBody;

/** @param level of the steps around it; 0 outside of steps */
function objectSchema(table: Table, level: number, $id?: string) {
  const members = Object.entries(table).map(([name, member]) => [name, memberSchema(member, level)]);
  return Type.Object(Object.fromEntries(members), { ...($id !== undefined && { $id }), additionalProperties: false });
}

function memberSchema(member: Member, level: number): TSchema {
  const schema = schemaOf(member, level);
  return member.required === true ? schema : Type.Optional(schema);
}

function schemaOf(kind: Kind, level: number): TSchema {
  switch (kind.is) {
    case 'text': {
      const { oneOf, pattern, minLength } = kind;
      if (oneOf !== undefined) return Type.Enum([...oneOf]);
      return Type.String({ ...(pattern !== undefined && { pattern }), ...(minLength !== undefined && { minLength }) });
    }
    case 'number':
      return Type.Integer({ minimum: kind.minimum ?? 0, ...(kind.maximum !== undefined && { maximum: kind.maximum }) });
    case 'texts':
      return Type.Object({}, { additionalProperties: Type.String() });
    case 'list':
      return Type.Array(schemaOf(kind.of, level));
    case 'steps':
      if (level === MAX_STEP_DEPTH) return Type.Array(Type.Never(), { maxItems: 0 });
      return Type.Array(Type.Ref(stepName(level + 1)));
    case 'object':
      return objectSchema(kind.of, level);
    case 'either':
      return Type.Union(kind.of.map((one) => schemaOf(one, level)));
    default:
      throw new Error(`no result has a member of kind ${kind.is}`);
  }
}

/** The schema of a step at a level; 1 is the outermost. The deepest one allows no inner steps. */
function stepName(level: number): string {
  return `StepResult${level}`;
}
