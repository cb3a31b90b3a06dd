import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter';
import {
  ChannelReader,
  guard,
  isLoadedByOther,
  isOlder,
  NATIVE_API_VARIABLE,
  openSession,
  printLines,
  type Session,
} from '@testpoint/core/adapter';
import { env } from '@testpoint/core/built-ins';
import { CHANNEL_VARIABLE, SELECTION_VARIABLE } from '@testpoint/core/test-api';
import { hosts } from '@testpoint/frameworks';
import { playwright } from '../description.js';
import { packageFile } from '../in-test/package-file.js';
import { problemOf } from './errors.js';
import { hostOf, idRootOf } from './host.js';
import { leaveOut, SELECTS_FROM, type TestRun } from './leave-out.js';
import { endedWithStatus, flakyFails, tooOldForSelection } from './messages.js';
import { Recorder } from './recorder.js';
import { ResultGroups } from './result-groups.js';

/**
 * Sends the results of a Playwright run to the service: `reporter: [['@testpoint/playwright', { … }]]`. None of its
 * callbacks throws or returns a rejected promise, because Playwright would treat that as a failed run.
 */
export class TestpointReporter implements Reporter {
  readonly #options: Record<string, unknown>;
  #session: Session | undefined;
  #recorder: Recorder | undefined;
  #problems = 0;
  #root: Suite | undefined;
  /** Undefined before Playwright 1.62, and in merged reports. */
  #whole: ResultGroups | undefined;

  constructor(options: Record<string, unknown> = {}) {
    this.#options = options;
    isLoadedByOther(playwright, hosts, options);
  }

  /** Only Vitest calls this. */
  onInit(vitest: unknown): void {
    isLoadedByOther(playwright, hosts, vitest);
  }

  /** Tells Playwright to print the same as without us. */
  printsToStdio(): boolean {
    return false;
  }

  /**
   * New in Playwright 1.62: called before shards and `--last-failed` leave out tests. The session opens here only if it has to leave
   * out some, too.
   */
  async preprocess({ config, suite, testRun }: { config: FullConfig; suite: Suite; testRun: TestRun }): Promise<void> {
    this.#guard('preprocess', () => {
      const whole = new ResultGroups(suite);
      this.#whole = whole;
      if (env[SELECTION_VARIABLE] === undefined) return;
      const idRoot = idRootOf(config, this.#options);
      const { selection } = this.#open(config, suite, idRoot);
      if (selection !== undefined) leaveOut(suite, whole, testRun, selection, idRoot);
    });
  }

  onBegin(config: FullConfig, root: Suite): void {
    this.#guard('onBegin', () => {
      const idRoot = idRootOf(config, this.#options);
      const session = this.#session ?? this.#open(config, root, idRoot);
      if (!session.active) return;
      refuseSelection(session, config);
      if (session.channelDirectory) {
        process.env[CHANNEL_VARIABLE] = session.channelDirectory;
        process.env[NATIVE_API_VARIABLE] = packageFile;
      }
      this.#root = root;
      const groups = new ResultGroups(root, this.#whole);
      const recorder = new Recorder(session, idRoot, config, root, groups, this.#options._mode === 'merge');
      this.#recorder = recorder;
      session.beforeEnd(() => this.#guard('the exit', () => recorder.finish('interrupted')));
      // SIGINT ends a run normally; SIGTERM kills Playwright.
      session.watchSignals(['SIGTERM']);
    });
  }

  onTestBegin(test: TestCase, result: TestResult): void {
    this.#guard('onTestBegin', () => this.#recorder?.begin(test, result));
  }

  onStepEnd(test: TestCase, result: TestResult): void {
    this.#guard('onStepEnd', () => this.#recorder?.stepEnded(test, result));
  }

  onStdOut(chunk: string | Buffer, _test: unknown, result: TestResult | undefined): void {
    if (result) this.#guard('onStdOut', () => this.#recorder?.print(result, chunk));
  }

  onStdErr(chunk: string | Buffer, _test: unknown, result: TestResult | undefined): void {
    if (result) this.#guard('onStdErr', () => this.#recorder?.print(result, chunk));
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    this.#guard('onTestEnd', () => this.#recorder?.end(test, result));
  }

  onError(error: TestError): void {
    this.#guard('onError', () => {
      const { title, detail } = problemOf(error);
      this.#problems += 1;
      this.#session?.problem(title, detail);
    });
  }

  /** Returns at once. Playwright ends as it would without us, and its process waits for delivery when it exits. */
  onEnd({ status }: FullResult): void {
    const session = this.#session;
    if (session === undefined) return;
    this.#guard('onEnd', () => {
      this.#recorder?.finish(status);
      if (this.#root?.allTests().length === 0) session.leftUnrun();
      const problem = this.#whyRedWithoutFailures(status);
      if (problem !== undefined) session.problem(problem);
      forwardWarnings(session);
    });
    session.close({ interrupted: status === 'interrupted' });
  }

  #open(config: FullConfig, root: Suite, idRoot: string): Session {
    const host = hostOf(config, idRoot, this.#options, process.argv.slice(2));
    this.#session = openSession({ ...host, run: root });
    return this.#session;
  }

  /** All results are green, but the build is not. */
  #whyRedWithoutFailures(status: FullResult['status']): string | undefined {
    if (status === 'passed' || this.#problems > 0 || this.#root === undefined) return undefined;
    const outcomes = this.#root.allTests().map((test) => test.outcome());
    if (outcomes.includes('unexpected')) return undefined;
    if (status === 'failed' && outcomes.includes('flaky')) return flakyFails;
    return endedWithStatus(status);
  }

  #guard(callback: string, act: () => void): void {
    guard(`handling ${callback}`, act, (title, detail) => this.#session?.problem(title, detail));
  }
}

/** Calls outside of tests. Those in tests are warned about in attachments. */
function forwardWarnings(session: Session): void {
  if (session.channelDirectory === undefined) return;
  new ChannelReader(session.channelDirectory).read(({ kind, data }) => {
    if (kind === 'warning') session.notice(data.text);
  });
}

/** With an older Playwright, everything would run. */
function refuseSelection({ selection }: Session, { version }: FullConfig): void {
  if (selection === undefined || !isOlder(version, SELECTS_FROM)) return;
  printLines([tooOldForSelection(SELECTS_FROM, version)]);
  process.exit(1);
}
