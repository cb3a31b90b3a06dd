import type { Operation } from '../routes/operations.js';

/** Makes a server misbehave on purpose, to test clients. */
export interface Faults {
  /** Seed of every random choice. The same seed affects the same calls, however operations are interleaved. @default 1 */
  seed?: number;
  /** If several rules affect one call, they add up: latencies are summed; of every other effect the first one counts. */
  rules: readonly FaultRule[];
}

/** One kind of fault: which calls it affects, and how. Without a selection it affects every call. */
export interface FaultRule {
  /** Operations of the interface to affect. @default all */
  operation?: Operation | readonly Operation[];
  /** Calls of those operations to affect, counted from 1: one, several, or a range with a step. @default all */
  calls?: number | readonly number[] | { from?: number; to?: number; every?: number };
  /** Probability of affecting a selected call, 0 to 1. @default 1 */
  probability?: number;
  /** Maximum number of calls to affect. @default no limit */
  times?: number;

  /** Waits before handling the request, milliseconds; or a range to choose from at random. */
  latency?: number | readonly [least: number, most: number];
  /**
   * Answers with this status without handling the request. A list gives one status to each affected call in turn, then lets
   * calls pass. A status below 400 in the list lets one call pass.
   */
  status?: number | readonly number[];
  /** The Retry-After header to send with `status`: seconds, or an HTTP date. */
  retryAfter?: number | string;
  /**
   * Cuts the connection: `before` the request is handled, `during` its body, or `after` it was handled and stored, instead of
   * answering.
   */
  drop?: 'before' | 'during' | 'after';
  /** Cuts the connection with a reset (RST) instead of a normal end (FIN). @default false */
  reset?: boolean;
  /** Never answers: stops `before` the request is handled, or `after` it was handled and stored. */
  hang?: 'before' | 'after';
  /**
   * Corrupts the answer: `truncated` cuts the connection in the middle of the body, `empty` sends no body, `html` sends a page
   * such as proxies send. Or pass your own body. With `status`, the error response is corrupted; otherwise the request is handled
   * first.
   */
  answer?: 'truncated' | 'empty' | 'html' | { body: string; contentType?: string };
  /** Sends the body byte by byte, this many milliseconds apart. */
  drip?: number;
  /** Answers 400 to a body that is an array; an object passes. @default false */
  refuseArrays?: boolean;
}

/** The faults to apply to one call. */
export interface Strike {
  /** Milliseconds. */
  latency: number;
  status?: number;
  retryAfter?: number | string;
  drop?: NonNullable<FaultRule['drop']>;
  reset: boolean;
  hang?: NonNullable<FaultRule['hang']>;
  answer?: NonNullable<FaultRule['answer']>;
  /** Milliseconds between bytes. */
  drip?: number;
  refuseArrays: boolean;
}

/** Decides which calls get which faults. */
export class FaultPlan {
  readonly #seed: number;
  readonly #rules: { rule: FaultRule; index: number; calls: number; strikes: number }[];

  constructor({ seed = 1, rules }: Faults) {
    this.#seed = seed;
    this.#rules = rules.map((rule, index) => ({ rule, index, calls: 0, strikes: 0 }));
  }

  /** How many calls each rule has selected, in the order of the rules. */
  get strikes(): number[] {
    return this.#rules.map(({ strikes }) => strikes);
  }

  /** Call it once for every call of an operation. Undefined if no rule affects the call. */
  next(operation: Operation): Strike | undefined {
    let strike: Strike | undefined;
    for (const state of this.#rules) {
      const { rule, index, strikes } = state;
      if (!concerns(rule.operation, operation)) continue;
      const call = ++state.calls;
      if (!selects(rule.calls, call) || strikes >= (rule.times ?? Number.POSITIVE_INFINITY)) continue;
      if (draw(this.#seed, index, call, 0) >= (rule.probability ?? 1)) continue;
      state.strikes++;
      strike = combine(strike, rule, strikes, draw(this.#seed, index, call, 1));
    }
    return strike;
  }
}

function concerns(selection: FaultRule['operation'], operation: Operation): boolean {
  return selection === undefined || [selection].flat().includes(operation);
}

function selects(selection: FaultRule['calls'], call: number): boolean {
  if (selection === undefined) return true;
  if (typeof selection === 'number') return call === selection;
  if ('includes' in selection) return selection.includes(call);
  const { from = 1, to = Number.POSITIVE_INFINITY, every = 1 } = selection;
  return call >= from && call <= to && (call - from) % every === 0;
}

/** @param strikes how often the rule was applied before; @param drawn a number from 0 to 1 that chooses a latency from a range */
function combine(earlier: Strike | undefined, rule: FaultRule, strikes: number, drawn: number): Strike {
  const strike: Strike = earlier ?? { latency: 0, reset: false, refuseArrays: false };
  const [least, most] = typeof rule.latency === 'object' ? rule.latency : [rule.latency ?? 0, rule.latency ?? 0];
  strike.latency += least + drawn * (most - least);
  const status = typeof rule.status === 'object' ? rule.status[strikes] : rule.status;
  // If the list lets this call pass or is used up, none of the rule's effects apply.
  if (rule.status !== undefined && (status === undefined || status < 400)) return strike;
  if (status !== undefined && strike.status === undefined) {
    strike.status = status;
    if (rule.retryAfter !== undefined) strike.retryAfter = rule.retryAfter;
  }
  if (rule.drop !== undefined) strike.drop ??= rule.drop;
  if (rule.hang !== undefined) strike.hang ??= rule.hang;
  if (rule.answer !== undefined) strike.answer ??= rule.answer;
  if (rule.drip !== undefined) strike.drip ??= rule.drip;
  strike.reset ||= rule.reset ?? false;
  strike.refuseArrays ||= rule.refuseArrays ?? false;
  return strike;
}

/** A number from 0 to 1, uniform and reproducible from the four numbers (mulberry32's final steps over a mixed state). */
function draw(seed: number, rule: number, call: number, purpose: number): number {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  for (const part of [rule, call, purpose])
    state = Math.imul((state ^ (part + 0x6d2b79f5)) >>> 0, 0xc2b2ae35) ^ (state >>> 13);
  state = Math.imul(state ^ (state >>> 15), state | 1);
  state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
  return ((state ^ (state >>> 14)) >>> 0) / 2 ** 32;
}
