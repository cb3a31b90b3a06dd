/// <reference lib="es2024.string" />
/**
 * The built-ins that code in the test process calls, taken at load. In some frameworks (Mocha, serial) tests run in our
 * process and may fake, stub or delete any of them; what is held here goes on working. Methods of prototypes become
 * functions whose first argument is the value.
 */
import { Buffer } from 'node:buffer';
import { hash, randomUUID } from 'node:crypto';
import { TextDecoder } from 'node:util';

/** Turns a method into a function of its `this` and arguments that needs no prototype when it is called. */
const uncurry: <T, A extends unknown[], R>(method: (this: T, ...args: A) => R) => (self: T, ...args: A) => R =
  Function.prototype.bind.bind(Function.prototype.call);

const NativeDate = Date;
/** Throws for a date that is none, or was never one. */
export const dateToIso: (date: object) => string = uncurry(Date.prototype.toISOString as (this: object) => string);
export const dateToNumber: (date: object) => number = uncurry(Date.prototype.getTime as (this: object) => number);

export const toText = String;
export { toJson } from './plain-json.js';
export const { parse: parseJson } = JSON;
export const { ceil, floor, min, round } = Math;
export const { isFinite: isFiniteNumber } = Number;
export const { defineProperty, hasOwn, keys: keysOf } = Object;
export const { apply, get: getMember, getPrototypeOf } = Reflect;
export const { isArray } = Array;
export const newGuid: () => string = randomUUID;
export const utf8Length: (text: string) => number = Buffer.byteLength;

export const indexOf: (text: string, search: string, from?: number) => number = uncurry(String.prototype.indexOf);
export const slice: (text: string, from: number, to?: number) => string = uncurry(String.prototype.slice);
export const codeAt: (text: string, index: number) => number = uncurry(String.prototype.charCodeAt);
export const trim: (text: string) => string = uncurry(String.prototype.trim);
/** Lone surrogates, which no UTF-8 can carry, become U+FFFD. */
export const toWellFormed: (text: string) => string = uncurry(String.prototype.toWellFormed);

/** A number with so many digits after the point. */
export const fixed: (value: number, digits: number) => string = uncurry(Number.prototype.toFixed);
export const execute: (pattern: RegExp, text: string) => RegExpExecArray | null = uncurry(RegExp.prototype.exec);
export const sort: <T>(list: T[], compare: (a: T, b: T) => number) => T[] = uncurry(Array.prototype.sort);
export const eachOfMap: (map: Map<unknown, unknown>, visit: (value: unknown, key: unknown) => void) => void = uncurry(
  Map.prototype.forEach,
);
export const eachOfSet: (set: Set<unknown>, visit: (value: unknown) => void) => void = uncurry(Set.prototype.forEach);
/** What a value says it is: `[object Map]`. */
export const tagOf: (value: unknown) => string = uncurry(Object.prototype.toString);

const { decode }: TextDecoder = TextDecoder.prototype;
const decodeWith: (decoder: TextDecoder, bytes: Uint8Array) => string = uncurry(decode);
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** A byte order mark is kept. */
export function decodeUtf8(bytes: Uint8Array): string {
  return decodeWith(utf8, bytes);
}

/** `list.push`, which a test may have stubbed. */
export function append<T>(list: T[], item: T): void {
  list[list.length] = item;
}

/** `YYYY-MM-DDTHH:MM:SS.mmmZ`; the time must be one that a date can hold. */
export function toIso(epochMilliseconds: number): string {
  return dateToIso(new NativeDate(epochMilliseconds));
}

export function sha1(text: string): string {
  return hash('sha1', text);
}
