import { append, getPrototypeOf, isArray, keysOf, sort, stringify } from '../../built-ins/language.js';
import { bounded, jsonSafe } from '../../in-test/json-safe.js';
import type { ErrorRecord } from '../../model.js';

/** About how many characters to write; a report shows no more of a text. */
const TEXT_LIMIT = 65_536;

const plainPrototype = Object.prototype;
/** Maximum number of members to check, because a cyclic value has no end. */
const MOST_VALUES = 10_000;

/**
 * The compared values of an assertion, as texts that can be compared line by line. Empty if the framework provided only one,
 * or if both look the same. Never throws.
 */
export function comparison(expected: unknown, actual: unknown): Pick<ErrorRecord, 'expected' | 'actual'> {
  try {
    if (expected === undefined || actual === undefined) return {};
    const areTexts = typeof expected === 'string' && typeof actual === 'string';
    const texts = areTexts ? { expected, actual } : { expected: readable(expected), actual: readable(actual) };
    return texts.expected === texts.actual ? {} : texts;
  } catch {
    return {};
  }
}

/** Only strings are quoted. Values that JSON can't represent are described in words. */
function readable(value: unknown): string {
  let left = TEXT_LIMIT;
  const text = (part: string) => {
    if (left < 0) return '…';
    left -= part.length;
    return bounded(part);
  };
  const copy = jsonSafe(value, { text });
  return typeof copy === 'string' && typeof value !== 'string' ? copy : indented(copy, '\n');
}

/** Indented JSON of plain data, with sorted members. @param line line break and indentation of the line on which it starts */
function indented(value: unknown, line: string): string {
  if (typeof value !== 'object' || value === null) return stringify(value);
  const isList = isArray(value);
  const names = isList ? keysOf(value) : sort(keysOf(value), (one, other) => (one < other ? -1 : 1));
  let text = '';
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as keyof typeof value;
    const label = isList ? '' : `${stringify(name)}: `;
    text += `${index === 0 ? '' : ','}${line}  ${label}${indented(value[name], `${line}  `)}`;
  }
  if (text !== '') text += line;
  return isList ? `[${text}]` : `{${text}}`;
}

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
