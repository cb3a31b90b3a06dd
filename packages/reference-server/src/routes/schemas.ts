import type { FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { ProblemError } from '../problem.js';

/** A schema that was registered by its `$id`, so that the OpenAPI document names it once. */
export function reference<Schema extends TSchema>(schema: Schema) {
  if (!('$id' in schema)) throw new Error('A schema without $id has no name to refer to.');
  return Type.Unsafe<Static<Schema>>(Type.Ref(`${schema.$id}#`));
}

/** What every operation may answer besides its success. */
export const problems = { '4xx': problem('Refused'), 503: problem('The database is out of reach') };

/** What an operation that stores something may answer besides its success. */
export const storingProblems = { ...problems, 507: problem('The disk is full, or a quota used up') };

/** What an operation on attachments may answer where they are kept out of the server's own reach. */
export const remoteProblem = { 503: problem('The database or the store of attachments is out of reach') };

export function problem(description: string) {
  return { description, content: { 'application/problem+json': { schema: Type.Ref('Problem#') } } };
}

/** The operations that take no body tolerate an empty one, and the empty JSON string that some clients send. */
export async function noBody(request: FastifyRequest): Promise<void> {
  if (request.body !== undefined && request.body !== null && request.body !== '') {
    throw new ProblemError(400, 'This operation takes no body.');
  }
}
