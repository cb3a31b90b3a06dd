import type { Selection } from '../in-test/selection.js';
import type { KeptFile, TestRecord, TestStatus } from '../model.js';
import type { Note, RunIntent } from '../outbox/format/entries.js';
import { deliveredFiles, type SessionFiles } from '../outbox/format/session-files.js';
import { AttachmentStore } from '../outbox/write/attachments.js';
import { Journal } from '../outbox/write/journal.js';
import { type Mapping, mask, prepareMapping } from '../result/mapping.js';
import type { FileRedaction } from '../result/masking/text-masker.js';
import { plain } from '../result/text/text.js';
import type { Settings } from '../settings/settings.js';
import { addOpenSession } from './end/process-end.js';
import { ENDING_SIGNALS, type EndingSignal } from './end/process-events.js';
import { SessionEnd } from './end/session-end.js';
import { planningTestPoints } from './messages.js';
import { endTasks, reportInJournal } from './opening/end-tasks.js';
import { firstLine } from './opening/first-line.js';
import { isShard, runIntent } from './opening/run-intent.js';
import { makeSessionFolder } from './opening/session-folder.js';
import { printLines } from './print.js';
import { type PlannedTest, plannedPoints } from './recording/planned-points.js';
import { type OutputChoice, type Printed, type PrintedAttachment, printedAttachment } from './recording/printed.js';
import { RecordWriter } from './recording/record-writer.js';
import type { ProvisionalResult, RecordedResult, WrittenLine } from './recording/recorded-result.js';
import { ResultNotes } from './recording/result-notes.js';
import { SessionReruns } from './reruns/session-reruns.js';
import type { Session, SessionHost } from './session.js';
import { SessionNotes } from './session-notes.js';
import { DeliveryLink } from './thread/delivery-link.js';

const { now } = Date;

/** A session that reports: maps records, writes the journal, and lets the delivery thread do the rest. */
export class ActiveSession implements Session {
  readonly active = true;
  readonly settings: Settings;
  readonly #output: OutputChoice;
  #notes = new SessionNotes((note) => this.#writeNote(note));
  #run: RunIntent;
  #files: SessionFiles | undefined;
  #link: DeliveryLink;
  #journal: Journal;
  #attachments: AttachmentStore;
  #mapping: Mapping;
  #writer: RecordWriter;
  #resultNotes: ResultNotes;
  #reruns: SessionReruns;
  #end: SessionEnd;

  /**
   * @param outboxes folders for the session, best first
   * @param wrongSettings lines to print at the end
   * @param onClosed called when recording has ended
   */
  constructor(
    host: SessionHost,
    settings: Settings,
    outboxes: readonly (() => string)[],
    wrongSettings: readonly string[],
    onClosed: () => void,
  ) {
    this.settings = settings;
    const startedAt = now();
    this.#output = settings.output ?? host.output ?? 'failed';
    this.#run = runIntent(settings, isShard(host));
    const { files, catalog, shown, trouble } = makeSessionFolder(
      outboxes,
      host.framework.name,
      settings.reportOnly !== false,
      host.cwd,
    );
    this.#files = files;
    const tasks = endTasks(host, settings, startedAt);
    this.#link = new DeliveryLink(this.#files, settings, tasks);
    this.#journal = new Journal(this.#files?.journal, (line, isResult) => this.#link.sendLine(line, isResult));
    this.#attachments = new AttachmentStore(this.#files?.attachments, (file, content) =>
      this.#link.sendContent(file, content),
    );
    this.#mapping = prepareMapping(settings, host.framework.name);
    this.#writer = new RecordWriter(this.#mapping, this.#journal, this.#attachments);
    const parts = {
      ...{ settings, notes: this.#notes, mapping: this.#mapping, run: this.#run, journal: this.#journal, catalog },
      ...{ link: this.#link, outbox: shown, wrongSettings, print: host.print ?? printLines },
    };
    this.#resultNotes = new ResultNotes(parts);
    this.#end = new SessionEnd(parts, (interrupted) => {
      onClosed();
      this.#notes.guard('ending', () => this.#reruns.close(interrupted));
    });
    const line = (isRerun = host.isRerun === true) =>
      firstLine(
        { ...host, isRerun },
        settings,
        this.#run,
        startedAt,
        this.#mapping,
        reportInJournal(tasks.report, this.#files),
      );
    this.#journal.append(line());
    this.#reruns = new SessionReruns(host, settings, files, parts, () => line(true));
    catalog?.begin(this.#reruns.suite, this.selection === undefined ? startedAt : 0);
    if (trouble !== undefined) this.#notes.warn(trouble);
    addOpenSession(this.#end);
  }

  get keepsOutput(): boolean {
    return this.#output !== 'none';
  }

  get isKept(): boolean {
    return this.settings.keepDelivered > 0;
  }

  get channelDirectory(): string | undefined {
    return this.#files?.channel;
  }

  get selection(): Selection | undefined {
    return this.#reruns.selection;
  }

  provisional(record: TestRecord, earlier?: ProvisionalResult): ProvisionalResult {
    let provisional: ProvisionalResult = { record, key: earlier?.key, inFile: undefined };
    if (this.#end.isClosed || this.#reruns.leavesOut(record)) return provisional;
    this.#notes.guard('recording an attempt', () => {
      if (earlier?.key === undefined && this.#reruns.withholds(record)) this.#reruns.keep(record);
      else provisional = this.#writer.provisional(record, earlier);
    });
    return provisional;
  }

  record(record: TestRecord, provisional?: ProvisionalResult): RecordedResult | undefined {
    return this.#recorded(record, provisional?.key, () => this.#writer.result(record, provisional));
  }

  settle(provisional: ProvisionalResult): RecordedResult | undefined {
    return this.#recorded(provisional.record, provisional.key, () => this.#writer.settle(provisional));
  }

  correct(record: TestRecord, first: RecordedResult): RecordedResult | undefined {
    return this.#recorded(record, undefined, () => this.#writer.correct(record, first), first);
  }

  keep(path: string, owned: boolean): KeptFile | undefined {
    if (this.#end.isClosed) return undefined;
    return ifPossible(() => this.#attachments.keep(path, owned ? 'link' : 'copy'));
  }

  masked(kept: KeptFile, contentType: string, redaction: FileRedaction): KeptFile | undefined {
    return ifPossible(() => this.#attachments.masked(kept, contentType, redaction));
  }

  output(printed: Printed | undefined, status: TestStatus, whose?: string): PrintedAttachment | undefined {
    return printed && ifPossible(() => printedAttachment(printed, status, this.#output, whose, this.#mapping));
  }

  plan(tests: readonly PlannedTest[], complete: boolean): void {
    if (this.#end.isClosed || !('create' in this.#run) || this.#run.create.testPoints !== 'from-tests') return;
    this.#notes.guard(planningTestPoints, () => {
      const testPoints = plannedPoints(tests, this.settings);
      this.#journal.append({ kind: 'plan', testPoints, complete });
    });
  }

  problem(title: string, detail?: string): void {
    const clean = (text: string) => mask(plain(text), this.#mapping);
    this.#notes.problem(clean(title), detail === undefined ? undefined : clean(detail));
  }

  failedLater(what: string): void {
    if (this.#files === undefined) return;
    const add = ({ journal }: SessionFiles) =>
      ifPossible(() => this.#journal.addLater({ kind: 'note', otherFailure: what }, journal));
    if (add(this.#files) === undefined) add(deliveredFiles(this.#files.directory));
  }

  notice(text: string): void {
    this.#notes.notice(mask(plain(text), this.#mapping));
  }

  leftUnrun(file?: string, project?: string): void {
    this.#reruns.leftUnrun(file, project);
  }

  beforeEnd(callback: (signal: NodeJS.Signals | undefined) => void): void {
    this.#end.beforeEnd(callback);
  }

  watchSignals(signals: readonly EndingSignal[] = ENDING_SIGNALS): void {
    this.#end.watchSignals(signals);
  }

  close(end?: { interrupted?: boolean }): void {
    this.#end.close(end?.interrupted === true);
  }

  afterEnd(callback: () => void): void {
    this.#end.afterEnd(callback);
  }

  closeNow(end?: { interrupted?: boolean }): void {
    this.#end.beginEnd(undefined, end?.interrupted === true);
    this.#end.awaitEnd();
  }

  /**
   * @param key of its provisional result
   * @param first the result that this one corrects
   */
  #recorded(
    record: TestRecord,
    key: number | undefined,
    write: () => WrittenLine,
    first?: RecordedResult,
  ): RecordedResult | undefined {
    let recorded: RecordedResult | undefined;
    if (this.#end.isClosed || this.#reruns.leavesOut(record)) return recorded;
    this.#notes.guard('recording a result', () => {
      // The result of a test that runs again, or did: `exec` delivers it.
      if (first === undefined && key === undefined && this.#reruns.withholds(record)) {
        const withheld = this.#reruns.withhold(record);
        return withheld && this.#resultNotes.noteTest(record, withheld.written);
      }
      const { line, written } = write();
      this.#reruns.note(record);
      recorded = { line, outcome: written.outcome, isFlaky: written.isFlaky, times: timesOf(record) };
      if (first === undefined) this.#resultNotes.noteResult(record, written);
      else this.#resultNotes.noteCorrection(written, first);
    });
    return recorded;
  }

  /** Writes a note for the report. Notes after the journal's end appear only in the summary. */
  #writeNote(note: Note): void {
    if (!this.#end.isClosed) this.#journal.append({ kind: 'note', ...note });
  }
}

function ifPossible<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

function timesOf({ attempts }: TestRecord): RecordedResult['times'] {
  const { startedAt, endedAt, duration } = attempts[attempts.length - 1] ?? {};
  return { startedAt, endedAt, duration };
}
