import type { KeptFile, TestRecord, TestStatus } from '../model.js';
import type { Sought } from '../result/text-masker.js';
import type { Settings } from '../settings/settings.js';
import type { AnnouncedTest, RecordedResult } from './announced-test.js';
import type { Printed } from './printed.js';
import type { PrintedAttachment } from './printed-attachment.js';
import type { EndingSignal } from './signal-listeners.js';

/** What a framework package says about the run it reports on. */
export interface SessionHost {
  /** Short name of the framework, as in our package names: 'playwright', 'jest', 'vitest', 'mocha'. */
  framework: string;
  /** Version of the framework, as it says itself. */
  frameworkVersion: string;
  /** The oldest version that the framework package works with, major and minor: with an older one nothing is reported. */
  oldestVersion?: string;
  /**
   * What the framework has one of in each run, and hands to every reporter: of two reporters that name the same and would
   * send to the same place, the second stays off.
   */
  run?: object;
  /** Absolute folder that record files are relative to; the outbox and the config file are looked for here. */
  idRoot: string;
  /** The reporter's options as the user wrote them; parsed and checked by core. */
  options: unknown;
  /** Names of options that are the framework package's own; they come back unchecked in `settings.extra`. */
  extraKeys?: readonly string[];
  /** What of tests' output is kept where option `output` does not say. Default failed. */
  output?: 'failed' | 'none';
  /** Set in modes that run no tests or run them again and again ('list mode', 'watch mode'): the reporter is off. */
  off?: string;
  /** The mode may be opted into: with option `watch: true`, or `merge: 'report'`. Without this it may not. */
  offUnless?: 'watch' | 'merge';
  /** One shard of several, where the framework says so; both 1-based. */
  shard?: { current: number; total: number };
}

/** What a reporter holds: open, record, close. No method of it ever throws. */
export interface Session {
  /** False when reporting is off (no key, a setting error, an off mode): every other method then does nothing. */
  readonly active: boolean;
  /** Set where another reporter sends the same run's results to the same place: nothing that it has set up may be touched. */
  readonly isListedTwice?: true;
  /** Checked settings; undefined while not active. */
  readonly settings: Settings | undefined;
  /** Somebody wants to see what tests print. */
  readonly keepsOutput: boolean;
  /** Folder for what test processes hand to the reporter (see test-api); inside the session's outbox. */
  readonly channelDirectory: string | undefined;
  /**
   * A test's result so far, when the framework has announced an attempt's end and another attempt may follow.
   * @param earlier what this method returned for the test's attempt before
   */
  attempt(record: TestRecord, earlier?: AnnouncedTest): AnnouncedTest;
  /**
   * A test's final result. Attachments are taken into the outbox before this returns.
   * @param announced its last attempt, where one was announced
   * @returns what `correct` asks for; undefined where nothing was recorded
   */
  record(record: TestRecord, announced?: AnnouncedTest): RecordedResult | undefined;
  /** The attempt that was announced last is the test's result: nothing has changed since. Costs next to nothing. */
  confirm(announced: AnnouncedTest): RecordedResult | undefined;
  /**
   * The framework has changed its verdict on a test whose result was handed over: this result takes the place of that one, also
   * where the service has it already. It leaves when all results have left. The summary names it.
   */
  correct(record: TestRecord, first: RecordedResult): RecordedResult | undefined;
  /**
   * Takes a file into the outbox now, because it may be gone by the time its test is recorded.
   * `owned`: it never changes again, so a hard link will do. Undefined when the file can't be read.
   */
  keep(path: string, owned: boolean): KeptFile | undefined;
  /** A kept file without what is secret in it, where its content is text. Undefined when it can't be made. */
  masked(kept: KeptFile, contentType: string, sought: Sought): KeptFile | undefined;
  /**
   * What an attempt has printed, as an attachment; undefined where there is nothing, or option `output` asks for none.
   * @param whose first line, where it is not the attempt's alone
   */
  output(printed: Printed | undefined, status: TestStatus, whose?: string): PrintedAttachment | undefined;
  /**
   * Tests known before the run, for test points 'from-tests'. `complete` says that every test to be run is among them
   * and names its test cases, so that the run may be created at once instead of at the end.
   */
  plan(tests: { project?: string; testCases: number[] }[], complete: boolean): void;
  /** Something red that belongs to no test (a file that can't be loaded, a failed afterAll); the summary shows it. */
  problem(title: string, detail?: string): void;
  /** One dim line in the summary: what is not recorded, and how to record it. Printed once, however often it is called. */
  notice(text: string): void;
  /**
   * Called last thing before the process ends without `close`, to record tests that began and never ended.
   * `signal`: what ends it, where that is a signal.
   */
  beforeEnd(callback: (signal: NodeJS.Signals | undefined) => void): void;
  /** For frameworks that these signals end without a word: the session then closes as interrupted before the process ends. */
  watchSignals(signals?: readonly EndingSignal[]): void;
  /**
   * Writes the end, asks for delivery, and returns at once: the framework goes on as it would without us. The summary is
   * printed on standard error when delivery is over; a process that ends before that waits for it, as the settings say.
   * Option `onUndelivered: 'fail'` then turns exit code 0 into 1.
   */
  close(end?: { interrupted?: boolean }): void;
  /** Called once the summary is printed. */
  afterEnd(callback: () => void): void;
  /** Closes, and waits for the summary without returning to the event loop: for a process that is about to die. */
  closeNow(): void;
}
