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

type Values = Readonly<Record<string, unknown>>;
/** A line as delivery reads it. */
export type Entry = { [Kind in keyof typeof ENTRIES]: ObjectOf<(typeof ENTRIES)[Kind]> }[keyof typeof ENTRIES];
/** Members of an object, read leniently. */
export type ReadOf<T extends Table, Name extends keyof T = keyof T> = { -readonly [N in Name]?: ValueOf<T[N]> };
/** How deep steps may be nested; what is deeper is dropped. */
const DEEPEST = 500;

type KindOf<Is extends Kind['is']> = Extract<Kind, { is: Is }>;

/**
 * Reads an object leniently: wrong members are dropped. Inside of other objects, a required member that is missing gets an empty value.
 * An object without wrong members is returned as it is, with members that the table does not have. Never throws.
 * @param names the members to read; default: all
 */
export function read<T extends Table, Name extends keyof T & string = keyof T & string>(
  table: T,
  value: unknown,
  names?: readonly Name[],
  dropped: Dropped = { count: 0 },
): ReadOf<T, Name> {
  const reading = { isStrict: false, isWhole: false, dropped, level: 0 };
  if (isObject(value)) return membersIn(table, value, reading, names, false) as ReadOf<T, Name>;
  dropped.count++;
  return {};
}

/** A journal's line as delivery needs it, a result's without view and body. Undefined if delivery can't rely on all of it. */
export function readEntry(value: unknown): Entry | undefined {
  if (!isObject(value)) return undefined;
  const { kind } = value;
  if (typeof kind !== 'string' || !Object.hasOwn(ENTRIES, kind)) return undefined;
  const reading = { isStrict: true, isWhole: true, dropped: { count: 0 }, level: 0 };
  const entry = membersIn(ENTRIES[kind as keyof typeof ENTRIES], value, reading) as Entry | undefined;
  return entry?.kind === 'session' && entry.format !== JOURNAL_FORMAT ? undefined : entry;
}

export function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The value itself if nothing is wrong with it: a report reads many lines, and copies take longer than all the rest. Strictly, a copy with
 * the table's members, so that nothing else of a line stays in memory.
 * @param fills whether required members get an empty value
 */
function membersIn(
  table: Table,
  value: Values,
  reading: Reading,
  names: readonly string[] = Object.keys(table),
  fills = true,
): Values | undefined {
  let object: Record<string, unknown> | undefined = reading.isStrict ? {} : undefined;
  for (const name of names) {
    const member = table[name] as Member;
    const given = value[name];
    if (given === undefined && member.required !== true) continue;
    const how = member.shown === true ? { ...reading, isStrict: false, isWhole: false } : reading;
    let found = given === undefined ? undefined : contentOf(member, given, how);
    if (found === undefined) {
      if (given !== undefined) reading.dropped.count++;
      if (how.isStrict || (how.isWhole && member.required === true)) return undefined;
      if (fills && member.required === true) found = emptyOf(member);
    }
    if (object === undefined && found === given) continue;
    object ??= { ...value };
    if (found === undefined) delete object[name];
    else object[name] = found;
  }
  return object ?? value;
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
      return membersIn(kind.of, value, kind.whole === true ? { ...reading, isWhole: true } : reading);
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

/** Ours are at most 15 levels deep, but a journal may come from elsewhere, and this reader is recursive. */
function stepsIn(value: readonly unknown[], reading: Reading): readonly unknown[] | undefined {
  if (reading.level === DEEPEST) return undefined;
  return listIn({ is: 'list', of: { is: 'object', of: STEP } }, value, { ...reading, level: reading.level + 1 });
}

/** A wrong object leaves an empty one, because other lists refer to some by their position. */
function listIn(
  { of, inPairs }: KindOf<'list'>,
  value: readonly unknown[],
  reading: Reading,
): readonly unknown[] | undefined {
  let list: unknown[] | undefined;
  for (const [index, item] of value.entries()) {
    let found = contentOf(of, item, reading);
    if (found === undefined) {
      if (reading.isStrict) return undefined;
      reading.dropped.count++;
      if (of.is === 'object' && of.whole !== true) found = membersIn(of.of, {}, reading);
    }
    if (list === undefined && found === item) continue;
    list ??= value.slice(0, index);
    if (found !== undefined) list.push(found);
  }
  const read = list ?? value;
  return inPairs === true && read.length % 2 === 1 ? undefined : read;
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
