import { relative } from 'node:path';
import type { Outcome } from '@testpoint/interface/constants';
import type { DeliveryEnd } from '../delivery/protocol.js';
import type { KeptFile, TestRecord } from '../model.js';
import { AttachmentStore } from '../outbox/attachments.js';
import { Catalog } from '../outbox/catalog.js';
import {
  type AttachmentEntry,
  encodeEntry,
  encodeResult,
  JOURNAL_FORMAT,
  type ResultHead,
  type RunIntent,
} from '../outbox/entries.js';
import { Journal } from '../outbox/journal.js';
import { countWaiting, createSession, type SessionFiles } from '../outbox/outbox.js';
import { type Mapping, prepareMapping } from '../result/mapping.js';
import { type MappedResult, toResult } from '../result/to-result.js';
import type { Settings, TestPointSetting } from '../settings/settings.js';
import { VERSION } from '../version.js';
import { DeliveryLink } from './delivery-link.js';
import { DuplicateIds } from './duplicate-ids.js';
import { printLines, printLinesNow, terminalPalette } from './print.js';
import { takeFiles } from './record-files.js';
import { finishOf, runIntent } from './run-intent.js';
import type { Session, SessionEnd, SessionHost } from './session.js';
import { summaryLines } from './summary.js';

const { stringify } = JSON;
const { now } = Date;
const cwd = process.cwd();

/** What an exiting process waits for delivery at the most, milliseconds. */
const EXIT_PATIENCE = 5_000;

/** A session that reports: maps, journals, and lets the delivery thread do the rest. */
export class ActiveSession implements Session {
  readonly active = true;
  readonly settings: Settings;
  #mapping: Mapping;
  #run: RunIntent;
  #files: SessionFiles | undefined;
  #outbox: string | undefined;
  #journal: Journal;
  #attachments: AttachmentStore;
  #catalog: Catalog | undefined;
  #link: DeliveryLink;
  #duplicates = new DuplicateIds();
  /** Keys of tests that have an attempt in the journal and no result yet. */
  #openKeys = new Map<string, number>();
  #lastKey = 0;
  #recorded = 0;
  #counts: Record<Outcome, number> = { Passed: 0, Failed: 0, Blocked: 0, Skipped: 0 };
  #problems: { title: string; detail?: string | undefined }[] = [];
  #warnings = new Set<string>();
  #notices = new Set<string>();
  #beforeExit: (() => void)[] = [];
  #isClosed = false;
  #onExit = () => this.#closeNow();

  /** @param outboxes folders to keep the session in, the best first */
  constructor(host: SessionHost, settings: Settings, outboxes: readonly string[]) {
    this.settings = settings;
    this.#mapping = prepareMapping(settings, host.framework);
    this.#run = runIntent(settings, host.shard !== undefined && host.shard.total > 1);
    this.#openOutbox(outboxes, host.framework);
    const { secretKey, url, userName, requestTimeout, concurrency, batchSize, flushInterval } = settings;
    const { configurations, configurationId, redact, keepDelivered } = settings;
    this.#link = new DeliveryLink(this.#files, {
      ...{
        url,
        secretKey,
        requestTimeout,
        concurrency,
        batchSize,
        flushInterval,
        configurations,
        redact,
        keepDelivered,
      },
      ...(userName !== undefined && { userName }),
      ...(configurationId !== undefined && { configurationId }),
    });
    this.#journal = new Journal(this.#files?.journal, (line) => this.#link.sendLine(line));
    this.#attachments = new AttachmentStore(this.#files?.attachments, (file, content) =>
      this.#link.sendContent(file, content),
    );
    this.#journal.append(
      encodeEntry({
        kind: 'session',
        format: JOURNAL_FORMAT,
        tool: `testpoint ${VERSION}`,
        framework: host.framework,
        frameworkVersion: host.frameworkVersion,
        startedAt: now(),
        run: this.#run,
        finish: settings.finish,
        wire: {
          api: settings.api,
          resultsBody: settings.resultsBody,
          ...(settings.testPlanGlobalId !== undefined && { testPlanGlobalId: settings.testPlanGlobalId }),
        },
      }),
    );
    process.on('exit', this.#onExit);
  }

  get channelDirectory(): string | undefined {
    return this.#files?.channel;
  }

  attempt(record: TestRecord): void {
    this.#guard('recording an attempt', () => {
      const identity = identityOf(record);
      const key = this.#openKeys.get(identity) ?? ++this.#lastKey;
      this.#openKeys.set(identity, key);
      this.#write('attempt', key, record);
    });
  }

  record(record: TestRecord): void {
    this.#guard('recording a result', () => {
      let key: number | undefined;
      if (this.#openKeys.size > 0) {
        const identity = identityOf(record);
        key = this.#openKeys.get(identity);
        if (key !== undefined) this.#openKeys.delete(identity);
      }
      const { body, externalId, configurationId, warnings } = this.#write('result', key, record);
      this.#recorded++;
      this.#counts[body.outcome]++;
      for (let index = 0; index < warnings.length; index++) this.#warnings.add(warnings[index] ?? '');
      if (
        record.externalId !== undefined ||
        (this.settings.externalId !== 'path' && this.settings.externalId !== 'hash')
      ) {
        const duplicate = this.#duplicates.check(externalId, configurationId, record);
        if (duplicate !== undefined) this.#warnings.add(duplicate);
      }
      this.#catalog?.add(externalId, record);
    });
  }

  keep(path: string, owned: boolean): KeptFile | undefined {
    try {
      return this.#isClosed ? undefined : this.#attachments.keep(path, owned);
    } catch {
      return undefined;
    }
  }

  plan(tests: { project?: string; testCases: number[] }[], complete: boolean): void {
    if (!('create' in this.#run) || this.#run.create.testPoints !== 'from-tests') return;
    this.#guard('planning the test points', () => {
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
    this.#problems.push({ title, detail });
  }

  notice(text: string): void {
    this.#notices.add(text);
  }

  beforeExit(callback: () => void): void {
    this.#beforeExit.push(callback);
  }

  async close(end?: { interrupted?: boolean }): Promise<SessionEnd> {
    if (this.#isClosed) return { failRun: false };
    this.#end(end?.interrupted === true);
    const delivery = await this.#link.close(this.settings.closeTimeout);
    printLines(this.#summary(delivery));
    const isDelivered = delivery !== undefined && delivery.left === 0 && delivery.state.refused === 0;
    return { failRun: this.settings.onUndelivered === 'fail' && !isDelivered };
  }

  /** The process exits and nobody has closed the session. */
  #closeNow(): void {
    if (this.#isClosed) return;
    for (const callback of this.#beforeExit) this.#guard('ending', callback);
    this.#end(false);
    printLinesNow(this.#summary(this.#link.closeNow(Math.min(this.settings.closeTimeout, EXIT_PATIENCE))));
  }

  #end(interrupted: boolean): void {
    this.#journal.append(encodeEntry({ kind: 'end', finish: finishOf(this.settings.finish, this.#run, interrupted) }));
    this.#isClosed = true;
    this.#journal.close();
    this.#catalog?.write();
    process.removeListener('exit', this.#onExit);
  }

  #openOutbox(outboxes: readonly string[], framework: string): void {
    const troubles: string[] = [];
    for (const outbox of outboxes) {
      try {
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
    this.#warnings.add(`The outbox can't be written to (${troubles[0]}); results are ${instead}`);
  }

  /** One line in the journal; the attachments' content is in the outbox before. */
  #write(kind: 'attempt' | 'result', key: number | undefined, record: TestRecord): MappedResult {
    takeFiles(record, this.#attachments);
    const mapped = toResult(record, this.#mapping);
    const { externalId, configurationId, configurationGlobalId, body } = mapped;
    const head: ResultHead = { kind } as ResultHead;
    if (key !== undefined) head.key = key;
    if (mapped.attachments.length > 0) head.attachments = this.#store(mapped);
    if (record.testCases !== undefined && record.testCases.length > 0) head.testCases = record.testCases;
    if (configurationId === undefined) head.configurationFor = record.project ?? '';
    head.id = externalId;
    if (configurationId !== undefined) head.configurationId = configurationId;
    if (configurationGlobalId !== undefined) head.configurationGlobalId = configurationGlobalId;
    this.#journal.append(encodeResult(head, stringify(body)));
    return mapped;
  }

  #store({ attachments }: MappedResult): AttachmentEntry[] {
    const entries: AttachmentEntry[] = [];
    for (let index = 0; index < attachments.length; index++) {
      const attachment = attachments[index];
      if (attachment === undefined) continue;
      const { name, contentType, placeholder, kept, body } = attachment;
      // A name that can't be stored is still in the entry: delivery then says in the result why it is missing.
      entries[index] = { file: kept?.file ?? this.#storeBody(name, body ?? ''), name, contentType, placeholder };
    }
    return entries;
  }

  #storeBody(name: string, body: Uint8Array | string): string {
    try {
      return this.#attachments.write(name, body).file;
    } catch (error) {
      this.#warnings.add(`Attachment ${name} could not be kept: ${error instanceof Error ? error.message : 'no room'}`);
      return '';
    }
  }

  #summary(delivery: DeliveryEnd | undefined): string[] {
    if (this.#link.failure !== undefined)
      this.problem('The delivery thread failed and was started again', this.#link.failure);
    const { directory } = this.#files ?? {};
    return summaryLines(
      {
        counts: this.#counts,
        delivery,
        recorded: this.#recorded,
        lost: this.#journal.lost,
        runUrl: this.settings.runUrl,
        problems: this.#problems,
        warnings: [...this.#warnings],
        notices: [...this.#notices],
        outbox: directory === undefined ? undefined : asTyped(directory),
        waiting: this.#outbox === undefined ? 0 : countWaiting(this.#outbox, directory),
        needsRun: 'none' in this.#run,
      },
      terminalPalette(),
    );
  }

  /** An error of ours becomes a line in the summary, never the suite's. */
  #guard(doing: string, action: () => void): void {
    if (this.#isClosed) return;
    try {
      action();
    } catch (error) {
      this.problem(
        `Testpoint failed while ${doing}`,
        error instanceof Error ? (error.stack ?? error.message) : String(error),
      );
    }
  }
}

/** Tells the tests of a session apart, whatever external ids they get. */
function identityOf({ project, file, titlePath, occurrence }: TestRecord): string {
  let identity = `${project ?? ''}\0${file}\0${occurrence ?? 1}`;
  for (let index = 0; index < titlePath.length; index++) identity += `\0${titlePath[index]}`;
  return identity;
}

/** A folder as a user would type it. */
function asTyped(path: string): string {
  const short = relative(cwd, path);
  return short === '' || short.startsWith('..') ? path : short;
}
