import { isArray, isFiniteNumber, keysOf, stringify } from './language.js';

/**
 * JSON of our own data. `JSON.stringify` asks every object and array for `toJSON`, inherited ones too: a test that adds
 * one to a prototype would decide what our journal says. Where one is in reach, a writer of our own writes own members
 * only; else, which is as good as always, the native one does.
 */
const OBJECT = {};
const LIST: unknown[] = [];

/** The value must be data without cycles: objects, lists, texts, numbers, booleans, null; what is undefined is left out. */
export function toJson(value: unknown): string {
  return 'toJSON' in OBJECT || 'toJSON' in LIST ? write(value) : stringify(value);
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
