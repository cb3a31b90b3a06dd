import { inspect, stripVTControlCharacters } from 'node:util';
import type { ErrorRecord } from '@testpoint/core';
import { comparison } from '@testpoint/core/adapter';

/** An error as Vitest serializes it. Its own members are included, and the thrown value may not have been an Error. */
export interface VitestError {
  name?: unknown;
  message?: unknown;
  stack?: unknown;
  /** Colored lines of the expected and the actual value. */
  diff?: unknown;
  cause?: unknown;
  [member: string]: unknown;
}

const DEEPEST_CAUSE = 5;
/** Vitest's own reporters write this into the name of a cause when they print the error. */
const PRINTED = /^(?:Caused by: )+/;
/** Members that Vitest itself adds to an error. */
const ADDED =
  /^(name|message|stack|stacks|stackStr|nameStr|diff|actual|expected|operator|showDiff|ok|cause|codeFrame|type|__vitest.*|VITEST_.*)$/;

/** An error for people: name, message, difference, and a stack that includes its causes. */
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

/** Name and message on one line, for titles. */
export function headline(error: unknown): string {
  const text = typeof error === 'object' && error !== null ? headOf(error as VitestError) : String(error);
  const head = stripVTControlCharacters(text);
  const end = head.indexOf('\n');
  return end < 0 ? head : head.slice(0, end);
}

/** Vitest takes the stack of a timeout from another error, and does not always put the right message into it. */
function stackOf(error: VitestError): string | undefined {
  const { stack, message } = error;
  if (typeof stack !== 'string' || stack === '') return stackOfFrames(error);
  return typeof message === 'string' ? stack.replace(/^Error: STACK_TRACE_ERROR/, () => `Error: ${message}`) : stack;
}

/** The first frame in the user's own files. A syntax error also has a code frame. */
function placeIn({ stacks, codeFrame }: VitestError): Pick<ErrorRecord, 'codeFrame' | 'location'> {
  const { file, line, column } = positionOf(Array.isArray(stacks) ? stacks[0] : undefined);
  return {
    ...(typeof codeFrame === 'string' && codeFrame !== '' && { codeFrame }),
    ...(typeof file === 'string' &&
      typeof line === 'number' && { location: { file, line, ...(typeof column === 'number' && { column }) } }),
  };
}

/** If Vitest shows a difference, it has converted the compared values to text. */
function comparisonIn({ expected, actual }: VitestError): Pick<ErrorRecord, 'expected' | 'actual'> {
  return typeof expected === 'string' && typeof actual === 'string' ? comparison(expected, actual) : {};
}

/** A type error has no stack, only a location. */
function stackOfFrames(error: VitestError): string | undefined {
  if (!Array.isArray(error.stacks) || error.stacks.length === 0) return undefined;
  const frames = error.stacks.map((frame: unknown) => {
    const { file, line, column } = positionOf(frame);
    return `    at ${file}:${line}:${column}`;
  });
  return [headOf(error), ...frames].join('\n');
}

function positionOf(frame: unknown): { file?: unknown; line?: unknown; column?: unknown } {
  return typeof frame === 'object' && frame !== null ? frame : {};
}

/** If the thrown value is an object but not an Error, its members are all there is to show. */
function headOf(error: VitestError): string {
  const { name, message } = error;
  if (typeof message !== 'string') return membersOf(error);
  if (typeof name !== 'string' || name === '') return message;
  const own = name.replace(PRINTED, '');
  return message === '' ? own : `${own}: ${message}`;
}

function membersOf(error: VitestError): string {
  const own = Object.fromEntries(Object.entries(error).filter(([member]) => !ADDED.test(member)));
  try {
    return JSON.stringify(own);
  } catch {
    // It contains itself or a BigInt.
    return inspect(own, { breakLength: Number.POSITIVE_INFINITY });
  }
}

function causesOf({ cause }: VitestError, depth: number): string {
  if (cause === undefined || cause === null || depth > DEEPEST_CAUSE) return '';
  if (typeof cause !== 'object') return `\nCaused by: ${String(cause)}`;
  const text = stackOf(cause as VitestError) ?? headOf(cause as VitestError);
  return `\nCaused by: ${text}${causesOf(cause as VitestError, depth + 1)}`;
}
