import { indexOf, slice } from '../built-ins/language.js';
import type { ErrorRecord } from '../model.js';
import { joinParagraphs, plain } from './text/text.js';

const SEARCHED_CHARACTERS = 200;

/** The short form of an error: its message or, without one, the first line of its stack. */
export function headline(error: ErrorRecord): string {
  const message = plain(error.message);
  if (message !== '' || error.stack === undefined) return message;
  const stack = plain(error.stack);
  const end = indexOf(stack, '\n');
  return end === -1 ? stack : slice(stack, 0, end);
}

/** The first error, and the number of others. */
export function firstHeadline(errors: ErrorRecord[]): string {
  const first = errors[0];
  if (first === undefined) return '';
  const words = headline(first);
  const others = errors.length > 1 ? `(+${errors.length - 1} more)` : '';
  if (words === '' || others === '') return `${words}${others}`;
  // After the last line of a diff, it would look like part of it.
  return indexOf(words, '\n') === -1 ? `${words} ${others}` : `${words}\n${others}`;
}

/** All stacks. For the first error, whose message is elsewhere, only the stack. */
export function tracesOf(errors: ErrorRecord[]): string {
  return joinParagraphs(plain(errors[0]?.stack ?? ''), wholeTexts(errors, 1));
}

/** Everything about all errors from this one on, for a place that has only one text. */
export function wholeTexts(errors: ErrorRecord[], from = 0): string {
  let texts = '';
  for (let index = from; index < errors.length; index++) {
    texts = joinParagraphs(texts, wholeText(errors[index] as ErrorRecord));
  }
  return texts;
}

/** Stacks usually repeat the message, unless a test changed one of the two. */
function wholeText(error: ErrorRecord): string {
  const message = plain(error.message);
  const stack = plain(error.stack ?? '');
  if (stack === '') return message;
  return isIn(message, stack) ? stack : `${message}\n${stack}`;
}

/** Searches only for the start of the message, then compares: searching megabytes in megabytes may take minutes. */
function isIn(message: string, stack: string): boolean {
  const at = indexOf(stack, slice(message, 0, SEARCHED_CHARACTERS));
  return slice(stack, at, at + message.length) === message;
}
