import { HeldFiles } from './held-file.js';
import { apply, round, setMember, uncurry } from './language.js';
import { plainFilesOf } from './plain-file.js';

/**
 * Node's functions that the test API calls, captured at load: tests may fake, stub, mock or delete any of them. Node's
 * modules come from `process.getBuiltinModule`, which module mocks (vi.mock, jest.mock) do not affect. Without it (in a
 * browser), this file still loads. The reporter's code imports Node's modules normally, and
 * the build captures its imports.
 */
const load: NodeJS.Process['getBuiltinModule'] | undefined =
  typeof process === 'undefined' || typeof process.getBuiltinModule !== 'function'
    ? undefined
    : (id: string) => process.getBuiltinModule(id);

const fs = load?.('node:fs');
const contexts = load?.('node:async_hooks');
const buffers = load?.('node:buffer');
const paths = load?.('node:path');
const toNamespacedPath = paths?.toNamespacedPath;
const plainFiles = fs && buffers && plainFilesOf(fs, buffers.Buffer);

/** Undefined if Node's modules are not available. */
export const node =
  load === undefined || fs === undefined || contexts === undefined || buffers === undefined || plainFiles === undefined
    ? undefined
    : {
        AsyncLocalStorage: contexts.AsyncLocalStorage,
        plainFiles,
        heldFiles: new HeldFiles(fs, plainFiles),
        isPromise: load('node:util/types').isPromise,
        resolvePath: load('node:path').resolve,
        threadId: load('node:worker_threads').threadId,
        processId: process.pid,
        major: Number.parseInt(process.versions.node, 10),
      };

/** @throws if the source can't be read or is not a plain file, or the target exists or can't be written */
export function copyPlainFile(source: string, target: string): void {
  if (node === undefined) throw new Error('no file system');
  node.plainFiles.copy(source, target);
}

/** The bytes of a text in UTF-8. */
export const bytesOf: (text: string) => Uint8Array =
  (buffers?.Buffer.from as ((text: string) => Uint8Array) | undefined) ?? encoder();

/** Not in Node: jsdom has no TextEncoder. */
function encoder(): (text: string) => Uint8Array {
  const utf8 = new TextEncoder();
  const encode: (encoder: TextEncoder, text: string) => Uint8Array = uncurry(TextEncoder.prototype.encode);
  return (text) => encode(utf8, text);
}

/**
 * Runs a function that accesses files. Node's own functions call `path.toNamespacedPath` as a member of its module, so a
 * test that stubs it would control which files we open.
 */
export function withOwnPaths<T>(action: () => T): T {
  if (paths === undefined || toNamespacedPath === undefined) return action();
  const stub = paths.toNamespacedPath;
  if (stub === toNamespacedPath || !setMember(paths, 'toNamespacedPath', toNamespacedPath)) return action();
  try {
    return action();
  } finally {
    setMember(paths, 'toNamespacedPath', stub);
  }
}

/** The real clock, epoch milliseconds, even if fake timers were installed before us (Jest's `enableGlobally`). */
export const now: () => number = realClock();

function realClock(): () => number {
  const ofJest: unknown = Reflect.get(globalThis, Symbol.for('jest-native-now'));
  if (typeof ofJest === 'function') return ofJest as () => number;
  const performance = load?.('node:perf_hooks').performance;
  if (performance === undefined || !('isFake' in Date || 'clock' in Date)) return Date.now;
  const monotonic = performance.now;
  const begin = performance.timeOrigin;
  return () => round(begin + apply(monotonic, performance, []));
}
