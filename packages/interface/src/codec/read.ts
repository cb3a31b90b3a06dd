import { MAX_STEP_DEPTH } from '../constants.js';
import { ENTRIES, JOURNAL_FORMAT } from './journal.js';
import type { Kind, Member, Table } from './members.js';
import { type ObjectOf, STEP, type ValueOf } from './result.js';

/** How many values a lenient reader has dropped. */
export interface Dropped {
  count: number;
}

/** How a value is read. */
interface Reading {
  /** Whether any wrong member makes its object wrong, and texts must match their patterns. */
  isStrict: boolean;
  /** Whether a required member that is wrong or missing makes its object wrong. */
  isWhole: boolean;
  dropped: Dropped;
  /** Level of the steps. */
  level: number;
}

const LENIENT = { isStrict: false, isWhole: false };

type Values = Readonly<Record<string, unknown>>;
/** A line as delivery reads it. */
export type Entry = { [Kind in keyof typeof ENTRIES]: ObjectOf<(typeof ENTRIES)[Kind]> }[keyof typeof ENTRIES];
/** Members of an object, read leniently. */
export type ReadOf<T extends Table, Name extends keyof T = keyof T> = { -readonly [N in Name]?: ValueOf<T[N]> };
type KindOf<Is extends Kind['is']> = Extract<Kind, { is: Is }>;

/**
 * Reads an object leniently: wrong members are dropped. Inside of other objects, a required member that is missing gets an empty value.
 * Never throws.
 * @param names the members to read; default: all
 */
export function read<T extends Table, Name extends keyof T & string = keyof T & string>(
  table: T,
  value: unknown,
  names?: readonly Name[],
  dropped: Dropped = { count: 0 },
): ReadOf<T, Name> {
  const reading = { ...LENIENT, dropped, level: 0 };
  const object: Record<string, unknown> = {};
  if (!isObject(value)) dropped.count++;
  else for (const name of names ?? Object.keys(table)) take(object, name, table[name] as Member, value, reading);
  return object as ReadOf<T, Name>;
}

/** A journal's line as delivery needs it, a result's without view and body. Undefined if delivery can't rely on all of it. */
export function readEntry(value: unknown): Entry | undefined {
  if (!isObject(value)) return undefined;
  const { kind } = value;
  if (typeof kind !== 'string' || !Object.hasOwn(ENTRIES, kind)) return undefined;
  const reading = { isStrict: true, isWhole: true, dropped: { count: 0 }, level: 0 };
  const entry = objectIn(ENTRIES[kind as keyof typeof ENTRIES], value, reading) as Entry | undefined;
  return entry?.kind === 'session' && entry.format !== JOURNAL_FORMAT ? undefined : entry;
}

export function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Adds a member to an object. @returns false if it is wrong */
function take(object: Record<string, unknown>, name: string, member: Member, from: Values, reading: Reading): boolean {
  const value = from[name];
  if (value === undefined) return member.required !== true;
  const found = contentOf(member, value, reading);
  if (found === undefined) reading.dropped.count++;
  else object[name] = found;
  return found !== undefined;
}

function objectIn(table: Table, value: Values, reading: Reading): Values | undefined {
  const object: Record<string, unknown> = {};
  for (const name in table) {
    const member = table[name] as Member;
    const { isStrict, isWhole } = member.shown === true ? LENIENT : reading;
    if (take(object, name, member, value, member.shown === true ? { ...reading, ...LENIENT } : reading)) continue;
    if (isStrict || (isWhole && member.required === true)) return undefined;
    if (member.required === true) object[name] = emptyOf(member);
  }
  return object;
}

/** Undefined for a value of another kind. */
function contentOf(kind: Kind, value: unknown, reading: Reading): unknown {
  switch (kind.is) {
    case 'text':
      return typeof value === 'string' && isAllowed(kind, value, reading) ? value : undefined;
    case 'number':
      return Number.isFinite(value) ? value : undefined;
    case 'count':
      return Number.isSafeInteger(value) && Number(value) >= 0 ? value : undefined;
    case 'id':
      return Number.isSafeInteger(value) ? value : undefined;
    case 'true':
      return value === true ? value : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'texts':
      return isObject(value) ? textsIn(value, reading) : undefined;
    case 'steps':
      return Array.isArray(value) ? stepsIn(value, reading) : undefined;
    case 'list':
      return Array.isArray(value) ? listIn(kind, value, reading) : undefined;
    case 'object':
      if (!isObject(value)) return undefined;
      return objectIn(kind.of, value, kind.whole === true ? { ...reading, isWhole: true } : reading);
    case 'either':
      return eitherOf(kind, value, reading);
  }
}

function isAllowed({ oneOf, pattern, minLength = 0 }: KindOf<'text'>, text: string, { isStrict }: Reading): boolean {
  if (oneOf !== undefined) return oneOf.includes(text);
  return !isStrict || (text.length >= minLength && (pattern === undefined || new RegExp(pattern).test(text)));
}

function textsIn(value: Values, { isStrict, dropped }: Reading): Values | undefined {
  const wrong = Object.values(value).filter((text) => typeof text !== 'string').length;
  if (wrong === 0) return value;
  dropped.count += wrong;
  return isStrict
    ? undefined
    : Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string'));
}

/** Steps that are deeper than the interface allows are dropped: nothing in a journal nests deeper, and our readers are recursive. */
function stepsIn(value: readonly unknown[], reading: Reading): readonly unknown[] | undefined {
  if (reading.level === MAX_STEP_DEPTH) return undefined;
  return listIn({ is: 'list', of: { is: 'object', of: STEP } }, value, { ...reading, level: reading.level + 1 });
}

/** A wrong object leaves an empty one, because other lists refer to some by their position. */
function listIn(
  { of, inPairs }: KindOf<'list'>,
  value: readonly unknown[],
  reading: Reading,
): readonly unknown[] | undefined {
  if (of.is === 'text' && of.oneOf === undefined && !reading.isStrict && value.every(isText)) return value;
  const list: unknown[] = [];
  for (const item of value) {
    const found = contentOf(of, item, reading);
    if (found !== undefined) list.push(found);
    else if (reading.isStrict) return undefined;
    else {
      reading.dropped.count++;
      if (of.is === 'object' && of.whole !== true) list.push(objectIn(of.of, {}, reading));
    }
  }
  return inPairs === true && list.length % 2 === 1 ? undefined : list;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function eitherOf({ of }: KindOf<'either'>, value: unknown, reading: Reading): unknown {
  for (const kind of of) {
    const found = contentOf(kind, value, { ...reading, isWhole: true, dropped: { count: 0 } });
    if (found !== undefined) return found;
  }
  return undefined;
}

function emptyOf({ is, otherwise }: Member): unknown {
  if (otherwise !== undefined) return otherwise;
  if (is === 'list') return [];
  return is === 'text' ? '' : 0;
}
