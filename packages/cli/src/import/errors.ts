import type { ErrorRecord } from '@testpoint/core';

/** The first line of a stack, in the languages whose stacks are indented below the message. */
const FRAME = /\n\s*(?:at |❯ |File "|in )/;

/**
 * An error from the text of a tool that writes message and stack into one.
 * @param message what the tool names as the message; some name nothing, or the same word for each failure
 * @param type class of the error
 */
export function errorFrom(message: string | undefined, type: string | undefined, text: string): ErrorRecord {
  // TAP's details are YAML.
  const whole = text.replace(/^\s*(?:---\s*)?\n/, '').trimEnd();
  const named = message === undefined || VAGUE.test(message) ? undefined : message.replace(/^\s*\n/, '').trimEnd();
  if (whole === '') return { message: named ?? message ?? type ?? 'The test failed' };
  const typed = named === undefined || type === undefined ? undefined : `${type}: ${named}`;
  if (typed !== undefined && whole.startsWith(typed)) return { message: typed, stack: whole };
  if (named !== undefined) return { message: named, stack: whole };
  const frame = FRAME.exec(whole)?.index;
  return frame === undefined ? { message: whole } : { message: whole.slice(0, frame).trimEnd(), stack: whole };
}

const VAGUE = /^\s*(?:failed|failure|error|test failed)?\s*$/i;
