import type { Operation } from '../routes/operations.js';

/** How a server misbehaves on purpose, for testing clients. */
export interface Faults {
  /** Decides every draw; the same seed strikes the same calls, in whatever order operations mix. @default 1 */
  seed?: number;
  /** All that strike a call add up: latencies sum, and for each other effect the first rule that has it counts. */
  rules: readonly FaultRule[];
}

/** One kind of fault: which calls it strikes, and what it does to them. Without a selection it strikes every call. */
export interface FaultRule {
  /** Operations of the interface that it may strike. @default all */
  operation?: Operation | readonly Operation[];
  /** Which calls of those operations, counted from 1: one, several, or a range and a step in it. @default all */
  calls?: number | readonly number[] | { from?: number; to?: number; every?: number };
  /** 0 to 1: how likely it strikes a selected call. @default 1 */
  probability?: number;
  /** How often it strikes at the most. @default no limit */
  times?: number;

  /** Waits before the request is looked at, milliseconds; or a range, from which the seed draws. */
  latency?: number | readonly [least: number, most: number];
  /**
   * Answers with this status and does nothing. A sequence gives one status to each strike, then lets calls pass; a status
   * below 400 in it lets one call pass.
   */
  status?: number | readonly number[];
  /** Header Retry-After beside `status`: seconds, or an HTTP date. */
  retryAfter?: number | string;
  /**
   * Cuts the connection: `before` anything is done, `during` the request's body, or `after` the request was carried out
   * and written, in place of the answer.
   */
  drop?: 'before' | 'during' | 'after';
  /** Cuts by a reset (RST) instead of an end (FIN). @default false */
  reset?: boolean;
  /** Never answers: `before` anything is done, or `after` the request was carried out. */
  hang?: 'before' | 'after';
  /**
   * Spoils the answer: `truncated` ends in the middle of its body and cuts the connection, `empty` has no body, `html`
   * is a page such as proxies send; or a body of your own. Beside `status`, the refusal is spoilt; else the request was carried out.
   */
  answer?: 'truncated' | 'empty' | 'html' | { body: string; contentType?: string };
  /** Sends the answer's body byte by byte, so many milliseconds apart. */
  drip?: number;
  /** Refuses a body that is an array, with a 400; an object passes. @default false */
  refuseArrays?: boolean;
}

/** What is done to one call. */
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

/** Decides which calls are struck. */
export class FaultPlan {
  readonly #seed: number;
  readonly #rules: { rule: FaultRule; index: number; calls: number; strikes: number }[];

  constructor({ seed = 1, rules }: Faults) {
    this.#seed = seed;
    this.#rules = rules.map((rule, index) => ({ rule, index, calls: 0, strikes: 0 }));
  }

  /** How often each rule struck, in the order of the rules. */
  get strikes(): number[] {
    return this.#rules.map(({ strikes }) => strikes);
  }

  /** To be asked once for every call of an operation. Undefined when nothing strikes it. */
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

/** `strikes`: how often the rule struck before; `drawn`: 0 to 1, for a latency out of a range. */
function combine(so: Strike | undefined, rule: FaultRule, strikes: number, drawn: number): Strike {
  const strike: Strike = so ?? { latency: 0, reset: false, refuseArrays: false };
  const [least, most] = typeof rule.latency === 'object' ? rule.latency : [rule.latency ?? 0, rule.latency ?? 0];
  strike.latency += least + drawn * (most - least);
  const status = typeof rule.status === 'object' ? rule.status[strikes] : rule.status;
  // A sequence that lets this call pass, or is used up, takes the rest of its rule with it.
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

/** 0 to 1, evenly spread, always the same for the same four numbers (mulberry32's finish over a mixed state). */
function draw(seed: number, rule: number, call: number, purpose: number): number {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  for (const part of [rule, call, purpose])
    state = Math.imul((state ^ (part + 0x6d2b79f5)) >>> 0, 0xc2b2ae35) ^ (state >>> 13);
  state = Math.imul(state ^ (state >>> 15), state | 1);
  state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
  return ((state ^ (state >>> 14)) >>> 0) / 2 ** 32;
}
