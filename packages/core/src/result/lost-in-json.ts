import { append, getPrototypeOf, isArray, keysOf } from '../built-ins/language.js';

const plainPrototype = Object.prototype;
/** No value has so many members that matter, and one with a circle has no end. */
const MOST_VALUES = 10_000;

/**
 * Whether this is what JSON leaves of an object that it has no form for (`{}` of a regular expression, a Map or an Error), or of
 * an asymmetric matcher (`expect.any(…)`). An object that had no members looks the same.
 */
export function isLostInJson(value: unknown): boolean {
  if (!isParsedObject(value)) return false;
  const names = keysOf(value);
  return names.length === 0 || (names.length <= 3 && typeof (value as { inverse?: unknown }).inverse === 'boolean');
}

/** Whether such an object is in it, or it is one. */
export function hasLostInJson(value: unknown): boolean {
  const left: unknown[] = [value];
  for (let index = 0; index < left.length && index < MOST_VALUES; index++) {
    const next = left[index];
    if (isLostInJson(next)) return true;
    if (!isArray(next) && !isParsedObject(next)) continue;
    const names = keysOf(next);
    for (let at = 0; at < names.length && at < MOST_VALUES; at++) append(left, (next as Held)[names[at] as keyof Held]);
  }
  return false;
}

type Held = Readonly<Record<string, unknown>>;

/** What JSON is parsed to, here: objects of a sandbox have a prototype of that. */
function isParsedObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && getPrototypeOf(value) === plainPrototype;
}
