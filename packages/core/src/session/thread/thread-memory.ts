import { execute, fixed } from '../../built-ins/language.js';
import { readText } from '../../outbox/format/plain-files.js';
import { lacksMemory } from '../messages.js';

const GIB = 1024 ** 3;
/** Address space of a thread, in GiB: V8 reserves up to 1.02 of it (Node 26), most of it for code, and the main thread needs some more. */
const NEEDED = 1.1;
/** Of a file in /proc, bytes. */
const LONGEST = 64 * 1024;

const LIMIT = /^Max address space +(\d+) /m;
const USED_KIB = /^VmSize:\s+(\d+) kB/m;

/**
 * Throws if the process may not have the memory of another thread (`ulimit -v`): V8 would end the whole process. Only Linux
 * says so.
 */
export function checkThreadMemory(): void {
  const left = addressSpaceLeft() / GIB;
  if (left >= NEEDED) return;
  throw new Error(lacksMemory(NEEDED, fixed(left, 1)));
}

/** Bytes; infinite if there is no limit, or none is known. */
function addressSpaceLeft(): number {
  if (process.platform !== 'linux') return Number.POSITIVE_INFINITY;
  try {
    const limit = execute(LIMIT, readText('/proc/self/limits', LONGEST))?.[1];
    if (limit === undefined) return Number.POSITIVE_INFINITY;
    const used = execute(USED_KIB, readText('/proc/self/status', LONGEST))?.[1] ?? '0';
    return +limit - +used * 1024;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
