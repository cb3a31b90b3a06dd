import { create, defineProperty, execute, indexOf, keysOf, slice } from '../built-ins/language.js';
import type { Place, Places } from './place-types.js';

/** How many frames of a stack to search. */
const FRAMES = 200;
const NAME = 'testpoint place ';
const NAMED = /testpoint place (\d+)/;

const NativeError = Error;

/**
 * The places of a browser, which has no async contexts. Until its first `await`, code has the place that called it. After that,
 * the engine lists in each stack the async functions that wait for the code, so one with a number in its name waits for each
 * step and body. Chromium and Safari list them; a timer's callback has none.
 */
export class StackPlaces implements Places {
  #now: Place | undefined;
  #count = 0;
  /** Places of promises that have not settled, by the number in the name of the function that waits for each. */
  readonly #waiting: Record<string, Place> = create(null);

  enterWith(place: Place): void {
    this.#now = place;
  }

  entered(): Place | undefined {
    return this.#now;
  }

  getStore(): Place | undefined {
    if (this.#now !== undefined || keysOf(this.#waiting).length === 0) return this.#now;
    return this.#waiting[execute(NAMED, stack())?.[1] ?? ''];
  }

  follow<T>(place: Place, promise: Promise<T>): Promise<T> {
    this.#count += 1;
    const number = this.#count;
    this.#waiting[number] = place;
    const wait = async () => {
      try {
        return await promise;
      } finally {
        delete this.#waiting[number];
      }
    };
    defineProperty(wait, 'name', { value: `${NAME}${number}` });
    return wait();
  }

  innermost(): Place | undefined {
    let deepest: Place | undefined;
    const byDepth: Place[] = [];
    const numbers = keysOf(this.#waiting);
    for (let index = 0; index < numbers.length; index += 1) {
      const place = this.#waiting[numbers[index] ?? ''] as Place;
      const { attempt, hook, step, depth } = place;
      if (attempt?.open === false || hook?.open === false) continue;
      if (deepest !== undefined && (attempt !== deepest.attempt || hook !== deepest.hook)) return undefined;
      if (byDepth[depth] !== undefined && byDepth[depth].step !== step) return undefined;
      byDepth[depth] = place;
      if (deepest === undefined || depth > deepest.depth) deepest = place;
    }
    return deepest;
  }
}

/** Removes our functions from a stack. */
export function withoutPlaces(stack: string): string {
  if (indexOf(stack, NAME) < 0) return stack;
  let text = '';
  for (let from = 0; from < stack.length; ) {
    const end = indexOf(stack, '\n', from);
    const line = slice(stack, from, end < 0 ? stack.length : end);
    from += line.length + 1;
    if (indexOf(line, NAME) < 0) text += text === '' ? line : `\n${line}`;
  }
  return text;
}

function stack(): string {
  const limit = NativeError.stackTraceLimit;
  try {
    NativeError.stackTraceLimit = FRAMES;
    return `${new NativeError().stack}`;
  } catch {
    return '';
  } finally {
    NativeError.stackTraceLimit = limit;
  }
}
