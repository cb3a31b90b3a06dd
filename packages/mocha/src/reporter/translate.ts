import { inspect } from 'node:util';
import type { ErrorRecord, StepRecord } from '@testpoint/core';
import { causesOf, comparison } from '@testpoint/core/adapter';
import { asText, execute, indexOf, slice, tagOf } from '@testpoint/core/built-ins';
import { relativeTo } from '@testpoint/core/test-api';
import type { MochaHook, MochaSuite, MochaTest } from '../in-test/mocha-types.js';
import { pathOf, titlePathOf } from '../in-test/test-tree.js';
import { skippedOrEmpty, unreadableError } from './result-messages.js';

/** The members of a thrown value that we read. Any of them may be missing, or throw on access. */
interface ErrorLike {
  name?: unknown;
  message?: unknown;
  stack?: unknown;
  cause?: unknown;
  errors?: unknown;
  actual?: unknown;
  expected?: unknown;
  showDiff?: unknown;
}

/** The suffix that Mocha adds to the title of a hook while it runs for a test. A copy from a worker may have it. */
const ADDED_TITLE = / for ".*"$/s;
const INSPECTION = { depth: 5, maxArrayLength: 100, maxStringLength: 2_000, breakLength: 100 };

/** `"before each" hook: name`: the hook's title without the test or suite that Mocha adds to it. */
export function hookTitle(hook: MochaHook): string {
  if (hook.originalTitle !== undefined) return hook.originalTitle;
  const path = titlePathOf(hook);
  const suite = ` in "${path[path.length - 2] ?? '{root}'}"`;
  if (slice(hook.title, -suite.length) === suite) return slice(hook.title, 0, -suite.length);
  const addition = execute(ADDED_TITLE, hook.title);
  return addition === null ? hook.title : slice(hook.title, 0, addition.index);
}

/** The location of a hook, for messages: `file > suite: "after all" hook`. */
export function hookLocation(hook: MochaHook, file: string): string {
  let location = file;
  const path = titlePathOf(hook);
  for (let index = 0; index < path.length - 1; index++) location += `${location === '' ? '' : ' > '}${path[index]}`;
  return `${location}${location === '' ? '' : ': '}${hookTitle(hook)}`;
}

/** Path of a test's file, relative to the id root, with posix separators; empty if Mocha does not know it. */
export function fileOf(subject: { file?: string; parent?: MochaSuite | null }, idRoot: string): string {
  const file = pathOf(subject);
  if (file === undefined) return '';
  if (last.file !== file || last.idRoot !== idRoot) last = { file, idRoot, path: relativeTo(idRoot, file) };
  return last.path;
}

/** The latest result, cached because tests of a file follow each other. */
let last = { file: '', idRoot: '', path: '' };

/** Why a test is pending, if known. Mocha drops the function of `it.skip`, so it looks like a test without one. */
export function skipReason(test: MochaTest): string | undefined {
  return test.body === '' ? skippedOrEmpty : undefined;
}

/** Describes a thrown value for people. Never throws, whatever was thrown. */
export function errorRecord(error: unknown): ErrorRecord {
  try {
    return readError(error);
  } catch {
    return { message: unreadableError };
  }
}

/** The step of a hook that has begun: neither passed nor failed until its end. */
export function hookStep(hook: MochaHook, startedAt: number | undefined): StepRecord {
  const step: StepRecord = { title: hookTitle(hook), status: 'not-run' };
  if (startedAt !== undefined) step.startedAt = startedAt;
  return step;
}

function readError(error: unknown): ErrorRecord {
  if (typeof error !== 'object' || error === null) return { message: asText(error) };
  const { stack } = error as ErrorLike;
  const message = `${headOf(error as ErrorLike)}${difference(error as ErrorLike)}`;
  const record: ErrorRecord = { message, ...comparisonIn(error as ErrorLike) };
  if (typeof stack === 'string' && stack !== '') record.stack = stack + causesOf(error as ErrorLike, headOf);
  return record;
}

/** The compared values, if Mocha itself would show a difference. If a getter throws, only the comparison is lost. */
function comparisonIn(error: ErrorLike): Pick<ErrorRecord, 'expected' | 'actual'> {
  try {
    const { showDiff, expected, actual } = error;
    return showDiff === false || tagOf(expected) !== tagOf(actual) ? {} : comparison(expected, actual);
  } catch {
    return {};
  }
}

/** Name and message. If the name was lost on the way from a worker, the stack still has it. */
function headOf({ name, message, stack }: ErrorLike): string {
  const text = typeof message === 'string' ? message : asText(message ?? '');
  const own = typeof name === 'string' && name !== '' ? name : undefined;
  if (typeof stack !== 'string') return text === '' ? (own ?? 'Error') : `${own ?? 'Error'}: ${text}`;
  if (text === '') return own ?? (firstLine(stack) || 'Error');
  const at = indexOf(stack, text);
  const before = at > 0 ? slice(stack, 0, at) : '';
  if (slice(before, -2) === ': ' && indexOf(before, '\n') < 0) return before + text;
  return own === undefined ? text : `${own}: ${text}`;
}

/** The values that assertion libraries leave for the reporter to show. Messages of several lines already show them. */
function difference(error: ErrorLike): string {
  if (error.showDiff !== true || error.expected === undefined || indexOf(asText(error.message), '\n') >= 0) return '';
  return `\n\nExpected: ${valueText(error.expected)}\nActual: ${valueText(error.actual)}`;
}

/** Values from a worker already arrive as text. */
function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return inspect(value, INSPECTION);
  } catch {
    return asText(value);
  }
}

function firstLine(text: string): string {
  const end = indexOf(text, '\n');
  return end < 0 ? text : slice(text, 0, end);
}
