/**
 * The built-ins that run while tests run, taken at load: in serial mode tests run in our process, and may fake, stub or
 * delete any of them. Methods become functions whose first argument is the value.
 */
const bindCall: <T, A extends unknown[], R>(method: (this: T, ...args: A) => R) => (self: T, ...args: A) => R =
  Function.prototype.bind.bind(Function.prototype.call);

export const now: () => number = Date.now;
export const { assign, create } = Object;
export const { isArray } = Array;
export const { apply } = Reflect;
export const startsWith: (text: string, start: string) => boolean = bindCall(String.prototype.startsWith);
export const endsWith: (text: string, end: string) => boolean = bindCall(String.prototype.endsWith);
export const indexOf: (text: string, search: string) => number = bindCall(String.prototype.indexOf);
export const slice: (text: string, from: number, to?: number) => string = bindCall(String.prototype.slice);
export const matches: (pattern: RegExp, text: string) => boolean = bindCall(RegExp.prototype.test);
export const execute: (pattern: RegExp, text: string) => RegExpExecArray | null = bindCall(RegExp.prototype.exec);
export const textOf: (value: unknown) => string = String;

export const weakGet: <K extends WeakKey, V>(map: WeakMap<K, V>, key: K) => V | undefined = bindCall(
  WeakMap.prototype.get,
) as never;
export const weakSet: <K extends WeakKey, V>(map: WeakMap<K, V>, key: K, value: V) => void = bindCall(
  WeakMap.prototype.set,
) as never;

/** `list.push`, which a test may have stubbed. */
export function append<T>(list: T[], item: T): void {
  list[list.length] = item;
}

const { on, removeListener: off, listeners } = process;
const host = process;

export function addListener(event: string, listener: () => void): void {
  apply(on, host, [event, listener]);
}

export function removeListener(event: string, listener: () => void): void {
  apply(off, host, [event, listener]);
}

export function listenersOf(event: string): unknown[] {
  return apply(listeners, host, [event]);
}
