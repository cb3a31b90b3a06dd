import { apply, defineProperty, each, weakGet, weakSet } from '../../built-ins/language.js';
import type { Printed } from './printed.js';

const { getOwnPropertyDescriptor } = Object;
const { isView } = ArrayBuffer;

type Write = (this: unknown, ...args: unknown[]) => unknown;
type Stream = { write: unknown };

/** What to restore in place of our `write`. */
interface Watcher {
  /** The stream's own `write` before; undefined if `write` came from its class. */
  readonly own: PropertyDescriptor | undefined;
}

/**
 * Captures what is written to standard output and error while a test runs, and passes it on unchanged. Tests may stub
 * `write` themselves: we never remove their stub, and they may restore our function.
 */
export class OutputCapture {
  readonly #streams: readonly Stream[];
  /** Keyed by every function that we installed in place of a `write`. */
  readonly #watchers = new WeakMap<Write, Watcher>();
  #into: Printed | undefined;
  /** Whether a `write` of ours is running. A test's stub may call another one of ours. */
  #isPassing = false;

  constructor(streams: readonly Stream[]) {
    this.#streams = streams;
  }

  begin(into: Printed): void {
    this.#into = into;
    each(this.#streams, (stream) => this.#watch(stream));
  }

  end(): void {
    this.#into = undefined;
    each(this.#streams, (stream) => {
      const watcher = weakGet(this.#watchers, stream.write as Write);
      if (watcher !== undefined) replaceWrite(stream, watcher.own);
    });
  }

  #watch(stream: Stream): void {
    const found = stream.write;
    if (typeof found !== 'function' || weakGet(this.#watchers, found as Write) !== undefined) return;
    const capture = this;
    const own = getOwnPropertyDescriptor(stream, 'write');
    function write(this: unknown, ...args: unknown[]): unknown {
      return capture.#pass(found as Write, this, args);
    }
    const ours = { value: write, writable: true, enumerable: true, configurable: true };
    if (replaceWrite(stream, ours)) weakSet(this.#watchers, write, { own });
  }

  #pass(original: Write, stream: unknown, args: unknown[]): unknown {
    const into = this.#into;
    if (into === undefined || this.#isPassing) return apply(original, stream, args);
    note(into, args[0]);
    this.#isPassing = true;
    try {
      return apply(original, stream, args);
    } finally {
      this.#isPassing = false;
    }
  }
}

function note(printed: Printed, chunk: unknown): void {
  if (typeof chunk !== 'string' && !isView(chunk)) return;
  try {
    printed.add(chunk as string | Uint8Array);
  } catch {
    // The test's output is written in any case.
  }
}

/** @returns false if the suite does not allow it. If a function of ours stays, it keeps passing output on */
function replaceWrite(stream: Stream, own: PropertyDescriptor | undefined): boolean {
  try {
    if (own === undefined) delete stream.write;
    else defineProperty(stream, 'write', own);
    return true;
  } catch {
    return false;
  }
}
