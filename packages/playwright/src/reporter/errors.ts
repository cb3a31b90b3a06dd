import { stripVTControlCharacters } from 'node:util';
import type { TestError } from '@playwright/test/reporter';
import type { ErrorRecord } from '@testpoint/core';

/** Playwright's error, with everything that helps to find its location: causes, the code around it, and the location. */
export function translateError(error: TestError): ErrorRecord {
  const message = error.message ?? error.value ?? 'Unknown error';
  const parts = [error.stack ?? locationOf(error, message)];
  for (let cause = error.cause; cause !== undefined; cause = cause.cause) {
    parts.push(`Caused by: ${cause.stack ?? cause.message ?? cause.value ?? 'unknown'}`);
  }
  if (error.snippet) parts.push(error.snippet);
  const stack = parts.filter((part) => part !== undefined).join('\n\n');
  return {
    message,
    ...(stack !== '' && { stack }),
    ...(error.snippet && { codeFrame: error.snippet }),
    ...(error.location && { location: error.location }),
  };
}

/** A test that calls skip in a hook or a step leaves an error there. It is no failure, even if the test has failed before. */
export function isSkipCall(error: TestError): boolean {
  return /^(Error: )?Test is skipped: /.test(error.message ?? '');
}

/** The first line of an error's message, without colors, for our own messages. */
export function headline(message: string): string {
  return stripVTControlCharacters(message).split('\n', 1)[0] ?? '';
}

/** An error for the summary: its first line, and the rest. */
export function problemOf(error: TestError): { title: string; detail: string | undefined } {
  const { message, stack = message } = translateError(error);
  const title = headline(message);
  const text = stripVTControlCharacters(stack);
  const detail = (text.startsWith(title) ? text.slice(title.length) : text).replace(/\n\s*\n+/g, '\n').trim();
  return { title, detail: detail || undefined };
}

/** Timeouts and crashes have no stack; some have a location. */
function locationOf(error: TestError, message: string): string | undefined {
  const { location } = error;
  return location && `${message}\n    at ${location.file}:${location.line}:${location.column}`;
}
