import type { DeliveryEnd } from '../between-threads/protocol.js';
import type { KeptFile, TestRecord, TestStatus } from '../model.js';
import { encodeEntry, type NoteEntry, type RunIntent } from '../outbox/format/entries.js';
import type { SessionFiles } from '../outbox/format/session-files.js';
import { AttachmentStore } from '../outbox/write/attachments.js';
import type { Catalog } from '../outbox/write/catalog.js';
import { Journal } from '../outbox/write/journal.js';
import { describeError } from '../result/describe.js';
import { type Mapping, mask, prepareMapping } from '../result/mapping.js';
import { plain } from '../result/text.js';
import type { Sought } from '../result/text-masker.js';
import type { Settings } from '../settings/settings.js';
import type { AnnouncedTest, RecordedResult, WrittenLine } from './announced-test.js';
import { DeliveryLink } from './delivery-link.js';
import { firstLine } from './first-line.js';
import { type PlannedTest, plannedPoints } from './planned-points.js';
import { printLines } from './print.js';
import type { Printed } from './printed.js';
import { type OutputChoice, type PrintedAttachment, printedAttachment } from './printed-attachment.js';
import { addOpenSession, type EndingSession, failRun, judgeExitLast, removeOpenSession } from './process-end.js';
import { RecordWriter } from './record-writer.js';
import { reportInJournal, reportTask } from './report-task.js';
import { ResultNotes } from './result-notes.js';
import { finishOf, isShard, runIntent } from './run-intent.js';
import type { Session, SessionHost } from './session.js';
import { makeSessionFolder } from './session-folder.js';
import { SessionNotes } from './session-notes.js';
import { ENDING_SIGNALS, type EndingSignal } from './signal-listeners.js';
import { watchSignals } from './signals.js';
import { finalSummary, type SessionAtEnd } from './summary/final-summary.js';

const { now } = Date;

/** Maximum time that a process ended by a signal waits for delivery, milliseconds: SIGKILL may follow. */
const SIGNAL_PATIENCE = 4_500;
/** Maximum time for making the report, milliseconds. */
const REPORT_PATIENCE = 60_000;
/** The same if a signal ends the process. */
const REPORT_PATIENCE_AT_SIGNAL = 3_000;

/** A session that reports: maps records, writes the journal, and lets the delivery thread do the rest. */
export class ActiveSession implements Session, EndingSession {
  readonly active = true;
  readonly settings: Settings;
  readonly #output: OutputChoice;
  #notes = new SessionNotes((note) => this.#writeNote(note));
  #run: RunIntent;
  #files: SessionFiles | undefined;
  /** The session's folder as a user would type it. */
  #shown: string | undefined;
  #link: DeliveryLink;
  #journal: Journal;
  #attachments: AttachmentStore;
  #mapping: Mapping;
  #writer: RecordWriter;
  #catalog: Catalog | undefined;
  #resultNotes: ResultNotes;
  #beforeEnd: ((signal: NodeJS.Signals | undefined) => void) | undefined;
  #afterEnd: (() => void) | undefined;
  #unwatchSignals: (() => void) | undefined;
  /** The last signal that did not end the process. */
  #signal: NodeJS.Signals | undefined;
  /** Whether recording has ended. */
  #isClosed = false;
  /** Whether the summary has been, or is about to be, printed. */
  #isConcluded = false;

  #onClosed: () => void;

  /**
   * @param outboxes folders for the session, best first
   * @param onClosed called when recording has ended
   */
  constructor(host: SessionHost, settings: Settings, outboxes: readonly (() => string)[], onClosed: () => void) {
    this.settings = settings;
    this.#onClosed = onClosed;
    const startedAt = now();
    this.#output = settings.output ?? host.output ?? 'failed';
    this.#run = runIntent(settings, isShard(host));
    const { files, catalog, shown, trouble } = makeSessionFolder(outboxes, host.framework, settings.reportOnly);
    this.#files = files;
    this.#catalog = catalog;
    this.#shown = shown;
    const report = reportTask(settings, host.idRoot, startedAt);
    this.#link = new DeliveryLink(this.#files, settings, report);
    this.#journal = new Journal(this.#files?.journal, (line) => this.#link.sendLine(line));
    this.#attachments = new AttachmentStore(this.#files?.attachments, (file, content) =>
      this.#link.sendContent(file, content),
    );
    this.#mapping = prepareMapping(settings, host.framework);
    this.#writer = new RecordWriter(this.#mapping, this.#journal, this.#attachments);
    this.#resultNotes = new ResultNotes({ notes: this.#notes, settings, mapping: this.#mapping, catalog });
    this.#journal.append(
      firstLine(host, settings, this.#run, startedAt, this.#mapping, reportInJournal(report, this.#files)),
    );
    if (trouble !== undefined) this.#notes.warn(trouble);
    addOpenSession(this);
  }

  get keepsOutput(): boolean {
    return this.#output !== 'none';
  }

  get channelDirectory(): string | undefined {
    return this.#files?.channel;
  }

  attempt(record: TestRecord, earlier?: AnnouncedTest): AnnouncedTest {
    let announced: AnnouncedTest = { record, key: earlier?.key, attempt: undefined };
    if (this.#isClosed) return announced;
    this.#notes.guard('recording an attempt', () => {
      announced = this.#writer.attempt(record, earlier);
    });
    return announced;
  }

  record(record: TestRecord, announced?: AnnouncedTest): RecordedResult | undefined {
    return this.#recorded(record, () => this.#writer.result(record, announced));
  }

  confirm(announced: AnnouncedTest): RecordedResult | undefined {
    return this.#recorded(announced.record, () => this.#writer.confirm(announced));
  }

  correct(record: TestRecord, first: RecordedResult): RecordedResult | undefined {
    return this.#recorded(record, () => this.#writer.correct(record, first), first);
  }

  keep(path: string, owned: boolean): KeptFile | undefined {
    try {
      return this.#isClosed ? undefined : this.#attachments.keep(path, owned ? 'link' : 'copy');
    } catch {
      return undefined;
    }
  }

  masked(kept: KeptFile, contentType: string, sought: Sought): KeptFile | undefined {
    try {
      return this.#attachments.masked(kept, contentType, sought);
    } catch {
      return undefined;
    }
  }

  output(printed: Printed | undefined, status: TestStatus, whose?: string): PrintedAttachment | undefined {
    if (printed === undefined) return undefined;
    try {
      return printedAttachment(printed, status, this.#output, whose, this.#mapping);
    } catch {
      return undefined;
    }
  }

  plan(tests: readonly PlannedTest[], complete: boolean): void {
    if (this.#isClosed || !('create' in this.#run) || this.#run.create.testPoints !== 'from-tests') return;
    this.#notes.guard('planning the test points', () => {
      const testPoints = plannedPoints(tests, this.settings);
      this.#journal.append(encodeEntry({ kind: 'plan', testPoints, complete }));
    });
  }

  problem(title: string, detail?: string): void {
    const clean = (text: string) => mask(plain(text), this.#mapping);
    this.#notes.problem(clean(title), detail === undefined ? undefined : clean(detail));
  }

  notice(text: string): void {
    this.#notes.notice(text);
  }

  beforeEnd(callback: (signal: NodeJS.Signals | undefined) => void): void {
    this.#beforeEnd = callback;
  }

  watchSignals(signals: readonly EndingSignal[] = ENDING_SIGNALS): void {
    this.#unwatchSignals = watchSignals(signals);
  }

  close(end?: { interrupted?: boolean }): void {
    if (this.settings.onUndelivered === 'fail') judgeExitLast();
    this.#requestEnd(end?.interrupted === true, this.settings.closeTimeout, REPORT_PATIENCE);
  }

  afterEnd(callback: () => void): void {
    this.#afterEnd = callback;
  }

  closeNow(): void {
    this.beginEnd(undefined);
    this.awaitEnd();
  }

  beginEnd(signal: NodeJS.Signals | undefined): void {
    if (this.#isClosed) return;
    const by = signal ?? this.#signal;
    this.#notes.guard('ending', () => this.#beforeEnd?.(by));
    const { closeTimeout } = this.settings;
    this.#requestEnd(
      by !== undefined,
      signal !== undefined && closeTimeout > SIGNAL_PATIENCE ? SIGNAL_PATIENCE : closeTimeout,
      signal !== undefined ? REPORT_PATIENCE_AT_SIGNAL : REPORT_PATIENCE,
    );
  }

  awaitEnd(): void {
    if (!this.#isConcluded) this.#conclude(this.#awaitDelivery());
  }

  hurry(signal: NodeJS.Signals): void {
    this.#signal = signal;
    this.#notes.guard('hurrying', () => this.#link.hurry());
  }

  /** @param first the result that this one corrects */
  #recorded(record: TestRecord, write: () => WrittenLine, first?: RecordedResult): RecordedResult | undefined {
    let recorded: RecordedResult | undefined;
    if (this.#isClosed) return recorded;
    this.#notes.guard('recording a result', () => {
      const { line, written } = write();
      recorded = { line, outcome: written.outcome };
      if (first === undefined) this.#resultNotes.noteResult(record, written);
      else this.#resultNotes.noteCorrection(written, first);
    });
    return recorded;
  }

  /** Writes the journal's end and requests the thread's last message, once. */
  #requestEnd(interrupted: boolean, closeTimeout: number, reportTimeout: number): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#onClosed();
    this.#notes.guard('closing', () => this.#writeEnd(interrupted));
    this.#notes.guard('closing', () =>
      this.#link.requestEnd(closeTimeout, reportTimeout, (end) => this.#conclude(end)),
    );
  }

  #awaitDelivery(): DeliveryEnd | undefined {
    let end: DeliveryEnd | undefined;
    this.#notes.guard('waiting for delivery', () => {
      end = this.#link.awaitEnd();
    });
    return end;
  }

  /** Never throws: the suite must end even if a test has broken something in this process. */
  #conclude(delivery: DeliveryEnd | undefined): void {
    if (this.#isConcluded) return;
    this.#isConcluded = true;
    if (this.settings.onUndelivered === 'fail' && !this.#hasDeliveredAll(delivery)) failRun();
    try {
      removeOpenSession(this);
      this.#unwatchSignals?.();
      printLines(finalSummary(this.#atEnd, delivery));
    } catch (error) {
      printLines([`Testpoint: could not print the summary: ${describeError(error)}`]);
    }
    this.#notes.guard('ending', () => this.#afterEnd?.());
  }

  /** Whether the service has every result. A line that neither the journal nor the thread has, or that is damaged, may be one. */
  #hasDeliveredAll(delivery: DeliveryEnd | undefined): boolean {
    if (delivery === undefined || this.#journal.lost > 0) return false;
    return delivery.left === 0 && delivery.unreadable === 0 && delivery.state.refused === 0;
  }

  get #atEnd(): SessionAtEnd {
    return {
      ...{ notes: this.#notes, settings: this.settings, mapping: this.#mapping, link: this.#link },
      lost: this.#journal.lost,
      outbox: this.#shown,
      hasNoRun: 'none' in this.#run,
    };
  }

  #writeEnd(interrupted: boolean): void {
    const finish = finishOf(this.settings.finish, this.#run, interrupted);
    this.#journal.append(encodeEntry({ kind: 'end', finish, endedAt: now(), interrupted }));
    this.#journal.close();
    this.#catalog?.write();
  }

  /** Writes a note for the report. Notes after the journal's end appear only in the summary. */
  #writeNote(note: NoteEntry): void {
    if (!this.#isClosed) this.#journal.append(encodeEntry({ kind: 'plan', testPoints: [], complete: false, note }));
  }
}
