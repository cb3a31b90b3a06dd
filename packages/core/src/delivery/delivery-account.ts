import { type DeliveryState, initialState } from '../between-threads/protocol.js';
import type { Progress } from '../outbox/read/progress.js';
import { namesIn } from './results/body-edits.js';
import { bodyOf, type Outgoing } from './results/outgoing.js';

/** How many refusals to keep verbatim, because their number is up to the service and memory is limited. */
const NAMED = 20;

/** Records what has happened to a journal's results, in memory and in the progress file. */
export class DeliveryAccount {
  #state = initialState();
  /** Finished results that are in no file. */
  handledHeld = 0;
  #progress: Progress;
  #dropUnmatched: boolean;
  #onPause: () => void;
  #onChange: (() => void) | undefined;

  /** @param onPause called when nothing more may be sent */
  constructor(progress: Progress, dropUnmatched: boolean, onPause: () => void, onChange: (() => void) | undefined) {
    this.#progress = progress;
    this.#dropUnmatched = dropUnmatched;
    this.#onPause = onPause;
    this.#onChange = onChange;
  }

  get state(): Readonly<DeliveryState> {
    const { runId, runCreated, finished } = this.#progress;
    return {
      ...this.#state,
      runCreated,
      ...(runId !== undefined && { runId }),
      ...(finished !== undefined && { finished }),
    };
  }

  get isPaused(): boolean {
    return this.#state.paused !== undefined;
  }

  /** Finished results: sent, refused or dropped. */
  get handled(): number {
    return this.#state.sent + this.#state.refused + this.#state.dropped;
  }

  sent(results: readonly Outgoing[]): void {
    this.#state.sent += results.length;
    delete this.#state.trouble;
    const sequences: number[] = [];
    for (const { sequence, otherLines, missing } of results) {
      if (missing !== undefined) this.#lacks(missing);
      if (sequence === undefined) this.handledHeld++;
      else sequences.push(sequence);
      for (const place of otherLines) sequences.push(place);
    }
    if (sequences.length > 0) this.#progress.markSent(sequences.sort((one, other) => one - other));
    this.#onChange?.();
  }

  #lacks(attachments: readonly string[]): void {
    const { attachmentsRefused } = this.#state;
    this.#state.attachmentsMissing += attachments.length;
    attachmentsRefused.push(...attachments.slice(0, NAMED - attachmentsRefused.length));
  }

  /** @param unmatched whether it matches none of the run's test points */
  refused(result: Outgoing, reason: string, unmatched: boolean): void {
    if (unmatched) this.#state.unmatched++;
    if (unmatched && this.#dropUnmatched && result.sequence !== undefined) {
      this.#progress.markDropped(result.sequence);
      this.#state.dropped++;
    } else this.#state.refused++;
    if (result.sequence === undefined) this.handledHeld++;
    if (this.#state.refusals.length < NAMED) {
      const { externalId = '?', configurationId } = namesIn(bodyOf(result)) ?? {};
      this.#state.refusals.push({ externalId, reason, unmatched, ...(unmatched && { configurationId }) });
    }
    this.#onChange?.();
  }

  /** Delivery makes no progress. `why` is shown until results are sent again. */
  troubled(why: string): void {
    this.#state.trouble = why;
  }

  /** Nothing can be delivered until someone fixes something. The first reason counts. */
  pause(reason: string): void {
    this.#state.paused ??= reason;
    this.#onChange?.();
    this.#onPause();
  }
}
