import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { createContext, Script } from 'node:vm';
import { ceil, codeAt, execute, indexOf, min, uncurry } from '../../built-ins/language.js';
import { isShortage } from '../../descriptors.js';
import { isLeadSurrogate } from '../text/text.js';
import { costOf, type PatternCost } from './pattern-cost.js';

/** Part of a text, excluding its end. */
export interface Span {
  start: number;
  end: number;
}

/**
 * Steps that take about a millisecond, and steps per character that any linear search may take. A search that can't take more
 * needs no limit of time, which costs 0.1 ms.
 */
const CHEAP = 1_000_000;
const CHEAP_PER_CHARACTER = 64;
/** Time that any search may take, milliseconds and milliseconds per character: the machine may be busy. */
const FREE_TIME = 10;
const FREE_TIME_PER_CHARACTER = 0.001;
/** Maximum time beyond that for one text, and for all texts of a session; milliseconds. */
const TEXT_TIME = 200;
const SESSION_TIME = 2_000;
/** Node ends the process if it can't open what a limit of time needs: four descriptors. Others may open some meanwhile. */
const DESCRIPTORS = 8;

const now = performance.now.bind(performance);
const runInContext = uncurry(Script.prototype.runInContext);

/** A pattern from the user, whose searches end in time. */
export class TimedPattern {
  readonly #pattern: RegExp;
  readonly #cost: PatternCost;
  /** The setting that contains it. */
  readonly name: string;
  #timeLeft = SESSION_TIME;
  /** Whether a search did not end in time. */
  isSlow = false;

  constructor({ source, flags }: RegExp, name: string) {
    this.name = name;
    // Global, to find every match, and a private copy, so that no other code changes its `lastIndex`.
    this.#pattern = new RegExp(source, `${flags.replace(/[gy]/g, '')}g`);
    this.#cost = costOf(this.#pattern);
  }

  /** All matches that are not empty, or only the first. Undefined if the search does not end in time. */
  find(text: string, most: 'all' | 'first' = 'all'): Span[] | undefined {
    if (this.#timeLeft <= 0) return undefined;
    const { literal } = this.#cost;
    if (literal !== '' && indexOf(text, literal) === -1) return [];
    return this.#search(text, () => matchesIn(text, this.#pattern, most));
  }

  /** Undefined if the search does not end in time. */
  get matchesEmpty(): boolean | undefined {
    return this.#search('', () => {
      this.#pattern.lastIndex = 0;
      return execute(this.#pattern, '') !== null;
    });
  }

  #search<T>(text: string, search: () => T): T | undefined {
    try {
      const isCheap = this.#cost.steps(text.length) <= CHEAP + CHEAP_PER_CHARACTER * text.length;
      return isCheap ? search() : this.#inTime(search, text.length);
    } catch {
      // It took too long, or it is too large for the engine.
      this.isSlow = true;
      return undefined;
    }
  }

  #inTime<T>(search: () => T, length: number): T {
    const free = FREE_TIME + FREE_TIME_PER_CHARACTER * length;
    let started = now();
    let ended: number | undefined;
    const measured = () => {
      started = now();
      const found = search();
      ended = now();
      return found;
    };
    try {
      return runFor(ceil(free + min(TEXT_TIME, this.#timeLeft)), measured);
    } finally {
      const taken = (ended ?? now()) - started;
      // On a busy machine, it may end long after its limit.
      if (taken > free) this.#timeLeft -= min(taken - free, TEXT_TIME);
    }
  }
}

function matchesIn(text: string, pattern: RegExp, most: 'all' | 'first'): Span[] {
  const spans: Span[] = [];
  pattern.lastIndex = 0;
  for (let match = execute(pattern, text); match !== null; match = execute(pattern, text)) {
    const length = match[0].length;
    if (length === 0) {
      // Advance by a whole character: in the middle of one, a unicode pattern would find the same empty match forever.
      pattern.lastIndex += isLeadSurrogate(codeAt(text, pattern.lastIndex)) ? 2 : 1;
    } else {
      spans[spans.length] = { start: match.index, end: match.index + length };
      if (most === 'first') break;
    }
  }
  return spans;
}

/** Created with the first search that needs it: it takes a millisecond. */
let surroundings: { search: () => unknown } | undefined;
let script: Script | undefined;

/**
 * Node measures the time in another thread. A busy machine may run that thread only after the limit, and then Node throws although the
 * action has ended.
 * @throws if the action takes longer, or a limit of time is impossible
 */
function runFor<T>(milliseconds: number, action: () => T): T {
  holdDescriptors();
  let result: { value: T } | undefined;
  surroundings ??= createContext({ search: action }) as { search: () => unknown };
  script ??= new Script('search()');
  surroundings.search = () => {
    result = { value: action() };
  };
  try {
    runInContext(script, surroundings, { timeout: milliseconds });
  } catch (error) {
    if (result === undefined) throw error;
  }
  if (result === undefined) throw new Error('no result');
  return result.value;
}

/** @throws if there are too few descriptors */
function holdDescriptors(): void {
  const held: number[] = [];
  try {
    while (held.length < DESCRIPTORS) held[held.length] = openSync(devNull, 'r');
  } catch (error) {
    // Any other error says nothing: a test may mock the file system below the captured functions.
    if (isShortage(error)) throw error;
  } finally {
    for (let index = 0; index < held.length; index++) closeSync(held[index] ?? -1);
  }
}
