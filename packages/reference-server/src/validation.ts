import { GUID_PATTERN, LINK_URL_PATTERN, MAX_STEP_DEPTH, TIMESTAMP_PATTERN } from '@testpoint/interface';
import type { FastifyError, FastifySchemaValidationError } from 'fastify';
import { ProblemError } from './problem.js';

/** The error for a request that does not match its route's schema. */
export function validationProblem(error: FastifyError): ProblemError {
  const [first] = (error.validation ?? []).filter(({ keyword }) => !BRANCHING.has(keyword));
  if (first === undefined) return new ProblemError(400, error.message);
  const words = explain(first);
  if (error.validationContext !== 'body') {
    const detail = `${first.instancePath.slice(1) || error.validationContext} ${words}`;
    return new ProblemError(400, detail, [{ detail }]);
  }
  const pointer = first.instancePath;
  return new ProblemError(400, `${pointer || 'The body'} ${words}`, [{ pointer, detail: words }]);
}

/** Keywords of errors that only report a failed branch; another error gives the reason. */
const BRANCHING = new Set(['if', 'anyOf', 'oneOf']);

function explain({ keyword, params, message, schemaPath }: FastifySchemaValidationError): string {
  switch (keyword) {
    case 'additionalProperties':
      return `has the unknown field ${JSON.stringify(params.additionalProperty)}`;
    case 'enum':
      return `must be one of ${[params.allowedValues].flat().join(', ')}`;
    case 'pattern':
      return PATTERN_WORDS.get(String(params.pattern)) ?? `must match ${params.pattern}`;
    case 'maxItems':
      return schemaPath.startsWith(`StepResult${MAX_STEP_DEPTH}`)
        ? `must be empty: steps can be nested at most ${MAX_STEP_DEPTH} levels deep`
        : (message ?? 'is too long');
    default:
      return message ?? `breaks the rule ${keyword}`;
  }
}

const PATTERN_WORDS = new Map([
  [GUID_PATTERN, 'must be a GUID'],
  ['^[0-9]{1,9}$', 'must be a number of at most nine digits'],
  [TIMESTAMP_PATTERN, 'must be a time in UTC with fractional seconds, such as 2026-01-31T12:00:00.000Z'],
  [LINK_URL_PATTERN, 'must contain a domain; the protocol may be http, https, or omitted'],
]);
