import { asText, isArray } from '../built-ins/language.js';

/** What an error may have besides its message. */
interface Caused {
  stack?: unknown;
  cause?: unknown;
  errors?: unknown;
}

const DEEPEST = 5;

/**
 * The errors behind an error, as text that follows its stack. It throws if a getter of them does.
 * @param headOf the name and message of an error without a stack
 */
export function causesOf<E extends Caused>({ cause, errors }: E, headOf: (error: E) => string, depth = 0): string {
  if (depth === DEEPEST) return '';
  let text = '';
  if (isArray(errors)) {
    for (let index = 0; index < errors.length && index < DEEPEST; index++)
      text += nested('With', errors[index], headOf, depth);
  }
  return cause === undefined || cause === null ? text : text + nested('Caused by', cause, headOf, depth);
}

function nested<E extends Caused>(how: string, error: unknown, headOf: (error: E) => string, depth: number): string {
  if (typeof error !== 'object' || error === null) return `\n${how}: ${asText(error)}`;
  const { stack } = error as E;
  const shown = typeof stack === 'string' && stack !== '' ? stack : headOf(error as E);
  return `\n${how}: ${shown}${causesOf(error as E, headOf, depth + 1)}`;
}
