import type { DeliveryEnd } from '../../between-threads/protocol.js';
import { briefly } from '../../in-test/json-safe.js';
import { exitedEarly, summaryNotPrinted } from '../messages.js';
import { finishOf } from '../opening/run-intent.js';
import type { SessionParts } from '../session-parts.js';
import { type EndingSession, failRun, judgeExitLast, removeOpenSession, watchSignals } from './process-end.js';
import type { EndingSignal } from './process-events.js';
import { finalSummary } from './summary/summary.js';

const { now } = Date;

/** Maximum time that a process ended by a signal waits for delivery, milliseconds: SIGKILL may follow. */
const SIGNAL_PATIENCE = 4_500;
/** Maximum time for making the report, milliseconds. */
const REPORT_PATIENCE = 60_000;
/** The same if a signal ends the process. */
const REPORT_PATIENCE_AT_SIGNAL = 3_000;

/**
 * The end of a session: recording stops, the thread delivers the rest, and the summary is printed. Each of these happens
 * once, whether the framework closes the session, a signal arrives, or the process just ends.
 */
export class SessionEnd implements EndingSession {
  readonly #parts: SessionParts;
  readonly #onClosed: (interrupted: boolean) => void;
  #beforeEnd: ((signal: NodeJS.Signals | undefined) => void) | undefined;
  #afterEnd: (() => void) | undefined;
  #unwatchSignals: (() => void) | undefined;
  /** The last signal that did not end the process. */
  #signal: NodeJS.Signals | undefined;
  /** Whether the summary has been, or is about to be, printed. */
  #isConcluded = false;
  /** Whether recording has ended. */
  isClosed = false;

  /** @param onClosed called when recording has ended, and whether the framework's run did not */
  constructor(parts: SessionParts, onClosed: (interrupted: boolean) => void) {
    this.#parts = parts;
    this.#onClosed = onClosed;
  }

  beforeEnd(callback: (signal: NodeJS.Signals | undefined) => void): void {
    this.#beforeEnd = callback;
  }

  afterEnd(callback: () => void): void {
    this.#afterEnd = callback;
  }

  watchSignals(signals: readonly EndingSignal[]): void {
    this.#unwatchSignals = watchSignals(signals);
  }

  close(interrupted: boolean): void {
    const { onUndelivered, closeTimeout } = this.#parts.settings;
    if (onUndelivered === 'fail') judgeExitLast();
    this.#request(interrupted, closeTimeout, REPORT_PATIENCE);
  }

  beginEnd(signal: NodeJS.Signals | undefined, isEarly = true): void {
    if (this.isClosed) return;
    const { notes, settings } = this.#parts;
    const by = signal ?? this.#signal;
    const known = notes.problems.length;
    notes.guard('ending', () => this.#beforeEnd?.(by));
    // Without a signal, nothing else may say why tests are missing.
    if (isEarly && by === undefined && notes.problems.length === known) notes.problem(exitedEarly, undefined);
    const { closeTimeout } = settings;
    this.#request(
      isEarly,
      signal !== undefined && closeTimeout > SIGNAL_PATIENCE ? SIGNAL_PATIENCE : closeTimeout,
      signal !== undefined ? REPORT_PATIENCE_AT_SIGNAL : REPORT_PATIENCE,
    );
  }

  awaitEnd(): void {
    if (!this.#isConcluded) this.#conclude(this.#awaitDelivery());
  }

  hurry(signal: NodeJS.Signals): void {
    this.#signal = signal;
    const { notes, link } = this.#parts;
    notes.guard('hurrying', () => link.hurry());
  }

  /** Writes the journal's end and requests the thread's last message, once. */
  #request(interrupted: boolean, closeTimeout: number, reportTimeout: number): void {
    if (this.isClosed) return;
    this.isClosed = true;
    const { notes, link } = this.#parts;
    this.#onClosed(interrupted);
    notes.guard('closing', () => this.#writeEnd(interrupted));
    notes.guard('closing', () => link.requestEnd(closeTimeout, reportTimeout, (end) => this.#conclude(end)));
  }

  #writeEnd(interrupted: boolean): void {
    const { settings, run, journal, catalog } = this.#parts;
    const finish = finishOf(settings.finish, run, interrupted);
    journal.end({ kind: 'end', finish, endedAt: now(), interrupted });
    catalog?.write();
  }

  #awaitDelivery(): DeliveryEnd | undefined {
    const { notes, link } = this.#parts;
    let end: DeliveryEnd | undefined;
    notes.guard('waiting for delivery', () => {
      end = link.awaitEnd();
    });
    return end;
  }

  /** Never throws: the suite must end even if a test has broken something in this process. */
  #conclude(delivery: DeliveryEnd | undefined): void {
    if (this.#isConcluded) return;
    this.#isConcluded = true;
    const { settings, notes } = this.#parts;
    if (settings.onUndelivered === 'fail' && !this.#hasDeliveredAll(delivery)) failRun();
    try {
      removeOpenSession(this);
      this.#unwatchSignals?.();
      this.#parts.print(finalSummary(this.#parts, delivery));
    } catch (error) {
      this.#parts.print([summaryNotPrinted(briefly(error))]);
    }
    notes.guard('ending', () => this.#afterEnd?.());
  }

  /** Whether the service has every result. A line that neither the journal nor the thread has, or that is damaged, may be one. */
  #hasDeliveredAll(delivery: DeliveryEnd | undefined): boolean {
    if (delivery === undefined || this.#parts.journal.lost > 0) return false;
    return delivery.left === 0 && delivery.unreadable === 0 && delivery.state.refused === 0;
  }
}
