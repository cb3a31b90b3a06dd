import { create, getMember, hasOwn, keysOf } from '../built-ins/language.js';
import { toJson } from '../built-ins/plain-json.js';
import { briefly, jsonSafe, put } from '../in-test/json-safe.js';
import { type Draft, fit } from './draft.js';
import { type Redaction, redact } from './masking/redaction.js';
import { shorten, storable } from './text/text.js';

/** `parameter` or `property`: names the attachment of a long value. */
export type MapKind = 'parameter' | 'property';

const LONGEST_NAME_IN_NAME = 40;

/**
 * Custom name/value pairs in the form of the interface, with strings as values. Undefined if there are none.
 * @param defaults are overridden by values of the same name
 */
export function toStringMap(
  values: Record<string, unknown> | undefined,
  defaults: Record<string, unknown> | undefined,
  kind: MapKind,
  draft: Draft,
): Record<string, string> | undefined {
  if (values === undefined && defaults === undefined) return undefined;
  const map: Record<string, string> = {};
  const taken: Taken = create(null);
  let count = 0;
  if (defaults !== undefined) count += addAll(map, taken, defaults, values, kind, draft);
  if (values !== undefined) count += addAll(map, taken, values, undefined, kind, draft);
  return count > 0 ? map : undefined;
}

/** How often each name has come up so far. */
type Taken = Record<string, number>;

/**
 * Adds a pair. A name that already exists (masked names may be equal) gets a number, so that no value replaces another.
 * @returns its name
 */
export function addPair(map: Record<string, string>, name: string, value: string, taken: Taken = create(null)): string {
  let free = name;
  let number = taken[name] ?? 1;
  while (hasOwn(map, free)) free = `${name} (${++number})`;
  taken[name] = number;
  put(map, free, value);
  return free;
}

function addAll(
  map: Record<string, string>,
  taken: Taken,
  source: Record<string, unknown>,
  except: Record<string, unknown> | undefined,
  kind: MapKind,
  draft: Draft,
): number {
  const keys = keysOf(source);
  let count = 0;
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as string;
    if (except !== undefined && hasOwn(except, key)) continue;
    const name = fit(storable(key), `${kind} name.txt`, draft);
    const value = storable(describe(read(source, key), draft.mapping.redaction));
    addPair(map, name, fit(value, `${kind} ${shorten(name, LONGEST_NAME_IN_NAME)}.txt`, draft), taken);
    count++;
  }
  return count;
}

function read(source: Record<string, unknown>, key: string): unknown {
  try {
    return getMember(source, key);
  } catch (error) {
    return `[unreadable: ${briefly(error)}]`;
  }
}

/** A value as one string; objects as JSON. Secrets in their strings are masked before JSON escapes them. */
function describe(value: unknown, redaction: Redaction): string {
  if (typeof value === 'string') return value;
  const copy = jsonSafe(value, { depth: 100, members: 20_000, text: (text) => redact(text, redaction) });
  return typeof copy === 'string' ? copy : toJson(copy);
}
