import { basename } from 'node:path';
import { guard, reportFilesLeft, type Session, TestLedger, type WhyNotRun } from '@testpoint/core/adapter';
import { append, join, slice } from '@testpoint/core/built-ins';
import { CHANNEL_VARIABLE, now } from '@testpoint/core/test-api';
import { OWNER_VARIABLE } from '../in-test/process.js';
import { errorRecord } from './errors.js';
import * as say from './messages.js';
import { type EventData, failureOf, type NodeEvent } from './node-events.js';
import { Observed } from './observed.js';
import * as why from './result-messages.js';
import { type TestFile, TestFiles } from './test-files.js';
import { TestNode } from './test-node.js';
import { TestNodes } from './test-nodes.js';
import { Unobserved } from './unobserved.js';

/** How much of what a process prints is searched for its error, characters. */
const PRINTED_LIMIT = 20_000;

/** One run, from its first event to the closed session. */
export class Reporting {
  readonly #session: Session;
  readonly #ledger: TestLedger<TestNode>;
  readonly #files = new TestFiles();
  readonly #nodes = new TestNodes();
  /** The latest test in Node's report, which its diagnostics follow. */
  #latest: TestNode | undefined;
  #hasEnded = false;
  readonly #observed: Observed | undefined;
  /** Undefined if there is no channel. */
  readonly #unobserved: Unobserved | undefined;
  #hasTests = false;
  /** Warnings that a missing setup file may have caused. */
  readonly #doubtful: string[] = [];

  constructor(session: Session) {
    this.#session = session;
    this.#ledger = new TestLedger(session);
    const { channelDirectory } = session;
    if (channelDirectory !== undefined) {
      this.#observed = new Observed(channelDirectory, ({ text, lacksSetup }) => {
        if (lacksSetup) append(this.#doubtful, text);
        else session.notice(text);
      });
      this.#unobserved = new Unobserved(this.#observed, (node) => this.#record(node));
      process.env[CHANNEL_VARIABLE] = channelDirectory;
      process.env[OWNER_VARIABLE] = String(process.pid);
    }
    session.beforeEnd((signal) => this.#cutShort(signal));
    session.watchSignals();
  }

  handle({ type, data }: NodeEvent): void {
    guard(
      `handling "${type}"`,
      () => this.#handle(type, data),
      (title, detail) => this.#session.problem(title, detail),
    );
  }

  conclude(): void {
    this.#hasEnded = true;
    guard(
      'ending',
      () => this.#finish(why.notRun),
      (title, detail) => this.#session.problem(title, detail),
    );
    for (const name of [CHANNEL_VARIABLE, OWNER_VARIABLE]) delete process.env[name];
  }

  #handle(type: string, data: EventData): void {
    switch (type) {
      case 'test:enqueue':
        if (this.#files.isFile(data)) this.#files.enter(data);
        else this.#nodes.add(this.#fileOf(data), data);
        break;
      case 'test:dequeue':
        if (this.#files.isFile(data)) this.#files.enter(data).hasBegun = true;
        else this.#nodes.begin(this.#fileOf(data), data);
        break;
      case 'test:complete':
        if (this.#files.isFile(data)) this.#endFile(this.#files.enter(data), data);
        else this.#end(this.#nodes.end(data));
        break;
      case 'test:start':
        if (this.#files.isFile(data)) this.#files.report(data);
        else this.#start(this.#nodes.start(this.#fileOf(data), data));
        break;
      case 'test:pass':
      case 'test:fail':
        if (this.#files.isFile(data)) this.#recordFile(this.#files.enter(data), data);
        else this.#report(this.#nodes.report(data));
        break;
      case 'test:diagnostic':
        this.#diagnosed(data);
        break;
      case 'test:stderr':
        this.#printed(data);
        break;
    }
  }

  #fileOf(data: EventData, file = this.#files.of(data)): TestFile {
    file.hasTests = true;
    this.#hasTests = true;
    file.printed = '';
    return file;
  }

  /** Those of the run follow the last test, and have another place or none: late errors, or too little coverage. */
  #diagnosed({ line, column, message = '' }: EventData): void {
    const latest = this.#latest;
    if (latest !== undefined && line === latest.data.line && column === latest.data.column)
      append(latest.diagnostics, message);
    else if (slice(message, 0, 7) === 'Error: ') this.#session.problem(message);
  }

  #printed(data: EventData): void {
    const file = this.#files.printing(data);
    if (file !== undefined && !file.hasTests && file.printed.length < PRINTED_LIMIT) file.printed += data.message ?? '';
  }

  #end(node: TestNode | undefined): void {
    if (node === undefined) return;
    // Node 20 holds back what a file says until the files before it have ended.
    if (!node.file.hasEnded) node.endedAt = now();
    if (node.isSuite) return;
    const record = node.toRecord();
    if (record !== undefined) this.#ledger.announced(node, record);
  }

  #start(node: TestNode): void {
    this.#settleLatest();
    this.#hasTests ||= !node.isSuite;
  }

  #report(node: TestNode | undefined): void {
    this.#settleLatest();
    this.#latest = node;
    if (node === undefined || node.isSuite) return;
    if (this.#files.areShared) this.#findFile(node);
    node.number = node.file.numbers.next(node.titlePath);
  }

  /** A test that did not begin is of the file of its suite. */
  #findFile(node: TestNode): void {
    const path = node.key === undefined ? undefined : this.#observed?.fileOf(node.key);
    const file = path === undefined ? node.parent?.file : this.#files.own(path);
    if (file === undefined) return;
    for (let one: TestNode | undefined = node; one !== undefined; one = one.parent) one.file = file;
  }

  /** Once its diagnostics have arrived. A test that was cancelled waits for the failure of its suite. */
  #settleLatest(): void {
    const node = this.#latest;
    this.#latest = undefined;
    if (node === undefined) return;
    if (node.isCancelled && node.parent !== undefined) {
      append(node.parent.waiting, node);
      for (const one of node.waiting) append(node.parent.waiting, one);
      return;
    }
    const failure = failureOf(node.data);
    if (node.isSuite && failure !== undefined) this.#suiteFailed(node);
    for (const one of node.waiting) {
      if (failure !== undefined && failure.failureType !== 'subtestsFailed')
        one.whyNotRun ??= why.suiteFailed(node.data.name, errorRecord(failure).message);
      this.#settle(one);
    }
    this.#settle(node);
  }

  #settle(node: TestNode): void {
    if (node.isSuite) return;
    if (this.#unobserved === undefined) this.#record(node);
    else this.#unobserved.add(node);
  }

  #record(node: TestNode): void {
    const record = node.toRecord();
    if (record !== undefined) this.#ledger.settle(node, record);
  }

  /** Not because of its tests, but because of its function, a hook, or its time limit. */
  #suiteFailed(node: TestNode): void {
    const failure = failureOf(node.data);
    if (failure?.failureType === 'subtestsFailed' || failure?.failureType === 'cancelledByParent') return;
    const place = `${node.file.name} > ${join(node.titlePath, ' > ')}`;
    this.#session.problem(say.suiteFailed(place), errorRecord(failure).message);
  }

  #endFile(file: TestFile, data: EventData): void {
    file.hasEnded = true;
    this.#unobserved?.settle(file, true);
    const failure = failureOf(data);
    if (failure === undefined || (failure.exitCode ?? failure.signal) === undefined) return;
    file.endedBy = why.endedBy(failure.signal, failure.exitCode);
    file.hasFailedItself = failure.failureType === 'testCodeFailure';
  }

  /** A file without tests is a test. What it has printed, and all that Node knows of its tests, arrives before this. */
  #recordFile(file: TestFile, data: EventData): void {
    this.#settleProcess(file);
    if (file.hasTests) return;
    const failure = failureOf(data);
    const node = new TestNode(file, { ...data, name: basename(file.name) }, undefined);
    node.hasBegun = true;
    node.hasEnded = true;
    node.endedAt = now();
    const record = node.toRecord();
    if (record === undefined) return;
    const [attempt] = record.attempts;
    if (attempt !== undefined && failure !== undefined)
      attempt.errors = [printedError(file.printed, failure.signal, failure.exitCode)];
    this.#ledger.settle(node, record);
  }

  /** No more events about the tests of a file's process arrive. */
  #settleProcess(file: TestFile, reason: WhyNotRun = why.notRun): void {
    const { process, endedBy, hasFailedItself } = file;
    if (this.#observed !== undefined)
      this.#nodes.complete(process, this.#observed, (data) =>
        this.#fileOf(data, process.name === '' ? undefined : file),
      );
    const silent = this.#nodes.silent(process);
    const isCutShort = silent.some(({ hasEnded }) => !hasEnded);
    if (endedBy !== undefined && file.hasTests && (isCutShort || hasFailedItself))
      this.#session.problem(say.fileEnded(file.name, endedBy));
    file.hasFailedItself = false;
    if (silent.length === 0) return;
    this.#settleLatest();
    this.#block(silent, endedBy === undefined ? reason : why.processEnded(endedBy));
  }

  #block(silent: readonly TestNode[], reason: WhyNotRun): void {
    this.#nodes.place(silent);
    for (const node of silent) {
      if (node.isSuite) continue;
      if (!node.hasEnded) node.whyNotRun ??= reason;
      node.number = node.file.numbers.next(node.titlePath);
      this.#settle(node);
    }
    this.#nodes.forget(silent);
  }

  #finish(reason: WhyNotRun): void {
    this.#settleLatest();
    this.#settleProcess(this.#files.ofOwnProcess, reason);
    this.#files.each((file) => this.#settleProcess(file, reason));
    this.#files.each((file) => this.#unobserved?.settle(file, true));
    this.#ledger.finish();
    const lacksSetup = this.#unobserved?.hasSeen === false && this.#observed?.isLost === false;
    if (this.#hasTests && lacksSetup) this.#session.notice(say.notRecorded);
    else for (const text of this.#doubtful) this.#session.notice(text);
  }

  #cutShort(signal: string | undefined): void {
    this.#finish(signal === undefined ? why.exited : why.interrupted(signal));
    if (this.#hasEnded) return;
    const text = signal === undefined ? say.exitedEarly : say.interruptedEarly(signal);
    reportFilesLeft(this.#session, this.#files.left(), text);
  }
}

/** The error that a process printed before it ended, or all that it printed. */
function printedError(printed: string, signal: unknown, code: unknown) {
  const how = why.fileEndedBy(why.endedBy(signal, code));
  const at = /^(?:\w*Error\b.*|.*\bError: .*)$/m.exec(printed);
  if (at === null) return { message: printed === '' ? how : `${how}\n${printed.trim()}` };
  return { message: at[0], stack: printed.slice(at.index).trim() };
}
