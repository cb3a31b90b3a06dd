import type { Framework } from '@testpoint/frameworks/framework';
import type { Selection } from '../in-test/selection.js';
import type { KeptFile, TestRecord, TestStatus } from '../model.js';
import type { FileRedaction } from '../result/masking/text-masker.js';
import type { Settings } from '../settings/settings.js';
import type { SettingsInput } from '../settings/sources.js';
import type { EndingSignal } from './end/process-events.js';
import type { Printed, PrintedAttachment } from './recording/printed.js';
import type { ProvisionalResult, RecordedResult } from './recording/recorded-result.js';

/** What a session knows of the process around it. */
export interface Surroundings extends Required<Pick<SettingsInput, 'cwd' | 'env'>> {
  /** Prints lines to standard error. */
  print(lines: readonly string[]): void;
}

/** A framework package's data about the run that it reports on. Surroundings are the process's own unless given. */
export interface SessionHost extends Pick<SettingsInput, 'options' | 'hosts' | 'shard'>, Partial<Surroundings> {
  framework: Pick<Framework, 'name'> & Partial<Framework>;
  /** Version of the framework, from the framework itself. */
  frameworkVersion: string;
  /**
   * An object that is unique to each run and that the framework passes to every reporter. If two reporters have the same one
   * and would send to the same place, the second stays off.
   */
  run?: object;
  /** Absolute folder that record files are relative to. The outbox and the config file are searched for here. */
  idRoot: string;
  /** Which tests' output to keep unless option `output` says otherwise. Default: failed. */
  output?: 'failed' | 'none';
  /** Set in modes that run no tests or run them repeatedly ('list mode', 'watch mode'): the reporter is off. */
  off?: string;
  /** Whether the user may opt into the mode, with option `watch: true` or `merge: 'report'`. */
  offUnless?: 'watch' | 'merge';
  /** Whether the framework runs the tests again when any file changes. Then there is no report: it would start the next run. */
  watchesFiles?: boolean;
  /** Whether the run repeats tests of an earlier one (`--last-failed`), unless option `rerun` says otherwise. */
  isRerun?: boolean;
  /** Whether the results come from files, so that no command runs their tests again. */
  isImport?: true;
  /** Whose results these are, such as "JUnit XML", and when they came about, epoch milliseconds. */
  imported?: { from: string; ranAt?: { startedAt: number; endedAt: number } };
  /** What can fail the run besides tests and without our notice, in the plural, such as "coverage thresholds". */
  otherFailure?: string;
  /** Whether the framework itself adds a summary to the page of a job in GitHub Actions, so that ours needs `ciSummary: true`. */
  writesCiSummary?: boolean;
}

/** A reporter's session: open, record, close. No method ever throws. */
export interface Session {
  /** False if reporting is off (no key, a setting error, an off mode). Every other method then does nothing. */
  readonly active: boolean;
  /** Set if another reporter sends the same run's results to the same place. Don't touch what the other one has set up. */
  readonly isListedTwice?: true;
  /** Checked settings; undefined while not active. */
  readonly settings: Settings | undefined;
  /** Whether the output of tests is wanted. */
  readonly keepsOutput: boolean;
  /** Whether the session stays in the outbox after its delivery, so that what fails later can be added. */
  readonly isKept: boolean;
  /** Folder for messages from test processes to the reporter (see test-api), inside the session's outbox. */
  readonly channelDirectory: string | undefined;
  /**
   * The tests that `testpoint exec --only` selects; undefined if all run. The framework must leave out the others. Their
   * results are ignored.
   */
  readonly selection: Selection | undefined;
  /**
   * A test's result so far, which may still change: it counts if the process is killed. Reporters use a `TestLedger`, which
   * calls this and the next three methods.
   * @param earlier the test's previous provisional result
   */
  provisional(record: TestRecord, earlier?: ProvisionalResult): ProvisionalResult;
  /**
   * A test's final result. Attachments are put into the outbox before this returns.
   * @param provisional the test's last provisional result, which this one replaces
   * @returns a value for `correct`; undefined if nothing was recorded
   */
  record(record: TestRecord, provisional?: ProvisionalResult): RecordedResult | undefined;
  /** The test's last provisional result is its final one. Costs next to nothing. */
  settle(provisional: ProvisionalResult): RecordedResult | undefined;
  /**
   * The framework has changed its verdict on a test whose result was recorded. This result replaces the first one, even if
   * the service already has that one. It is sent after all other results, and the summary mentions it.
   */
  correct(record: TestRecord, first: RecordedResult): RecordedResult | undefined;
  /**
   * Puts a file into the outbox now, because it may be gone when its test is recorded. `owned`: it never changes again, so a
   * hard link is enough. Undefined if the file can't be read.
   */
  keep(path: string, owned: boolean): KeptFile | undefined;
  /** A kept file without its secrets, if its content is text. Undefined if that is impossible. */
  masked(kept: KeptFile, contentType: string, redaction: FileRedaction): KeptFile | undefined;
  /**
   * An attempt's output as an attachment; undefined if there is none, or option `output` excludes it.
   * @param whose heading, if the output is not only this attempt's
   */
  output(printed: Printed | undefined, status: TestStatus, whose?: string): PrintedAttachment | undefined;
  /**
   * Tests known before the run, for test points 'from-tests'. `complete`: every test to be run is among them and names its
   * test cases, so that the run can be created at once instead of at the end.
   */
  plan(tests: { project?: string; testCases: number[] }[], complete: boolean): void;
  /**
   * Tests were to run and are not known by name, so they count as never run: those of a file that could not be loaded, or,
   * without a file, those of files that never began.
   */
  leftUnrun(file?: string, project?: string): void;
  /** A failure outside of tests (a file that can't be loaded, a failed afterAll); the summary shows it. */
  problem(title: string, detail?: string): void;
  /** After `close`: something besides tests may have failed the run. A session that is kept says so to `exec --gate`. */
  failedLater(what: string): void;
  /** One dim line in the summary: what is not recorded, and how to record it. Printed once, however often this is called. */
  notice(text: string): void;
  /**
   * Called right before the process ends without `close`, to record tests that began and never ended. `signal`: the signal
   * that ends it, if any.
   */
  beforeEnd(callback: (signal: NodeJS.Signals | undefined) => void): void;
  /** For frameworks that these signals end silently: the session then closes as interrupted before the process ends. */
  watchSignals(signals?: readonly EndingSignal[]): void;
  /**
   * Writes the journal's end, requests delivery, and returns at once: the framework continues as it would without us. The
   * summary is printed to standard error when delivery is over. A process that ends before that waits for it, according to
   * the settings. Option `onUndelivered: 'fail'` then turns exit code 0 into 1.
   */
  close(end?: { interrupted?: boolean }): void;
  /** Called once the summary is printed. */
  afterEnd(callback: () => void): void;
  /** Closes, and waits for the summary without returning to the event loop, for a process that is about to die. */
  closeNow(end?: { interrupted?: boolean }): void;
}
