import { decodeEntry, type WireOptions } from '../outbox/entries.js';
import { classifyAnswer } from '../service/answers.js';
import type { RequestOptions, ServiceClient } from '../service/client.js';
import { ServiceError } from '../service/errors.js';
import { legacyBodyOf } from './legacy-body.js';
import { type RetryContext, retrying } from './retrying.js';

/** A result on its way: its place in the journal, its line, and its body with the attachments' GUIDs in. */
export interface Outgoing {
  /** Undefined for a result that could only be kept in memory. */
  sequence: number | undefined;
  line: Buffer;
  body: Buffer;
}

export interface SenderContext {
  service: ServiceClient;
  retry: RetryContext;
  wire: WireOptions;
  onSent(items: readonly Outgoing[]): void;
  /** The service does not take this one; `unmatched`: it is not among the run's test points. */
  onRefused(item: Outgoing, reason: string, unmatched: boolean): void;
  /** Nothing can be delivered until somebody mends something. */
  onPause(reason: string): void;
}

/** Results without a single match after which something more than a few ids must be wrong. */
const HOPELESS = 200;
const OPENING = Buffer.from('[');
const COMMA = Buffer.from(',');
const CLOSING = Buffer.from(']');

/** Sends results in arrays, and finds the ones that the service refuses without holding back their neighbours. */
export class ResultSender {
  #context: SenderContext;
  #runId: string;
  /** Whether the service takes arrays: undefined until it has taken or refused one. */
  #arrays: boolean | undefined;
  #sent = 0;
  #unmatched = 0;
  #paused = false;

  constructor(runId: string, context: SenderContext) {
    this.#runId = runId;
    this.#context = context;
    if (context.wire.resultsBody !== 'auto') this.#arrays = context.wire.resultsBody === 'array';
  }

  /** Results of one request. */
  get batchLimit(): number {
    return this.#context.wire.api === 'legacy' || this.#arrays === false ? 1 : Number.POSITIVE_INFINITY;
  }

  /** Resolves when each item was sent, refused or (after a pause) left alone; rejects only with the signal's reason. */
  async send(items: readonly Outgoing[]): Promise<void> {
    const first = items[0];
    if (first === undefined || this.#paused) return;
    if (items.length > this.batchLimit) return this.#each(items);
    try {
      await retrying((options) => this.#post(items, first, options), this.#context.retry);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return this.#refused(items, first, error);
    }
    if (items.length > 1) this.#arrays = true;
    this.#sent += items.length;
    this.#context.onSent(items);
  }

  async #each(items: readonly Outgoing[]): Promise<void> {
    for (const item of items) await this.send([item]);
  }

  async #post(items: readonly Outgoing[], first: Outgoing, options: RequestOptions): Promise<void> {
    const { service, wire } = this.#context;
    if (wire.api === 'legacy') {
      await service.postLegacyResult(legacyBodyOf(first, this.#runId, wire), options);
    } else if (this.#arrays === false) {
      await service.postResults(this.#runId, [first.body], options);
    } else {
      const parts: Buffer[] = [OPENING];
      for (const item of items) {
        if (parts.length > 1) parts.push(COMMA);
        parts.push(item.body);
      }
      parts.push(CLOSING);
      await service.postResults(this.#runId, parts, options);
    }
  }

  async #refused(items: readonly Outgoing[], first: Outgoing, error: ServiceError): Promise<void> {
    const action = classifyAnswer(error);
    switch (action.kind) {
      case 'pause':
        return this.#pause(action.reason);
      case 'unmatched':
        return this.#setAsideUnmatched(items, action, error);
      case 'array-refused':
        if (this.#arrays === undefined) {
          this.#arrays = false;
          return this.#each(items);
        }
        return this.#bisect(items, first, error);
      default:
        return this.#bisect(items, first, error);
    }
  }

  async #bisect(items: readonly Outgoing[], first: Outgoing, error: ServiceError): Promise<void> {
    if (items.length > 1) {
      const middle = items.length >>> 1;
      await this.send(items.slice(0, middle));
      return this.send(items.slice(middle));
    }
    if (this.#arrays === undefined && this.#context.wire.api === 'v2' && (await this.#isTakenAlone(first))) return;
    this.#context.onRefused(first, error.detail ?? error.message, false);
  }

  /** A lone result was refused in an array, and no array was ever taken: is it the array that the service dislikes? */
  async #isTakenAlone(item: Outgoing): Promise<boolean> {
    try {
      await retrying(
        (options) => this.#context.service.postResults(this.#runId, [item.body], options),
        this.#context.retry,
      );
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return false;
    }
    this.#arrays = false;
    this.#sent++;
    this.#context.onSent([item]);
    return true;
  }

  async #setAsideUnmatched(
    items: readonly Outgoing[],
    pair: { configurationId: string; externalId: string },
    error: ServiceError,
  ): Promise<void> {
    const rest: Outgoing[] = [];
    for (const item of items) {
      const head = decodeEntry(item.line);
      const named =
        items.length === 1 ||
        (head?.kind !== 'session' &&
          head !== undefined &&
          'id' in head &&
          head.id === pair.externalId &&
          sameGuid(head.configurationId, pair.configurationId));
      if (named) {
        this.#unmatched++;
        this.#context.onRefused(item, error.detail ?? error.message, true);
      } else rest.push(item);
    }
    if (this.#sent === 0 && this.#unmatched >= HOPELESS) {
      return this.#pause(`None of ${this.#unmatched} ids is in the run; compare with \`testpoint catalog\``);
    }
    // Half by half: when many are unmatched, the ones that match are found without asking once for each that does not.
    const middle = rest.length === items.length ? rest.length >>> 1 : Math.ceil(rest.length / 2);
    await this.send(rest.slice(0, middle));
    await this.send(rest.slice(middle));
  }

  #pause(reason: string): void {
    this.#paused = true;
    this.#context.onPause(reason);
  }
}

function sameGuid(one: string | undefined, other: string): boolean {
  return one !== undefined && one.toLowerCase() === other.toLowerCase();
}
