import { getMember, getPrototypeOf, hasOwn, isArray, isFiniteNumber, keysOf, stringify } from './language.js';

/**
 * Writes our own data as JSON. `JSON.stringify` looks up `toJSON` on every object and array, including inherited ones, so a test
 * that adds one to a prototype would control the content of our journal. If there is such a method, our own writer writes
 * only own members. Otherwise (nearly always), the native function is used.
 */
const OBJECT = {};
const LIST: unknown[] = [];

/** The value must be data without cycles: objects, arrays, strings, numbers, booleans, null. Undefined members are omitted. */
export function toJson(value: unknown): string {
  return 'toJSON' in OBJECT || 'toJSON' in LIST ? write(value) : stringify(value);
}

/** The `toJSON` of any object. Ignores one that a test added to `Object.prototype` or `Array.prototype`, in any realm. */
export function formOf(value: object): unknown {
  let holder: object | null = value;
  while (holder !== null && !hasOwn(holder, 'toJSON')) holder = getPrototypeOf(holder);
  if (holder === null) return undefined;
  const isOfAll = holder !== value && (isArray(holder) || getPrototypeOf(holder) === null);
  return isOfAll ? undefined : getMember(value, 'toJSON');
}

function write(value: unknown): string {
  if (typeof value === 'string') return stringify(value);
  if (typeof value === 'number') return isFiniteNumber(value) ? `${value}` : 'null';
  if (typeof value === 'boolean') return `${value}`;
  if (typeof value !== 'object' || value === null) return 'null';
  return isArray(value) ? writeList(value) : writeMembers(value as Record<string, unknown>);
}

function writeList(list: readonly unknown[]): string {
  let text = '[';
  for (let index = 0; index < list.length; index++) text += `${index === 0 ? '' : ','}${write(list[index])}`;
  return `${text}]`;
}

function writeMembers(members: Readonly<Record<string, unknown>>): string {
  const names = keysOf(members);
  let text = '{';
  for (let index = 0; index < names.length; index++) {
    const name = names[index] ?? '';
    const value = members[name];
    if (value === undefined || typeof value === 'function' || typeof value === 'symbol') continue;
    text += `${text === '{' ? '' : ','}${stringify(name)}:${write(value)}`;
  }
  return `${text}}`;
}
