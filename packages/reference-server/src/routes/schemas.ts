import type { FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { ProblemError } from '../problem.js';

/** A reference to a schema registered by its `$id`, so that the OpenAPI document contains it once. */
export function reference<Schema extends TSchema>(schema: Schema) {
  if (!('$id' in schema)) throw new Error('A schema needs an $id to be referred to.');
  return Type.Unsafe<Static<Schema>>(Type.Ref(`${schema.$id}#`));
}

/** Error responses of every operation. */
export const problems = { '4xx': problem('Refused'), 503: problem('The database is unreachable') };

/** Error responses of an operation that stores something. */
export const storingProblems = { ...problems, 507: problem('The disk is full, or a quota is used up') };

/** Error response of an operation on attachments, which may be stored on another machine. */
export const remoteProblem = { 503: problem('The database or the attachment store is unreachable') };

export function problem(description: string) {
  return { description, content: { 'application/problem+json': { schema: Type.Ref('Problem#') } } };
}

/** Operations without a body tolerate an empty one, and the empty JSON string that some clients send. */
export async function noBody(request: FastifyRequest): Promise<void> {
  if (request.body !== undefined && request.body !== null && request.body !== '') {
    throw new ProblemError(400, 'This operation takes no body.');
  }
}
