import type { LegacyResult, Result } from '@testpoint/interface';
import type { WireOptions } from '../../outbox/format/entries.js';
import { toLegacyResult } from '../../result/legacy.js';
import { classifyAnswer } from '../../service/answers/answers.js';
import { type Pair, ServiceError } from '../../service/errors.js';
import type { DeliveryAccount } from '../delivery-account.js';
import { alwaysFails, noneMatches } from '../messages.js';
import type { SessionClient } from '../session-client.js';
import { namesIn, notJson } from './body-edits.js';
import { bodyOf, type Outgoing } from './outgoing.js';

/** After this many results without a single match, more than a few ids must be wrong. */
const HOPELESS = 200;
/** After this many single results in a row that the service fails to process (500), the service is broken. */
const BROKEN = 3;

/** Maximum number of results in one request, from the session's settings. */
export function batchLimitOf({ api }: WireOptions): number {
  return api === 'legacy' ? 1 : Number.POSITIVE_INFINITY;
}

/** Sends results in arrays, and finds refused ones without holding back the others. */
export class ResultSender {
  #runId: string;
  #wire: WireOptions;
  #client: SessionClient;
  #account: DeliveryAccount;
  /** Whether the service accepts arrays: undefined until it has accepted or refused one. */
  #arrays: boolean | undefined;
  #sent = 0;
  #unmatched = 0;
  /** Single results that the service has failed to process since it last took any. */
  #failedInRow = 0;
  /** Why results stay behind that the service fails to process. */
  whyLeft: string | undefined;

  constructor(runId: string, wire: WireOptions, client: SessionClient, account: DeliveryAccount) {
    this.#runId = runId;
    this.#wire = wire;
    this.#client = client;
    this.#account = account;
  }

  /** Maximum number of results in one request. */
  get batchLimit(): number {
    return this.#arrays === false ? 1 : batchLimitOf(this.#wire);
  }

  /**
   * Resolves when each item was sent, refused, or left alone (after a pause). Rejects only with the signal's reason.
   * @param json the items as a JSON array; built from them if not given
   */
  async send(items: readonly Outgoing[], json?: Buffer): Promise<void> {
    const first = items[0];
    if (first === undefined || this.#account.isPaused) return;
    if (items.length > this.batchLimit) return this.#each(items);
    const isAlone = this.#arrays === false || this.#wire.api === 'legacy';
    try {
      if (this.#wire.api !== 'legacy') await this.#client.postResults(this.#runId, { items, json, isAlone });
      else if (!(await this.#postLegacy(first))) return;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return this.#refused(items, first, error, isAlone);
    }
    if (items.length > 1) this.#arrays = true;
    this.#accepted(items);
  }

  async #each(items: readonly Outgoing[]): Promise<void> {
    for (const item of items) await this.send([item]);
  }

  /** @returns false if the result is refused here, because its body is damaged */
  async #postLegacy(result: Outgoing): Promise<boolean> {
    let body: LegacyResult;
    try {
      body = legacyBodyOf(result, this.#runId, this.#wire);
    } catch (error) {
      this.#account.refused(result, notJson(error), false);
      return false;
    }
    await this.#client.postLegacyResult(result, body);
    return true;
  }

  /** @param isAlone whether it was sent as an object instead of an array */
  async #refused(items: readonly Outgoing[], first: Outgoing, error: ServiceError, isAlone: boolean): Promise<void> {
    switch (classifyAnswer(error)) {
      case 'retry':
        // Only a last try or a search ends like that. A single result that fails stays in the journal, and the others go on.
        if (error.status === 500 && items.length > 1) break;
        if (error.status === 500 && ++this.#failedInRow < BROKEN) {
          this.whyLeft ??= alwaysFails(namesIn(bodyOf(first))?.externalId, error.message);
          return;
        }
        return this.#account.pause(error.message);
      case 'pause':
        return this.#account.pause(error.message);
      case 'unmatched':
        return this.#setAsideUnmatched(items, error);
    }
    if (items.length > 1) {
      // Find the refused result by halving.
      const middle = items.length >>> 1;
      await this.send(items.slice(0, middle));
      return this.send(items.slice(middle));
    }
    // A single result was refused in an array, and no array was ever accepted. Is the array the problem?
    if (this.#arrays !== true && !isAlone) return this.#sendAlone(first, error);
    this.#account.refused(first, error.reason, false);
  }

  /** Sends a result as an object after it was refused in an array. */
  async #sendAlone(item: Outgoing, arrayError: ServiceError): Promise<void> {
    try {
      await this.#client.postResults(this.#runId, { items: [item], isAlone: true });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const action = classifyAnswer(error);
      // A service that looks for the test has understood the object.
      if (action === 'unmatched') this.#arrays = false;
      if (action === 'unmatched' || action === 'pause' || action === 'retry')
        return this.#refused([item], item, error, true);
      return this.#account.refused(item, arrayError.reason, false);
    }
    this.#arrays = false;
    this.#accepted([item]);
  }

  #accepted(items: readonly Outgoing[]): void {
    this.#sent += items.length;
    this.#failedInRow = 0;
    this.#account.sent(items);
  }

  async #setAsideUnmatched(items: readonly Outgoing[], error: ServiceError): Promise<void> {
    const rest: Outgoing[] = [];
    for (const item of items) {
      const named = items.length === 1 || isPair(item, error.pair);
      if (named) {
        this.#unmatched++;
        this.#account.refused(item, error.reason, true);
      } else rest.push(item);
    }
    if (this.#sent === 0 && this.#unmatched >= HOPELESS) {
      return this.#account.pause(noneMatches(this.#unmatched, error.pair?.configurationId));
    }
    // Halve the array: if many results are unmatched, this finds the matching ones without a request for each unmatched one.
    const middle = rest.length === items.length ? rest.length >>> 1 : Math.ceil(rest.length / 2);
    await this.send(rest.slice(0, middle));
    await this.send(rest.slice(middle));
  }
}

function isPair(item: Outgoing, pair: Pair | undefined): boolean {
  const names = namesIn(bodyOf(item));
  return (
    names?.externalId === pair?.externalId &&
    names?.configurationId.toLowerCase() === pair?.configurationId.toLowerCase()
  );
}

/** A result in the form of `POST /api/v2/testResults` (section 2, legacy body). */
function legacyBodyOf(result: Outgoing, testRunId: string, wire: WireOptions): LegacyResult {
  const { attachments = [], configurationGlobalId = 0 } = result.head ?? {};
  return toLegacyResult(JSON.parse(bodyOf(result).toString('utf8')) as Result, {
    testRunId,
    testPlanGlobalId: wire.testPlanGlobalId ?? 0,
    configurationGlobalId,
    attachmentNames: attachments.map(({ name }) => name),
  });
}
