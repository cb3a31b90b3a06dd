import {
  apply,
  asText,
  dateToIso,
  dateToNumber,
  eachOfMap,
  eachOfSet,
  getMember,
  isArray,
  isFiniteNumber,
  keysOf,
  tagOf,
} from '../../built-ins/language.js';
import { formOf, toJson } from '../../built-ins/plain-json.js';
import { type Redaction, redact } from '../masking/redaction.js';

/** Limits of one description, because a value may refer to half the program (a DOM node does). */
const DEEPEST = 100;
const MOST_VALUES = 20_000;

interface Writer {
  redaction: Redaction;
  /** The ancestors of the object being written. */
  ancestors: object[];
  values: number;
}

/**
 * A value as one string: strings unchanged, everything else as JSON. Anything that JSON can't represent (cycles, functions,
 * throwing getters) is described in its place. Secrets in the strings of objects are masked before JSON escapes them.
 */
export function describe(value: unknown, redaction: Redaction): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null) return writeValue(value, { redaction, ancestors: [], values: 0 });
  return typeof value === 'function' ? functionName(value) : asText(value);
}

function writeValue(value: unknown, writer: Writer): string {
  switch (typeof value) {
    case 'string':
      return quote(value, writer);
    case 'number':
      return value - value === 0 ? `${value}` : quote(`${value}`, writer);
    case 'boolean':
      return `${value}`;
    case 'function':
      return quote(functionName(value), writer);
    case 'object':
      return value === null ? 'null' : writeObject(value, writer);
    default:
      return quote(asText(value), writer);
  }
}

function writeObject(value: object, writer: Writer): string {
  const { ancestors } = writer;
  for (let index = 0; index < ancestors.length; index++) {
    if (ancestors[index] === value) return '"[Circular]"';
  }
  if (ancestors.length >= DEEPEST) return '"[nested deeper]"';
  const depth = ancestors.length;
  ancestors[depth] = value;
  try {
    return writeContent(value, writer);
  } catch (error) {
    return quote(`[unreadable: ${describeError(error)}]`, writer);
  } finally {
    ancestors.length = depth;
  }
}

function writeContent(value: object, writer: Writer): string {
  if (tagOf(value) === '[object Date]')
    return isFiniteNumber(dateToNumber(value)) ? quote(dateToIso(value), writer) : 'null';
  const form = formOf(value);
  if (typeof form === 'function') {
    const replacement: unknown = apply(form, value, ['']);
    if (replacement !== value) return writeValue(replacement, writer);
  }
  if (isArray(value)) return writeArray(value, writer);
  if (isMap(value)) return writeArray(entriesOf(value), writer);
  if (isSet(value)) return writeArray(membersOf(value), writer);
  const tag = tagOf(value);
  return tag === '[object Error]' || tag === '[object RegExp]'
    ? quote(asText(value), writer)
    : writeMembers(value, writer);
}

function writeArray(values: unknown[], writer: Writer): string {
  let text = '[';
  for (let index = 0; index < values.length; index++) {
    if (index > 0) text += ',';
    if (++writer.values > MOST_VALUES) return `${text}"[${values.length - index} more]"]`;
    text += values[index] === undefined ? 'null' : writeValue(values[index], writer);
  }
  return `${text}]`;
}

/** Omits undefined members, like JSON. */
function writeMembers(value: object, writer: Writer): string {
  const keys = keysOf(value);
  let text = '{';
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index];
    if (key === undefined) continue;
    const member = writeMember(value, key, writer);
    if (member === undefined) continue;
    if (text.length > 1) text += ',';
    if (++writer.values > MOST_VALUES) return `${text}"…":"[${keys.length - index} more]"}`;
    text += `${quote(key, writer)}:${member}`;
  }
  return `${text}}`;
}

function writeMember(value: object, key: string, writer: Writer): string | undefined {
  try {
    const member: unknown = getMember(value, key);
    return member === undefined ? undefined : writeValue(member, writer);
  } catch (error) {
    return quote(`[unreadable: ${describeError(error)}]`, writer);
  }
}

function quote(text: string, writer: Writer): string {
  return toJson(redact(text, writer.redaction));
}

function entriesOf(map: Map<unknown, unknown>): unknown[] {
  const entries: unknown[] = [];
  eachOfMap(map, (value, key) => {
    entries[entries.length] = [key, value];
  });
  return entries;
}

function membersOf(set: Set<unknown>): unknown[] {
  const members: unknown[] = [];
  eachOfSet(set, (value) => {
    members[members.length] = value;
  });
  return members;
}

function isMap(value: object): value is Map<unknown, unknown> {
  return tagOf(value) === '[object Map]';
}

function isSet(value: object): value is Set<unknown> {
  return tagOf(value) === '[object Set]';
}

function functionName(value: { name?: unknown }): string {
  return typeof value.name === 'string' && value.name !== '' ? `[Function: ${value.name}]` : '[Function]';
}

/** The message of a thrown value of any type. */
export function describeError(error: unknown): string {
  try {
    return asText(error);
  } catch {
    return 'an error without a message';
  }
}
