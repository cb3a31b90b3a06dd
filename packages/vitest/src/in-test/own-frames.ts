import { append, apply, execute, indexOf, join, slice } from '@testpoint/core/built-ins';
import { eachErrorIn, enterScope, followScope, withoutPlaces } from '@testpoint/core/test-api';
import type { HookFunction, RunnerError } from './runner-types.js';

const { set: setMember } = Reflect;

type Scope = Parameters<typeof enterScope>[0];

/** The maximum number of our frames between Vitest and a function of the suite. */
const FRAMES = 4;
const FRAME = /^ {4}at /;
/** The built file as it appears in stacks: a path or a URL, as Vite made it. */
const PLACE = /^ +at (?:.*\()?(.+):\d+:\d+\)?$/.exec(new Error('here').stack?.split('\n')[1] ?? '')?.[1];

const NativeError = Error;
const NativePromise = Promise;

/** The stack limit while our frames are on the stack, and the limit without us. */
let raised = 0;
let usual = 0;

let followsThen = false;

/**
 * Where stacks show the place of code (in browsers), they end at Vitest's time limits, which call `then` with functions of
 * their own. So while a body or hook begins, each `then` goes through one of ours. Only for concurrent tests.
 */
export function followThen(isNeeded: boolean): void {
  followsThen = isNeeded;
}

/**
 * Calls a function of the suite or of Vitest under observation. V8 keeps ten frames of a stack. We raise that limit by the
 * number of our frames, so that none of Vitest's frames is missing after we remove ours.
 * @param scope the owner of the call, and of everything asynchronous that it starts
 */
export function callObserved(fn: HookFunction, values: readonly unknown[], scope?: Scope): unknown {
  const leave = scope === undefined ? undefined : enterScope(scope);
  const limit = raiseLimit();
  try {
    if (scope === undefined) return apply(fn, undefined, values);
    return followScope(scope, followsThen ? callFollowed(fn, values, scope) : apply(fn, undefined, values));
  } catch (error) {
    removeOwnFrames(error);
    throw error;
  } finally {
    if (limit !== undefined) lowerLimit(limit);
    leave?.();
  }
}

function callFollowed(fn: HookFunction, values: readonly unknown[], scope: Scope): unknown {
  const { prototype } = NativePromise;
  const { then } = prototype;
  const followed = function (this: Promise<unknown>, ...given: unknown[]): unknown {
    return apply(then, followScope(scope, this), given as never);
  };
  setMember(prototype, 'then', followed);
  try {
    return apply(fn, undefined, values);
  } finally {
    if (prototype.then === followed) setMember(prototype, 'then', then);
  }
}

/** Handles the returned value when it arrives, without adding our frames to the stacks of earlier errors. */
export function whenSettled(
  result: unknown,
  onValue: (value: unknown) => unknown,
  onError: (error: unknown) => void = () => {},
): unknown {
  const then: unknown = (result as { then?: unknown } | null | undefined)?.then;
  if (typeof then !== 'function') return onValue(result);
  const onRejected = (error: unknown) => {
    removeOwnFrames(error);
    onError(error);
    throw error;
  };
  const promise =
    result instanceof Promise
      ? result
      : new Promise((resolve, reject) => apply(then as HookFunction, result, [resolve, reject]));
  return promise.then(onValue, onRejected);
}

/** Removes our frames from the stacks of an error, its causes, and its inner errors. Never throws. */
export function removeOwnFrames(error: unknown): void {
  eachErrorIn(error, cleanStack);
}

function raiseLimit(): number | undefined {
  try {
    const limit: unknown = NativeError.stackTraceLimit;
    if (typeof limit !== 'number') return undefined;
    NativeError.stackTraceLimit = limit + FRAMES;
    usual = limit;
    raised = limit + FRAMES;
    return limit;
  } catch {
    return undefined;
  }
}

/** Restores the limit, unless the suite has set another one in the meantime. */
function lowerLimit(limit: number): void {
  try {
    if (NativeError.stackTraceLimit === limit + FRAMES) NativeError.stackTraceLimit = limit;
  } catch {
    // It was frozen in the meantime. Then stacks are longer.
  }
}

function cleanStack(error: RunnerError): void {
  const { stack: given, message } = error;
  if (typeof given !== 'string') return;
  const stack = withoutPlaces(given);
  const from = typeof message === 'string' ? headLength(stack, message) : 0;
  const cleaned = withoutOwnFrames(slice(stack, from));
  if (cleaned !== undefined) error.stack = slice(stack, 0, from) + cleaned;
  else if (stack.length < given.length) error.stack = stack;
}

/** The length of the head up to the end of the message, which may contain lines that look like frames. */
function headLength(stack: string, message: string): number {
  const at = indexOf(stack, message);
  return at < 0 ? 0 : at + message.length;
}

/** Undefined if nothing in the text comes from us. */
function withoutOwnFrames(text: string): string | undefined {
  const lines: string[] = [];
  let frames = 0;
  let own = 0;
  for (let from = 0; from <= text.length; ) {
    const end = indexOf(text, '\n', from);
    const line = slice(text, from, end < 0 ? text.length : end);
    from = end < 0 ? text.length + 1 : end + 1;
    const isFrame = execute(FRAME, line) !== null;
    if (isFrame) frames += 1;
    if (isFrame && PLACE !== undefined && indexOf(line, PLACE) >= 0) own += 1;
    else append(lines, line);
  }
  if (own === 0 && frames !== raised) return undefined;
  // Without us, V8 would not have kept these final frames.
  const more = frames - own - usual;
  if (more > 0) lines.length -= more;
  return join(lines, '\n');
}
