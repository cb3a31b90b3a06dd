import {
  append,
  apply,
  asText,
  dateToIso,
  dateToNumber,
  defineProperty,
  eachOfMap,
  eachOfSet,
  isArray,
  isBinary,
  keysOf,
  slice,
  tagOf,
} from '../built-ins/language.js';
import { formOf, toJson } from '../built-ins/plain-json.js';
import type { ErrorRecord } from '../model.js';
import { withoutPlaces } from './stack-places.js';

/** Longest text to pass on, characters; the service gets at most 64 KiB of a text. */
const TEXT_LIMIT = 65_536;
/** How many causes and inner errors to follow. */
const ERROR_LIMIT = 50;
/** What a copy may contain, because a value may refer to half the program (a DOM node does). */
interface Limits {
  depth?: number;
  members?: number;
  /** Applied to each text and name. */
  text?: (text: string) => string;
}

/**
 * A copy that JSON can represent, taken now, so that later changes do not show. Anything that JSON can't represent (cycles,
 * functions) is described in its place. Never throws.
 */
export function jsonSafe(value: unknown, limits: Limits = {}): unknown {
  return new Copy(limits).of(value, 0);
}

/** A value that should be text, and in plain JavaScript may be anything; objects as JSON. Never throws. */
export function textOf(value: unknown): string {
  const copy = typeof value === 'string' ? value : jsonSafe(value);
  return typeof copy === 'string' ? copy : toJson(copy);
}

/** A thrown value in the form that engines print. Never throws, whatever getters the error has. */
export function errorRecord(error: unknown): ErrorRecord {
  const message = bounded(briefly(error));
  const stack = member(error, 'stack');
  return typeof stack === 'string' ? { message, stack: bounded(withoutPlaces(stack)) } : { message };
}

/** Name and message of an error; any other value in words. */
export function briefly(error: unknown): string {
  if (typeof error !== 'object' || error === null) return typeof error === 'string' ? error : inWords(error);
  const message = member(error, 'message');
  if (typeof message !== 'string') return inWords(jsonSafe(error));
  const name = member(error, 'name');
  return typeof name !== 'string' || name === '' ? message : message === '' ? name : `${name}: ${message}`;
}

/**
 * Visits an error, its causes, and its inner errors, which may form a circle. Never throws: an error that can't be read or
 * changed stays as it is.
 */
export function eachErrorIn(error: unknown, visit: (error: { stack?: unknown; message?: unknown }) => void): void {
  if (error === undefined) return;
  const errors = [error];
  for (let index = 0; index < errors.length && index < ERROR_LIMIT; index += 1) {
    try {
      const next = errors[index];
      if (typeof next !== 'object' || next === null) continue;
      const { cause, errors: inner } = next as { cause?: unknown; errors?: unknown };
      append(errors, cause);
      if (isArray(inner)) for (let at = 0; at < inner.length && at < ERROR_LIMIT; at += 1) append(errors, inner[at]);
      visit(next);
    } catch {
      // It is frozen, or the suite made it itself.
    }
  }
}

/** Shortened in the middle, with a note of how much is missing. */
export function bounded(text: string): string {
  if (text.length <= TEXT_LIMIT) return text;
  const half = TEXT_LIMIT / 2;
  const cut = text.length - TEXT_LIMIT;
  return `${slice(text, 0, half)}\n[… ${cut} characters …]\n${slice(text, text.length - half, text.length)}`;
}

/** One walk over a value. Knows the ancestors of the current object, and how many more members it may copy. */
class Copy {
  readonly #inside: object[] = [];
  readonly #limits: Required<Limits>;
  #members: number;

  constructor({ depth = 8, members = 1_000, text = bounded }: Limits) {
    this.#limits = { depth, members, text };
    this.#members = members;
  }

  of(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.#limits.text(value);
    if (typeof value === 'boolean' || value === null) return value;
    if (typeof value === 'number') return value - value === 0 ? value : asText(value);
    if (typeof value !== 'object') return inWords(value);
    for (let index = 0; index < depth; index += 1) if (this.#inside[index] === value) return '[circular]';
    if (depth >= this.#limits.depth) return '[…]';
    this.#inside[depth] = value;
    try {
      return this.#ofObject(value, depth + 1);
    } catch (error) {
      return `[unreadable: ${briefly(error)}]`;
    }
  }

  #ofObject(value: object, depth: number): unknown {
    if (isBinary(value)) return `[${value.byteLength} bytes]`;
    const tag = tagOf(value);
    if (tag === '[object Error]') return this.of(briefly(value), depth);
    if (tag === '[object Date]') return timeOf(value);
    const ownForm = formOf(value);
    if (typeof ownForm === 'function') {
      const replacement: unknown = apply(ownForm, value, ['']);
      if (replacement !== value) return this.of(replacement, depth);
    }
    if (isArray(value)) return this.#ofList(value, depth);
    if (tag === '[object Map]' || tag === '[object Set]') return this.#ofCollection(value, tag, depth);
    if (tag === '[object RegExp]') return this.of(asText(value), depth);
    return this.#ofMembers(value, depth);
  }

  #ofList(list: readonly unknown[], depth: number): unknown[] {
    const copy: unknown[] = [];
    for (let index = 0; index < list.length && this.#mayTakeMore(); index += 1) {
      copy[copy.length] = this.of(list[index], depth);
    }
    if (copy.length < list.length) copy[copy.length] = `[… ${list.length - copy.length} more]`;
    return copy;
  }

  #ofCollection(value: object, tag: string, depth: number): unknown {
    const entries: unknown[] = [];
    if (tag === '[object Map]') eachOfMap(value, (held, key) => this.#take(entries, [key, held]));
    else eachOfSet(value, (held) => this.#take(entries, held));
    return this.#ofList(entries, depth);
  }

  #take(entries: unknown[], entry: unknown): void {
    if (entries.length <= this.#limits.members) entries[entries.length] = entry;
  }

  #ofMembers(value: object, depth: number): Record<string, unknown> {
    const copy: Record<string, unknown> = {};
    const names = keysOf(value);
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index] as string;
      if (!this.#mayTakeMore()) {
        copy['[…]'] = `${names.length - index} more`;
        break;
      }
      const held = member(value, name);
      if (held !== undefined) put(copy, this.#limits.text(name), this.of(held, depth));
    }
    return copy;
  }

  #mayTakeMore(): boolean {
    this.#members -= 1;
    return this.#members >= 0;
  }
}

/** Like JSON; an invalid date is null. */
function timeOf(date: object): string | null {
  const time = dateToNumber(date);
  return time - time === 0 ? dateToIso(date) : null;
}

/** Sets an own member, also one called `__proto__`. */
export function put(target: Record<string, unknown>, name: string, value: unknown): void {
  defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

/** A member's value; undefined if its getter throws. */
function member(holder: unknown, name: string): unknown {
  try {
    return (holder as Record<string, unknown> | null | undefined)?.[name];
  } catch {
    return undefined;
  }
}

function inWords(value: unknown): string {
  try {
    if (typeof value === 'function') return value.name === '' ? '[function]' : `[function ${asText(value.name)}]`;
    return typeof value === 'object' ? toJson(value) : asText(value);
  } catch {
    return '[unreadable]';
  }
}
