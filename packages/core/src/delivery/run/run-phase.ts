import type { EndEntry, SessionEntry } from '../../outbox/format/entries.js';
import type { TestPointSetting } from '../../settings/settings.js';
import type { DeliveryAccount } from '../delivery-account.js';
import type { SessionClient } from '../requests/session-client.js';
import { ResultSender } from '../results/result-sender.js';
import type { RunControl } from './run-control.js';

interface RunPhaseContext {
  control: RunControl;
  service: SessionClient;
  account: DeliveryAccount;
  onPause(reason: string): void;
}

/** The state of a delivery's run, which is taken once, before the first result is sent, and ended once, after the last. */
export class RunPhase {
  #context: RunPhaseContext;
  #phase: 'not asked for' | 'being taken' | 'open' | 'being ended' = 'not asked for';
  #sender: ResultSender | undefined;

  constructor(context: RunPhaseContext) {
    this.#context = context;
  }

  /** Sends results to the run; undefined until there is a run. */
  get sender(): ResultSender | undefined {
    return this.#sender;
  }

  get isAskedFor(): boolean {
    return this.#phase !== 'not asked for';
  }

  /** Whether the run still has to be ended. */
  owesEnd(session: SessionEntry, end: EndEntry | undefined): boolean {
    return this.#context.control.owesEnd(session, end);
  }

  /** @throws RunUnavailableError if there is no run, or the service refuses it */
  async take(session: SessionEntry, testPoints: TestPointSetting[] | undefined): Promise<void> {
    const { control, service, account, onPause } = this.#context;
    this.#phase = 'being taken';
    const runId = await control.take(session, testPoints);
    this.#sender = new ResultSender(runId, {
      service,
      wire: session.wire,
      onSent: (results) => account.sent(results),
      onRefused: (result, reason, unmatched) => account.refused(result, reason, unmatched),
      onPause,
    });
    this.#phase = 'open';
  }

  /**
   * Ends the run according to the session. Does nothing unless it is open.
   * @returns undefined if the run is not open or is already being ended
   */
  end(session: SessionEntry, end: EndEntry | undefined): Promise<void> | undefined {
    if (this.#phase !== 'open') return undefined;
    this.#phase = 'being ended';
    return this.#context.control.finish(session, end);
  }
}
