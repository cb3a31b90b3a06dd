import { stripVTControlCharacters } from 'node:util';
import { comparison, type ErrorRecord } from '@testpoint/core';

/** An error as Vitest serializes it: members of its own come along, and what was thrown may have been no error at all. */
export interface VitestError {
  name?: unknown;
  message?: unknown;
  stack?: unknown;
  /** Coloured lines of what was expected and what came. */
  diff?: unknown;
  cause?: unknown;
  [member: string]: unknown;
}

const DEEPEST_CAUSE = 5;
/** What Vitest itself adds to an error. */
const ADDED =
  /^(name|message|stack|stacks|stackStr|nameStr|diff|actual|expected|operator|showDiff|ok|cause|codeFrame|type|__vitest.*|VITEST_.*)$/;

/** An error as people read it: name, message, what differed, and a stack that tells its causes too. */
export function translateError(error: unknown): ErrorRecord {
  if (typeof error !== 'object' || error === null) return { message: String(error) };
  const { diff } = error as VitestError;
  const stack = stackOf(error as VitestError);
  const head = headOf(error as VitestError);
  const message = typeof diff === 'string' && diff !== '' ? `${head}\n\n${diff}` : head;
  return {
    message,
    ...(stack !== undefined && { stack: stack + causesOf(error as VitestError, 1) }),
    ...placeIn(error as VitestError),
    ...comparisonIn(error as VitestError),
  };
}

/** Name and message in one line, for titles. */
export function headline(error: unknown): string {
  const text = typeof error === 'object' && error !== null ? headOf(error as VitestError) : String(error);
  const head = stripVTControlCharacters(text);
  const end = head.indexOf('\n');
  return end < 0 ? head : head.slice(0, end);
}

/** Vitest takes the stack of a time-out from an error of its own, and not always puts the right message into it. */
function stackOf(error: VitestError): string | undefined {
  const { stack, message } = error;
  if (typeof stack !== 'string' || stack === '') return stackOfPlaces(error);
  return typeof message === 'string' ? stack.replace(/^Error: STACK_TRACE_ERROR/, () => `Error: ${message}`) : stack;
}

/** The first frame that is of the user's own files; a syntax error has a code frame besides. */
function placeIn({ stacks, codeFrame }: VitestError): Pick<ErrorRecord, 'codeFrame' | 'location'> {
  const { file, line, column } = placeOf(Array.isArray(stacks) ? stacks[0] : undefined);
  return {
    ...(typeof codeFrame === 'string' && codeFrame !== '' && { codeFrame }),
    ...(typeof file === 'string' &&
      typeof line === 'number' && { location: { file, line, ...(typeof column === 'number' && { column }) } }),
  };
}

/** Vitest has made texts of what was compared, where it shows how it differs. */
function comparisonIn({ expected, actual }: VitestError): Pick<ErrorRecord, 'expected' | 'actual'> {
  return typeof expected === 'string' && typeof actual === 'string' ? comparison(expected, actual) : {};
}

/** A type error has no stack, only the place where it is. */
function stackOfPlaces(error: VitestError): string | undefined {
  if (!Array.isArray(error.stacks) || error.stacks.length === 0) return undefined;
  const frames = error.stacks.map((place: unknown) => {
    const { file, line, column } = placeOf(place);
    return `    at ${file}:${line}:${column}`;
  });
  return [headOf(error), ...frames].join('\n');
}

function placeOf(frame: unknown): { file?: unknown; line?: unknown; column?: unknown } {
  return typeof frame === 'object' && frame !== null ? frame : {};
}

/** What was thrown may be an object that is no error: then its members are all there is to read. */
function headOf(error: VitestError): string {
  const { name, message } = error;
  if (typeof message !== 'string') return membersOf(error);
  if (typeof name !== 'string' || name === '') return message;
  return message === '' ? name : `${name}: ${message}`;
}

function membersOf(error: VitestError): string {
  const own = Object.entries(error).filter(([member]) => !ADDED.test(member));
  try {
    return JSON.stringify(Object.fromEntries(own));
  } catch {
    return '[unreadable]';
  }
}

function causesOf({ cause }: VitestError, depth: number): string {
  if (cause === undefined || cause === null || depth > DEEPEST_CAUSE) return '';
  if (typeof cause !== 'object') return `\nCaused by: ${String(cause)}`;
  const text = stackOf(cause as VitestError) ?? headOf(cause as VitestError);
  return `\nCaused by: ${text}${causesOf(cause as VitestError, depth + 1)}`;
}
