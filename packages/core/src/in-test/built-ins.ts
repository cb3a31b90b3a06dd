import { PlainFiles } from '../plain-file.js';

/**
 * The built-ins that run while tests run, taken at load: tests may fake, stub, mock or delete any of them. Node's own
 * modules come through `process.getBuiltinModule`, which mocks of modules (vi.mock, jest.mock) do not reach; where there
 * is none (a browser), this file still loads, and the test API does nothing.
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

/** Where the built-ins of Node are not to be had, the test API is out of order. */
export const node =
  load === undefined || fs === undefined || contexts === undefined || buffers === undefined
    ? undefined
    : {
        AsyncLocalStorage: contexts.AsyncLocalStorage,
        openSync: fs.openSync,
        writeSync: fs.writeSync,
        closeSync: fs.closeSync,
        plainFiles: new PlainFiles({
          openSync: fs.openSync,
          closeSync: fs.closeSync,
          statSync: fs.statSync,
          fstatSync: fs.fstatSync,
          readSync: fs.readSync,
          writeSync: fs.writeSync,
          ftruncateSync: fs.ftruncateSync,
          unlinkSync: fs.unlinkSync,
          copyFileSync: fs.copyFileSync,
          chmodSync: fs.chmodSync,
          isLinux: process.platform === 'linux',
          constants: fs.constants,
          allocate: buffers.Buffer.allocUnsafe,
        }),
        bytesOf: buffers.Buffer.from as (text: string) => Uint8Array,
        newGuid: load('node:crypto').randomUUID as () => string,
        isPromise: load('node:util/types').isPromise,
        resolvePath: load('node:path').resolve,
        extensionOf: load('node:path').extname,
        threadId: load('node:worker_threads').threadId,
        processId: process.pid,
        major: Number.parseInt(process.versions.node, 10),
      };

/**
 * Does something with files. Node's own functions call `path.toNamespacedPath` as a member of its module, so a test that
 * stubs it would decide what we can open.
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

export { toJson } from '../plain-json.js';
export const { apply, deleteProperty, getPrototypeOf } = Reflect;
const { set: setMember } = Reflect;
export const { defineProperty, keys: keysOf, isExtensible, hasOwn } = Object;
export const { isArray } = Array;
const { round } = Math;
export const { isView: isBinary } = ArrayBuffer;
export const textOf: (value: unknown) => string = String;
export const promiseThen = Promise.prototype.then;

const bindCall = Function.prototype.bind.bind(Function.prototype.call);
export const sliceText: (text: string, from: number, to: number) => string = bindCall(String.prototype.slice);
export const lowerCase: (text: string) => string = bindCall(String.prototype.toLowerCase);
export const startsWith: (text: string, start: string) => boolean = bindCall(String.prototype.startsWith);
export const dateToIso: (date: object) => string = bindCall(Date.prototype.toISOString);
export const dateToNumber: (date: object) => number = bindCall(Date.prototype.getTime);
/** What a value says it is: `[object Map]`. */
export const tagOf: (value: unknown) => string = bindCall(Object.prototype.toString);
export const eachOfMap: (map: unknown, visit: (value: unknown, key: unknown) => void) => void = bindCall(
  Map.prototype.forEach,
);
export const eachOfSet: (set: unknown, visit: (value: unknown) => void) => void = bindCall(Set.prototype.forEach);

/** The real clock, epoch milliseconds, also where fake timers were put in before us (Jest's `enableGlobally`). */
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
