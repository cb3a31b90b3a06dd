import { append, indexOf, join, slice } from '@testpoint/core/built-ins';
import { eachErrorIn } from '@testpoint/core/test-api';

/** This file's folder as it appears in stacks: a path in CommonJS, a URL in ES modules. */
const PLACE = /^ +at (?:.*\()?(.+[\\/])[^\\/]+:\d+:\d+\)?$/.exec(new Error('here').stack?.split('\n')[1] ?? '')?.[1];
/** Node's own frame, at the bottom of every callback while async context is in use. */
const TRAMPOLINE = 'at process.callbackTrampoline (node:';

/**
 * Removes our frames from the stacks of an error, its causes and its inner errors before Mocha prints them, so that we don't
 * appear to be involved. Never throws.
 */
export function removeOwnFrames(error: unknown): void {
  eachErrorIn(error, (one) => {
    const { stack } = one;
    if (typeof stack === 'string' && isOurs(stack)) one.stack = withoutOwnFrames(stack);
  });
}

function withoutOwnFrames(stack: string): string {
  const lines: string[] = [];
  for (let rest = stack, end = 0; end >= 0; rest = slice(rest, end + 1)) {
    end = indexOf(rest, '\n');
    const line = end < 0 ? rest : slice(rest, 0, end);
    if (!isOurs(line)) append(lines, line);
    if (end < 0) break;
  }
  return join(lines, '\n');
}

function isOurs(text: string): boolean {
  return indexOf(text, TRAMPOLINE) >= 0 || (PLACE !== undefined && indexOf(text, PLACE) >= 0);
}
