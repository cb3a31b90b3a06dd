import { append, indexOf, slice } from '@testpoint/core/built-ins';

/** This file's folder as it appears in stacks: a path in CommonJS, a URL in ES modules. */
const PLACE = /^ +at (?:.*\()?(.+[\\/])[^\\/]+:\d+:\d+\)?$/.exec(new Error('here').stack?.split('\n')[1] ?? '')?.[1];
const CONTEXT_FRAME = 'at AsyncLocalStorage.run (node:';
/** Node's own frame, at the bottom of every callback while async context is in use. */
const TRAMPOLINE = 'at process.callbackTrampoline (node:';

/** How many causes to follow; they may form a circle. */
const CAUSE_LIMIT = 20;

/**
 * Removes our frames from the stacks of an error and its causes before Mocha prints them, so that we don't appear to be
 * involved. Never throws.
 */
export function removeOwnFrames(error: unknown): void {
  try {
    let next = error;
    for (let depth = 0; depth <= CAUSE_LIMIT && typeof next === 'object' && next !== null; depth++) {
      cleanStack(next);
      next = (next as { cause?: unknown }).cause;
    }
  } catch {
    // The suite made this stack itself. Then our frames stay visible.
  }
}

function cleanStack(error: { stack?: unknown }): void {
  const { stack } = error;
  if (typeof stack !== 'string' || !(isOurs(stack) || indexOf(stack, TRAMPOLINE) >= 0)) return;
  try {
    error.stack = withoutOwnFrames(stack);
  } catch {
    // The error is frozen. Then our frames stay visible.
  }
}

function withoutOwnFrames(stack: string): string {
  const lines: string[] = [];
  for (let rest = stack, end = 0; end >= 0; rest = slice(rest, end + 1)) {
    end = indexOf(rest, '\n');
    const line = end < 0 ? rest : slice(rest, 0, end);
    if (isOurs(line)) {
      // Node's frame above ours belongs to the scope in which we run the code.
      const last = lines[lines.length - 1];
      if (last !== undefined && indexOf(last, CONTEXT_FRAME) >= 0) lines.length--;
    } else if (indexOf(line, TRAMPOLINE) < 0) append(lines, line);
    if (end < 0) break;
  }
  let text = lines[0] ?? '';
  for (let index = 1; index < lines.length; index++) text += `\n${lines[index]}`;
  return text;
}

function isOurs(text: string): boolean {
  return PLACE !== undefined && indexOf(text, PLACE) >= 0;
}
