import { append, getPrototypeOf, isArray, keysOf } from '../../built-ins/language.js';

const plainPrototype = Object.prototype;
/** Maximum number of members to check, because a cyclic value has no end. */
const MOST_VALUES = 10_000;

/**
 * Whether this is all that JSON keeps of an object that it can't represent (`{}` for a regular expression, a Map or an
 * Error), or of an asymmetric matcher (`expect.any(…)`). An object without members looks the same.
 */
export function isLostInJson(value: unknown): boolean {
  if (!isParsedObject(value)) return false;
  const names = keysOf(value);
  return names.length === 0 || (names.length <= 3 && typeof (value as { inverse?: unknown }).inverse === 'boolean');
}

/** Whether it is or contains such an object. */
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

/** A plain object of this realm, like those from `JSON.parse`. Objects of a sandbox have a prototype of the sandbox. */
function isParsedObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && getPrototypeOf(value) === plainPrototype;
}
