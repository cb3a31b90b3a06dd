import { append } from '@testpoint/core/built-ins';
import { jsonSafe } from '@testpoint/core/test-api';

/** What the reporter reads of an error. */
const MEMBERS = ['name', 'message', 'stack', 'actual', 'expected'] as const;
const DEEPEST = 5;
const { isArray } = Array;

/** A copy of a thrown value that JSON can represent, with the errors behind it; undefined if it can't be read. */
export function plainError(thrown: unknown, depth = 0): unknown {
  if (typeof thrown !== 'object' || thrown === null) return jsonSafe(thrown);
  if (depth === DEEPEST) return undefined;
  try {
    const copy: Record<string, unknown> = {};
    for (let index = 0; index < MEMBERS.length; index++) {
      const name = MEMBERS[index] as string;
      const value = (thrown as Record<string, unknown>)[name];
      if (value !== undefined) copy[name] = jsonSafe(value);
    }
    const { cause, errors } = thrown as { cause?: unknown; errors?: unknown };
    if (cause !== undefined) copy.cause = plainError(cause, depth + 1);
    if (isArray(errors)) copy.errors = copied(errors, depth + 1);
    return copy;
  } catch {
    return undefined;
  }
}

function copied(errors: readonly unknown[], depth: number): unknown[] {
  const copies: unknown[] = [];
  for (let index = 0; index < errors.length && index < DEEPEST; index++)
    append(copies, plainError(errors[index], depth));
  return copies;
}
