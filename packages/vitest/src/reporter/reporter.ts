import { mkdirSync } from 'node:fs';
import type { TestpointOptions } from '@testpoint/core';
import {
  ChannelReader,
  guard,
  isLoadedByOther,
  openSession,
  printLines,
  reportFilesLeft,
  type Session,
  type WhyNotRun,
} from '@testpoint/core/adapter';
import { CHANNEL_VARIABLE } from '@testpoint/core/test-api';
import { hosts } from '@testpoint/frameworks';
import type {
  Reporter,
  SerializedError,
  TestCase,
  TestModule,
  TestProject,
  TestRunEndReason,
  TestSpecification,
  TestSuite,
  Vitest,
} from 'vitest/node';
import { vitest as description } from '../description.js';
import { headline } from './errors.js';
import { Filters } from './filters.js';
import { Interruption } from './interruption.js';
import type { AttachedFile } from './kept-files.js';
import { exitedEarly, optionsBesideReporter } from './messages.js';
import { hasOptionsBeside, hasThresholds, isRerun, offIn, writesCiSummary } from './modes.js';
import { ModuleResults, type RunContext } from './module-results.js';
import { type ConsoleText, PrintedTexts } from './printed-texts.js';
import { filesLeft, forwardWarning, lossOf, nothingRan, reportErrors, reportUnhandled, watchEnd } from './problems.js';
import * as why from './result-messages.js';
import { addSetupFile, dropUnusableSetupFile, openPages } from './setup-file.js';

/**
 * Sends the results of a Vitest run to the service: `reporters: ['default', '@testpoint/vitest']`. None of its callbacks
 * throws or returns a rejected promise, because Vitest would treat that as a failed run.
 */
export class TestpointReporter implements Reporter {
  readonly #options: unknown;
  #vitest: Vitest | undefined;
  #session: Session | undefined;
  #run: RunContext | undefined;
  #interruption: Interruption | undefined;
  #specifications: readonly TestSpecification[] = [];
  /** Running modules, by id. */
  readonly #modules = new Map<string, ModuleResults>();
  /** Modules of this run that have ended. Vitest may announce a type check again. */
  #ended = new WeakSet<TestModule>();

  constructor(options: TestpointOptions = {}) {
    this.#options = options;
    isLoadedByOther(description, hosts, options);
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
    this.#guard('onInit', () => {
      if (hasOptionsBeside(vitest.config.reporters)) printLines([optionsBesideReporter]);
      const session = this.#open(vitest);
      if (session.active) addSetupFile(vitest, session);
    });
  }

  onBrowserInit(project: TestProject): void {
    this.#guard('onBrowserInit', () => {
      if (this.#session?.active) openPages(project, this.#session);
    });
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    this.#guard('onTestRunStart', () => {
      const vitest = this.#vitest;
      if (vitest === undefined) return;
      // In watch mode, each run has its own session.
      const session = this.#session ?? this.#open(vitest);
      if (!session.active) return;
      this.#specifications = specifications;
      this.#ended = new WeakSet();
      const { config } = vitest;
      this.#run = {
        session,
        idRoot: config.root,
        filters: new Filters(vitest.version, specifications),
        channel: session.channelDirectory === undefined ? undefined : new ChannelReader(session.channelDirectory),
        printed: new PrintedTexts(),
        bails: (config.bail ?? 0) > 0,
        isMerged: Boolean(config.mergeReports),
      };
      this.#interruption = new Interruption(vitest, () => this.#giveUp());
      this.#interruption.listen();
    });
    if (this.#vitest !== undefined && this.#run !== undefined) {
      await dropUnusableSetupFile(this.#vitest, this.#run.session).catch(() => undefined);
    }
  }

  onTestModuleCollected(module: TestModule): void {
    this.#guard('onTestModuleCollected', () => {
      if (this.#run === undefined || this.#ended.has(module)) return;
      const results = this.#modules.get(module.id) ?? new ModuleResults(module, this.#run);
      this.#modules.set(module.id, results);
      results.collect();
    });
  }

  onTestCaseReady(test: TestCase): void {
    this.#guard('onTestCaseReady', () => this.#modules.get(test.module.id)?.begin(test));
  }

  onTestCaseResult(test: TestCase): void {
    this.#guard('onTestCaseResult', () => this.#modules.get(test.module.id)?.end(test, this.#whyPending()));
  }

  onTestCaseAnnotate(test: TestCase, { attachment }: { attachment?: AttachedFile }): void {
    this.#guard('onTestCaseAnnotate', () => this.#modules.get(test.module.id)?.keep(test, [attachment]));
  }

  onTestCaseArtifactRecord(test: TestCase, { attachments = [] }: { attachments?: readonly AttachedFile[] }): void {
    this.#guard('onTestCaseArtifactRecord', () => this.#modules.get(test.module.id)?.keep(test, attachments));
  }

  onUserConsoleLog(log: ConsoleText): void {
    this.#guard('onUserConsoleLog', () => {
      if (this.#run?.session.keepsOutput) this.#run.printed.add(log);
    });
  }

  onTestSuiteResult(suite: TestSuite): void {
    this.#guard('onTestSuiteResult', () => {
      this.#modules.get(suite.module.id)?.endSuite(suite);
      this.#reportErrors(suite);
    });
  }

  onTestModuleEnd(module: TestModule): void {
    this.#guard('onTestModuleEnd', () => {
      this.#modules.get(module.id)?.close(this.#whyPending());
      this.#modules.delete(module.id);
      this.#ended.add(module);
      this.#reportErrors(module);
    });
  }

  /** Returns at once. Vitest ends as it would without us, and its process waits for delivery when it exits. */
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[], reason: TestRunEndReason): void {
    this.#end(modules, errors, reason);
  }

  /** Called if the run was canceled and does not end. */
  #giveUp(): void {
    this.#end(this.#vitest?.state.getTestModules() ?? [], [], 'interrupted');
  }

  #open(vitest: Vitest): Session {
    const { config } = vitest;
    const session = openSession({
      framework: description,
      hosts,
      frameworkVersion: vitest.version,
      run: vitest,
      idRoot: config.root,
      options: this.#options,
      ...(config.shard && { shard: { current: config.shard.index, total: config.shard.count } }),
      ...offIn(vitest),
      isRerun: isRerun(vitest),
      ...(hasThresholds(vitest) && { otherFailure: 'coverage thresholds' }),
      writesCiSummary: writesCiSummary(vitest as { reporters?: unknown }),
    });
    this.#session = session;
    if (session.channelDirectory !== undefined) {
      mkdirSync(session.channelDirectory, { recursive: true, mode: 0o700 });
      process.env[CHANNEL_VARIABLE] = session.channelDirectory;
    }
    session.beforeEnd(() => this.#guard('the exit', () => this.#exit()));
    return session;
  }

  #end(modules: readonly TestModule[], errors: readonly SerializedError[], reason: TestRunEndReason): void {
    const run = this.#run;
    if (run === undefined) return;
    const { session } = run;
    const interrupted = this.#isCancelled;
    this.#guard('onTestRunEnd', () => {
      this.#closeModules(errors);
      // Vitest 3 does not announce the end of a file that can't be loaded.
      for (const module of modules) if (!this.#ended.has(module)) this.#reportErrors(module);
      reportUnhandled(session, errors, this.#vitest?.config.dangerouslyIgnoreUnhandledErrors === true);
      const hasNothing = modules.length === 0 && errors.length === 0;
      if (reason !== 'passed' && hasNothing) session.problem(nothingRan(this.#specifications));
      else this.#reportFilesLeft(run, modules, this.#whyPending(undefined, why.endedEarly));
      run.channel?.read((message) => forwardWarning(session, message));
    });
    this.#run = undefined;
    this.#session = undefined;
    this.#specifications = [];
    session.close({ interrupted });
    if (this.#vitest !== undefined) watchEnd(this.#vitest, session);
    this.#interruption?.release();
  }

  /** The process exits before Vitest has ended the run. */
  #exit(): void {
    this.#closeModules([], why.exited);
    if (this.#run === undefined) return;
    const words = this.#isCancelled ? this.#whyPending() : exitedEarly;
    this.#reportFilesLeft(this.#run, this.#vitest?.state.getTestModules() ?? [], words);
  }

  /** In a shard, the specifications include the files of other shards, so files that never began are not counted. */
  #reportFilesLeft({ session, idRoot }: RunContext, modules: readonly TestModule[], why: string): void {
    const specifications = this.#vitest?.config.shard ? [] : this.#specifications;
    reportFilesLeft(session, filesLeft(modules, specifications, idRoot), why);
  }

  /** Closes the modules that Vitest never ended. */
  #closeModules(errors: readonly SerializedError[], otherwise?: WhyNotRun): void {
    for (const results of this.#modules.values()) {
      results.close(this.#whyPending(lossOf(results.moduleId, errors), otherwise));
    }
    this.#modules.clear();
  }

  /** Canceled by a signal, or by a key in watch mode. Vitest itself cancels a run that bails. */
  get #isCancelled(): boolean {
    if (this.#interruption?.isInterrupted) return true;
    const { isCancelling } = (this.#vitest ?? {}) as { isCancelling?: boolean };
    return isCancelling === true && this.#run?.bails !== true;
  }

  #whyPending(error?: unknown, otherwise: WhyNotRun = why.neverEnded): WhyNotRun {
    if (this.#isCancelled) return why.interrupted;
    if (error !== undefined) return why.lost(headline(error));
    return this.#run?.bails ? why.bailed : otherwise;
  }

  #reportErrors(task: TestSuite | TestModule): void {
    if (this.#run !== undefined) reportErrors(this.#run.session, task, this.#run.idRoot);
  }

  #guard(callback: string, act: () => void): void {
    guard(`handling ${callback}`, act, (title, detail) => this.#session?.problem(title, detail));
  }
}
