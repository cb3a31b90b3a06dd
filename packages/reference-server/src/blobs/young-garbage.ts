import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'minor' }) => void;

/**
 * Collects the young generation, which takes a millisecond. Call it while much content passes through.
 *
 * Each read from a socket makes a buffer of up to 64 KiB. In Node 20, V8 waits until 32 MiB of them are garbage.
 */
export function collectYoungGarbage(): void {
  collect ??= findCollect();
  collect({ type: 'minor' });
}

let collect: Collect | undefined;

/** V8 gives the function to contexts that are made while the flag is set. */
function findCollect(): Collect {
  setFlagsFromString('--expose-gc');
  try {
    const found: unknown = runInNewContext('globalThis.gc');
    return typeof found === 'function' ? (found as Collect) : () => {};
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
}
