/// <reference lib="es2024.string" />
/**
 * The language's built-ins, captured at load. Tests may fake, stub or delete any of them in our process; the captured ones
 * keep working. Prototype methods become functions whose first argument is the value. This file loads anywhere, even in a
 * browser; Node's functions are in `node.ts`.
 */
/** Turns a method into a function of its `this` and arguments that needs no prototype when called. */
export const uncurry: <T, A extends unknown[], R>(method: (this: T, ...args: A) => R) => (self: T, ...args: A) => R =
  Function.prototype.bind.bind(Function.prototype.call);

export const { parse: parseJson, stringify } = JSON;
export const { ceil, floor, imul: multiply, min, round } = Math;
export const { isFinite: isFiniteNumber, isSafeInteger } = Number;
export const {
  create,
  defineProperty,
  getOwnPropertyDescriptor,
  hasOwn,
  isExtensible,
  keys: keysOf,
  setPrototypeOf,
} = Object;
export const { apply, deleteProperty, get: getMember, getPrototypeOf, set: setMember } = Reflect;
export const { isArray } = Array;
export const { isView: isBinary } = ArrayBuffer;
export const asText: (value: unknown) => string = String;
export const promiseThen = Promise.prototype.then;

export const indexOf: (text: string, search: string, from?: number) => number = uncurry(String.prototype.indexOf);
export const slice: (text: string, from: number, to?: number) => string = uncurry(String.prototype.slice);
export const codeAt: (text: string, index: number) => number = uncurry(String.prototype.charCodeAt);
export const trim: (text: string) => string = uncurry(String.prototype.trim);
export const lowerCase: (text: string) => string = uncurry(String.prototype.toLowerCase);
export const startsWith: (text: string, start: string) => boolean = uncurry(String.prototype.startsWith);
export const endsWith: (text: string, end: string) => boolean = uncurry(String.prototype.endsWith);
export const replaceAll: (text: string, search: string, put: () => string) => string = uncurry(
  String.prototype.replaceAll as (this: string, search: string, put: () => string) => string,
);
/** Lone surrogates, which UTF-8 can't encode, become U+FFFD. */
export const toWellFormed: (text: string) => string = uncurry(String.prototype.toWellFormed);
export const execute: (pattern: RegExp, text: string) => RegExpExecArray | null = uncurry(RegExp.prototype.exec);
export const matches: (pattern: RegExp, text: string) => boolean = uncurry(RegExp.prototype.test);

/** Every byte as two hexadecimal digits, so that no method of Number is called for each line. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** A number's lowest 32 bits as eight hexadecimal digits. */
export function hexOf(word: number): string {
  return `${HEX[word >>> 24]}${HEX[(word >>> 16) & 255]}${HEX[(word >>> 8) & 255]}${HEX[word & 255]}`;
}

/** Formats a number with this many digits after the decimal point. */
export const fixed: (value: number, digits: number) => string = uncurry(Number.prototype.toFixed);
export const join: (list: readonly unknown[], separator: string) => string = uncurry(Array.prototype.join);
export const includes: <T>(list: readonly T[], item: unknown) => item is T = uncurry(Array.prototype.includes) as never;
export const sort: <T>(list: T[], compare: (a: T, b: T) => number) => T[] = uncurry(Array.prototype.sort);
export const mapGet: <K, V>(map: Map<K, V>, key: K) => V | undefined = uncurry(Map.prototype.get) as never;
export const mapSet: <K, V>(map: Map<K, V>, key: K, value: V) => void = uncurry(Map.prototype.set) as never;
export const mapDelete: <K>(map: Map<K, unknown>, key: K) => boolean = uncurry(Map.prototype.delete) as never;
export const eachOfMap: (map: unknown, visit: (value: unknown, key: unknown) => void) => void = uncurry(
  Map.prototype.forEach as (this: unknown, visit: (value: unknown, key: unknown) => void) => void,
);
export const eachOfSet: (set: unknown, visit: (value: unknown) => void) => void = uncurry(
  Set.prototype.forEach as (this: unknown, visit: (value: unknown) => void) => void,
);
export const weakGet: <K extends WeakKey, V>(map: WeakMap<K, V>, key: K) => V | undefined = uncurry(
  WeakMap.prototype.get,
) as never;
export const weakSet: <K extends WeakKey, V>(map: WeakMap<K, V>, key: K, value: V) => void = uncurry(
  WeakMap.prototype.set,
) as never;
export const weakHas: (set: WeakSet<object>, member: object) => boolean = uncurry(WeakSet.prototype.has);
export const weakKnows: (map: WeakMap<WeakKey, unknown>, key: WeakKey) => boolean = uncurry(WeakMap.prototype.has);
export const weakAdd: (set: WeakSet<object>, member: object) => unknown = uncurry(WeakSet.prototype.add);
/** A value's tag, such as `[object Map]`. */
export const tagOf: (value: unknown) => string = uncurry(Object.prototype.toString);

/** Replaces `list.push`, which a test may have stubbed. */
export function append<T>(list: T[], item: T): void {
  list[list.length] = item;
}

/** Replaces `for…of`, which looks up methods that a test may have stubbed. */
export function each<T>(list: readonly T[], visit: (item: T, index: number) => void): void {
  for (let index = 0; index < list.length; index++) visit(list[index] as T, index);
}

/** Replaces `list.map`. */
export function mapped<T, U>(list: readonly T[], change: (item: T) => U): U[] {
  const changed: U[] = [];
  for (let index = 0; index < list.length; index++) changed[index] = change(list[index] as T);
  return changed;
}

/** Replaces `list.some`. */
export function some<T>(list: readonly T[], isWanted: (item: T) => boolean): boolean {
  for (let index = 0; index < list.length; index++) if (isWanted(list[index] as T)) return true;
  return false;
}

const NativeDate = Date;
/** Throws for an invalid date, and for anything that is not a date. */
export const dateToIso: (date: object) => string = uncurry(Date.prototype.toISOString as (this: object) => string);
export const dateToNumber: (date: object) => number = uncurry(Date.prototype.getTime as (this: object) => number);

/** `YYYY-MM-DDTHH:MM:SS.mmmZ`. The time must be valid for a Date. */
export function toIso(epochMilliseconds: number): string {
  return dateToIso(new NativeDate(epochMilliseconds));
}
