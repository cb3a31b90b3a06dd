import { guard, OutputCapture, reportFilesLeft, type Session, type WhyNotRun } from '@testpoint/core/adapter';
import { append, each, workingFolder as idRoot } from '@testpoint/core/built-ins';
import type { ChannelData } from '@testpoint/core/test-api';
import { hookKind } from '../in-test/hook-kind.js';
import { leaveOut } from '../in-test/leave-out.js';
import type { MochaModule } from '../in-test/mocha-module.js';
import type {
  MochaFailedFile,
  MochaHook,
  MochaOptions,
  MochaRunner,
  MochaSuite,
  MochaTest,
} from '../in-test/mocha-types.js';
import { removeOwnFrames } from '../in-test/own-frames.js';
import { numberTests } from '../in-test/test-tree.js';
import { EventTranslator } from './event-translator.js';
import { watchFatalErrors } from './fatal-errors.js';
import * as say from './messages.js';
import { ParallelMode } from './parallel-mode.js';
import * as why from './result-messages.js';
import type { RunMode } from './run-mode.js';
import { SerialMode } from './serial-mode.js';
import { stackFilterOf } from './stack-filter.js';
import { plannedTestCases } from './suite-tree.js';

/** The events that end a test's output. */
const ENDS = ['pass', 'fail', 'pending', 'retry'] as const;

type Failed = MochaTest | MochaHook | MochaFailedFile;

/** One run from its first event to the closed session. */
export class Reporting {
  readonly #session: Session;
  readonly #runner: MochaRunner;
  readonly #options: MochaOptions;
  readonly #mode: RunMode;
  readonly #translator: EventTranslator;
  readonly #doubtful: string[] = [];
  /** Output of the running test, if wanted. */
  #output: OutputCapture | undefined;
  #failures = 0;
  #hasTests = false;
  #hasEnded = false;
  /** Only in parallel mode. */
  #hasBailed = false;

  /** @param mocha the Mocha that runs */
  constructor(session: Session, runner: MochaRunner, options: MochaOptions, mocha: MochaModule | undefined) {
    this.#session = session;
    this.#runner = runner;
    this.#options = options;
    const Mode = runner.isParallelMode?.() === true ? ParallelMode : SerialMode;
    this.#mode = new Mode(session, runner, idRoot, (warning) => this.#warned(warning));
    this.#translator = new EventTranslator({
      ...{ session, idRoot, mode: this.#mode },
      failsAffectedTests: options.failHookAffectedTests === true,
      filterStack: stackFilterOf(options.fullTrace === true ? undefined : mocha),
      leftOver: (suite) => this.#whyLeftOver(suite),
    });
    this.#prepare();
    this.#listen();
    session.beforeEnd((signal) => this.#cutShort(signal));
    session.watchSignals();
    if (options.allowUncaught === true) watchFatalErrors(session, runner, false);
  }

  /** Reports the remaining tests. @param failures Mocha's count */
  conclude(failures: number): void {
    this.#guard('ending', () => {
      this.#mode.readRest?.();
      this.#nameRedWithoutTest(failures);
      this.#translator.finish(this.#hasEnded ? this.#whyLeftOver() : why.notBegun);
      if (this.#hasTests && !this.#mode.hasSeen) {
        this.#session.notice(say.notRecorded(this.#mode.unseen));
      } else {
        each(this.#doubtful, (text) => this.#session.notice(text));
      }
    });
  }

  /** Mocha may end right after this. Its process waits for delivery when it exits. */
  close(): void {
    this.#session.close();
    this.#guard('closing', () => this.#mode.end());
  }

  #listen(): void {
    const translator = this.#translator;
    if (this.#session.keepsOutput) each(ENDS, (event) => this.#on(event, () => this.#output?.end()));
    this.#on('start', () => {
      this.#plan();
      this.#watchOutput();
    });
    // With `--delay`, more tests have been added since.
    this.#on('ready', () => this.#prepare());
    this.#on('suite', (suite: MochaSuite) => translator.suiteBegan(suite));
    this.#on('suite end', (suite: MochaSuite) => translator.suiteEnded(suite));
    this.#on('hook', (hook: MochaHook) => translator.hookBegan(hook));
    this.#on('hook end', (hook: MochaHook) => {
      if (isOutsideBody(hook)) this.#output?.end();
      translator.hookEnded(hook);
    });
    this.#on('test', (test: MochaTest) => {
      this.#hasTests = true;
      translator.testBegan(test);
    });
    this.#on('pass', (test: MochaTest) => translator.testPassed(test));
    this.#on('fail', (failed: Failed, error: unknown) => this.#fail(failed, error));
    this.#on('pending', (test: MochaTest) => translator.testSkipped(test));
    this.#on('retry', (test: MochaTest, error: unknown) => translator.testRetried(test, error));
    // In parallel mode this is called several times.
    this.#on('end', () => {
      if (!this.#hasEnded) watchFatalErrors(this.#session, this.#runner, true);
      this.#hasEnded = true;
    });
  }

  /** In parallel mode, the setup file does it in each worker. */
  #prepare(): void {
    if (!this.#mode.live) return;
    numberTests(this.#runner.suite);
    if (this.#session.selection !== undefined) leaveOut(this.#runner, this.#session.selection);
  }

  #fail(failed: Failed, error: unknown): void {
    this.#failures++;
    // Our frames may be in an error that Mocha created, for a thrown non-error or for a test that called done() twice.
    removeOwnFrames(error);
    if (failed.type === 'hook') this.#translator.hookFailed(failed, error);
    else if (failed.type === 'test') this.#translator.testFailed(failed, error);
    else this.#translator.fileFailed(failed, error);
  }

  /**
   * Without the setup file, every call looks like one outside of tests. Such warnings wait until we know whether the setup
   * file is loaded.
   */
  #warned({ text, lacksSetup }: ChannelData['warning']): void {
    if (lacksSetup) append(this.#doubtful, text);
    else this.#session.notice(text);
  }

  /** Serial mode knows all tests now, but not the test cases that they will name while they run. */
  #plan(): void {
    if (!this.#mode.live || this.#session.settings?.testPoints !== 'from-tests') return;
    const { tests, complete } = plannedTestCases(this.#runner);
    this.#session.plan(tests, complete);
  }

  /** Starts capturing after the console reporter's listener, and stops before it, so that its output belongs to no test. */
  #watchOutput(): void {
    if (!this.#mode.live || !this.#session.keepsOutput) return;
    const output = new OutputCapture([process.stdout, process.stderr]);
    this.#output = output;
    const begin = (): void => {
      const { printed } = this.#translator;
      if (printed !== undefined) output.begin(printed);
    };
    this.#on('test', begin);
    this.#on('hook', (hook: MochaHook) => {
      if (isOutsideBody(hook)) begin();
    });
  }

  /** @param suite the suite that has ended; undefined if the run has */
  #whyLeftOver(suite?: MochaSuite): WhyNotRun {
    const { suite: root, failures, _abort } = this.#runner;
    const bails = this.#options.bail === true || root._bail === true || suite?._bail === true || this.#hasBailed;
    if (bails && failures > 0) {
      // There, a suite that stops also ends the run.
      if (!this.#mode.live) this.#hasBailed = true;
      return why.bailed;
    }
    if (_abort === true) return why.aborted;
    return suite === undefined ? this.#mode.lost : why.notRun;
  }

  /** If the build is red although no test failed, the summary says why. */
  #nameRedWithoutTest(failures: number): void {
    if (!this.#hasEnded && failures > 0) this.#session.problem(say.globalSetupFailed);
    else if (failures > this.#runner.failures) this.#session.problem(say.globalTeardownFailed);
    else if (failures > 0 && !this.#hasTests && this.#failures === 0) this.#session.problem(say.nothingRan);
  }

  #cutShort(signal: string | undefined): void {
    this.#output?.end();
    this.#mode.readRest?.();
    this.#translator.finish(signal === undefined ? why.exited : why.interrupted(signal));
    if (this.#hasEnded) return;
    const left = this.#translator.files.left(this.#options.files?.length ?? 0, this.#mode.live);
    reportFilesLeft(this.#session, left, signal === undefined ? say.exitedEarly : say.interruptedEarly(signal));
  }

  /** Avoids spreading, which iterates: a test may have stubbed iteration. */
  #on<T>(event: string, act: (subject: T, error: unknown) => void): void {
    const doing = `handling "${event}"`;
    this.#runner.on(event, (subject: T, error: unknown) => this.#guard(doing, () => act(subject, error)));
  }

  /** Our own errors become a line in the summary and never reach Mocha. */
  #guard(doing: string, act: () => void): void {
    guard(doing, act, (title, detail) => this.#session.problem(title, detail));
  }
}

/** Whether it runs before a test's first event or after its last one, and may belong to the test all the same. */
function isOutsideBody(hook: MochaHook): boolean {
  const kind = hookKind(hook);
  return kind === 'before all' || kind === 'after each';
}
