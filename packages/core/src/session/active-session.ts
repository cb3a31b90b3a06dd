import { relative } from 'node:path';
import type { DeliveryEnd } from '../delivery/protocol.js';
import type { KeptFile, TestRecord } from '../model.js';
import { AttachmentStore } from '../outbox/attachments.js';
import { Catalog } from '../outbox/catalog.js';
import { encodeEntry, JOURNAL_FORMAT, type RunIntent } from '../outbox/entries.js';
import { Journal } from '../outbox/journal.js';
import { createSession, type SessionFiles } from '../outbox/outbox.js';
import { waitingIn } from '../outbox/waiting.js';
import { type Mapping, mask, prepareMapping } from '../result/mapping.js';
import { plain } from '../result/text.js';
import type { Settings, TestPointSetting } from '../settings/settings.js';
import { VERSION } from '../version.js';
import { DeliveryLink } from './delivery-link.js';
import { DuplicateIds } from './duplicate-ids.js';
import { printLines, printLinesNow, terminalPalette } from './print.js';
import { RecordWriter } from './record-writer.js';
import { finishOf, runIntent } from './run-intent.js';
import type { Session, SessionEnd, SessionHost } from './session.js';
import { SessionNotes } from './session-notes.js';
import { summaryLines } from './summary.js';

const { now } = Date;
const cwd = process.cwd();

/** What an exiting process waits for delivery at the most, milliseconds. */
const EXIT_PATIENCE = 4_500;
/** What looking at what earlier sessions have left may cost a suite, milliseconds. */
const LOOK_PATIENCE = 200;

/** A session that reports: maps, journals, and lets the delivery thread do the rest. */
export class ActiveSession implements Session {
  readonly active = true;
  readonly settings: Settings;
  #notes = new SessionNotes();
  #run: RunIntent;
  #files: SessionFiles | undefined;
  #outbox: string | undefined;
  #link: DeliveryLink;
  #journal: Journal;
  #attachments: AttachmentStore;
  #mapping: Mapping;
  #writer: RecordWriter;
  #catalog: Catalog | undefined;
  #duplicates = new DuplicateIds();
  #beforeExit: (() => void)[] = [];
  /** Nothing is recorded any more. */
  #isClosed = false;
  /** The summary is printed, or about to be. */
  #isConcluded = false;
  #closing: Promise<SessionEnd> | undefined;
  #onExit = () => this.#closeAtExit();

  /** @param outboxes folders to keep the session in, the best first */
  constructor(host: SessionHost, settings: Settings, outboxes: readonly (() => string)[]) {
    this.settings = settings;
    this.#run = runIntent(settings, host.shard !== undefined && host.shard.total > 1);
    this.#openOutbox(outboxes, host.framework);
    this.#link = new DeliveryLink(this.#files, settings);
    this.#journal = new Journal(this.#files?.journal, (line) => this.#link.sendLine(line));
    this.#attachments = new AttachmentStore(this.#files?.attachments, (file, content) =>
      this.#link.sendContent(file, content),
    );
    this.#mapping = prepareMapping(settings, host.framework);
    this.#writer = new RecordWriter(this.#mapping, this.#journal, this.#attachments);
    this.#journal.append(firstLine(host, settings, this.#run));
    // First of all: Vitest 3 ends the process in a listener of its own, and those after it are not called.
    process.prependListener('exit', this.#onExit);
  }

  get channelDirectory(): string | undefined {
    return this.#files?.channel;
  }

  attempt(record: TestRecord): void {
    if (this.#isClosed) return;
    this.#notes.guard('recording an attempt', () => this.#writer.attempt(record));
  }

  record(record: TestRecord): void {
    if (this.#isClosed) return;
    this.#notes.guard('recording a result', () => {
      const { outcome, externalId, configurationId, warnings } = this.#writer.result(record);
      this.#notes.count(outcome);
      for (let index = 0; index < warnings.length; index++) this.#notes.warn(warnings[index] ?? '');
      if (record.externalId !== undefined || !isPathForm(this.settings.externalId)) {
        const duplicate = this.#duplicates.check(externalId, configurationId, record);
        if (duplicate !== undefined) this.#notes.warn(duplicate);
      }
      this.#catalog?.add(externalId, record);
    });
  }

  keep(path: string, owned: boolean): KeptFile | undefined {
    try {
      return this.#isClosed ? undefined : this.#attachments.keep(path, owned ? 'link' : 'copy');
    } catch {
      return undefined;
    }
  }

  plan(tests: { project?: string; testCases: number[] }[], complete: boolean): void {
    if (this.#isClosed || !('create' in this.#run) || this.#run.create.testPoints !== 'from-tests') return;
    this.#notes.guard('planning the test points', () => {
      const testPoints: TestPointSetting[] = [];
      for (const { project, testCases } of tests) {
        const own = project === undefined ? undefined : this.settings.configurations[project];
        const configurationGlobalId = own === undefined ? this.settings.configurationGlobalId : own.globalId;
        if (configurationGlobalId === undefined) continue;
        for (const testCaseGlobalId of testCases) testPoints.push({ configurationGlobalId, testCaseGlobalId });
      }
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

  beforeExit(callback: () => void): void {
    this.#beforeExit.push(callback);
  }

  close(end?: { interrupted?: boolean }): Promise<SessionEnd> {
    this.#closing ??= this.#close(end?.interrupted === true);
    return this.#closing;
  }

  closeNow(end?: { interrupted?: boolean }): void {
    this.#end(end?.interrupted === true);
    this.#concludeNow();
  }

  async #close(interrupted: boolean): Promise<SessionEnd> {
    this.#end(interrupted);
    const delivery = await this.#link.close(this.settings.closeTimeout);
    if (this.#conclude()) printLines(this.#summary(delivery));
    const isDelivered = delivery !== undefined && delivery.left === 0 && delivery.state.refused === 0;
    return { failRun: this.settings.onUndelivered === 'fail' && !isDelivered };
  }

  /** The process exits, and nobody has closed the session or waits for it to close. */
  #closeAtExit(): void {
    if (!this.#isClosed) {
      for (const callback of this.#beforeExit) this.#notes.guard('ending', callback);
      this.#end(false);
    }
    this.#concludeNow();
  }

  #concludeNow(): void {
    if (!this.#conclude()) return;
    printLinesNow(this.#summary(this.#link.closeNow(Math.min(this.settings.closeTimeout, EXIT_PATIENCE))));
  }

  /** True once: for whoever prints the summary. */
  #conclude(): boolean {
    if (this.#isConcluded) return false;
    process.removeListener('exit', this.#onExit);
    this.#isConcluded = true;
    return true;
  }

  #end(interrupted: boolean): void {
    if (this.#isClosed) return;
    this.#journal.append(encodeEntry({ kind: 'end', finish: finishOf(this.settings.finish, this.#run, interrupted) }));
    this.#isClosed = true;
    this.#journal.close();
    this.#catalog?.write();
  }

  #openOutbox(outboxes: readonly (() => string)[], framework: string): void {
    const troubles: string[] = [];
    for (const place of outboxes) {
      try {
        const outbox = place();
        this.#files = createSession(outbox, framework);
        this.#outbox = outbox;
        this.#catalog = new Catalog(outbox);
        break;
      } catch (error) {
        troubles.push(error instanceof Error ? error.message : String(error));
      }
    }
    if (troubles.length === 0) return;
    const instead = this.#outbox === undefined ? 'delivered from memory only' : `kept in ${this.#outbox}`;
    this.#notes.warn(`The outbox can't be written to (${troubles[0]}); results are ${instead}`);
  }

  #summary(delivery: DeliveryEnd | undefined): string[] {
    const { failure } = this.#link;
    if (failure !== undefined) this.problem('The delivery thread failed and was started again', failure);
    const { directory } = this.#files ?? {};
    const { unwritten = 0, lost = 0 } = delivery ?? {};
    if (directory !== undefined && unwritten > 0) {
      this.#notes.warn(
        `The outbox could not be written to any more (a full disk?): delivered from memory from then on`,
      );
    }
    const { counts, recorded, problems, warnings, notices } = this.#notes;
    return summaryLines(
      {
        ...{ counts, recorded, problems, warnings, notices, delivery },
        lost: this.#journal.lost + (directory === undefined ? 0 : lost),
        runUrl: this.settings.runUrl,
        outbox: directory === undefined ? undefined : asTyped(directory),
        waiting: this.#outbox === undefined ? undefined : waitingIn([this.#outbox], directory, LOOK_PATIENCE),
        needsRun: 'none' in this.#run,
      },
      terminalPalette(),
    );
  }
}

function firstLine(host: SessionHost, settings: Settings, run: RunIntent): string {
  const { framework, frameworkVersion } = host;
  const { finish, api, resultsBody, testPlanGlobalId } = settings;
  return encodeEntry({
    kind: 'session',
    format: JOURNAL_FORMAT,
    tool: `testpoint ${VERSION}`,
    ...{ framework, frameworkVersion },
    startedAt: now(),
    run,
    finish,
    wire: { api, resultsBody, ...(testPlanGlobalId !== undefined && { testPlanGlobalId }) },
  });
}

/** Ids in the path form can't be equal, unless a test names its own. */
function isPathForm(externalId: Settings['externalId']): boolean {
  return externalId === 'path' || externalId === 'hash';
}

/** A folder as a user would type it. */
function asTyped(path: string): string {
  const short = relative(cwd, path);
  return short === '' || short.startsWith('..') ? path : short;
}
