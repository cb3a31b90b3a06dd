import {
  ChannelReader,
  guard,
  isLoadedByOther,
  openSession,
  reportFilesLeft,
  type Session,
  type SessionHost,
  type WhyNotRun,
} from '@testpoint/core/adapter';
import { CHANNEL_VARIABLE } from '@testpoint/core/test-api';
import { hosts } from '@testpoint/frameworks';
import { jest } from '../description.js';
import type {
  GlobalConfig,
  ProjectConfig,
  RunResult,
  TestCase,
  TestCaseStart,
  TestFile,
  TestFileResult,
} from '../in-test/jest-types.js';
import { PROJECT_VARIABLE } from '../in-test/leave-out.js';
import { jestModule } from './jest-module.js';
import { watchForLateFailure } from './late-failure.js';
import * as say from './messages.js';
import { ObservedRuns } from './observed-runs.js';
import { fileFailure, runFailures } from './red-without-test.js';
import * as why from './result-messages.js';
import { RunningFiles } from './running-files.js';
import { SetupLine } from './setup-line.js';

/**
 * Reports to the service: `reporters: ['default', '@testpoint/jest']`, or `['@testpoint/jest', { … }]` with options. None of
 * its methods throws or rejects, so it never changes the run.
 */
export class TestpointReporter {
  readonly #config: GlobalConfig;
  readonly #options: unknown;
  #session: Session | undefined;
  #files: RunningFiles | undefined;
  #observed: ObservedRuns | undefined;
  readonly #setupLine = new SetupLine();
  #release: () => void = () => {};
  /** Number of files without a result. Jest provides only their number at the start. */
  #filesLeft = 0;
  #exitCodeBefore: unknown;
  /** Configurations that name their project for test files. */
  readonly #named = new Map<string, ProjectConfig>();

  constructor(config: GlobalConfig, options?: unknown) {
    this.#config = config;
    this.#options = options;
    isLoadedByOther(jest, hosts, config);
  }

  /** Only Vitest calls this. */
  onInit(vitest: unknown): void {
    isLoadedByOther(jest, hosts, vitest);
  }

  onRunStart({ numTotalTestSuites }: RunResult): void | Promise<void> {
    this.#filesLeft = numTotalTestSuites;
    this.#exitCodeBefore = process.exitCode;
    // An empty shard is a part of its run.
    if (numTotalTestSuites > 0 || this.#config.shard !== undefined) this.#guard(() => this.#open());
    return this.#files?.projects.prepare();
  }

  onTestFileStart(file: TestFile): void {
    this.#guard(() => {
      this.#nameProject(file);
      this.#files?.begin(file);
    });
  }

  onTestCaseStart({ path }: TestFile, info: TestCaseStart): void {
    this.#guard(() => this.#files?.beginCase(path, info));
  }

  onTestCaseResult({ path }: TestFile, result: TestCase): void {
    this.#guard(() => this.#files?.endCase(path, result));
  }

  onTestFileResult(file: TestFile, result: TestFileResult): void {
    this.#guard(() => {
      if (this.#files === undefined || this.#session === undefined) return;
      this.#filesLeft--;
      const { isHeard, isLoaded } = this.#files.end(file, result);
      const { project } = this.#files.projects.of(file);
      const name = this.#files.nameOf(file.path);
      this.#setupLine.end(file, this.#placeOf(name, project), result, isHeard);
      const failure = fileFailure(name, project, result, isLoaded);
      if (failure === undefined) return;
      this.#session.problem(failure.title, failure.detail);
      if (result.testResults.length === 0) this.#session.leftUnrun(name, project);
    });
  }

  /**
   * Jest calls it once, but with bail once for each running file, and exits after the first call. We don't keep Jest
   * waiting: otherwise errors that a test left behind would arrive before Jest has written its own reports.
   */
  onRunComplete(_contexts: unknown, result?: RunResult): void {
    const session = this.#session;
    this.#session = undefined;
    if (session !== undefined) this.#close(session, result);
  }

  #open(): void {
    const { rootDir, shard } = this.#config;
    const session = openSession({
      framework: jest,
      hosts,
      frameworkVersion: jestVersion(rootDir),
      run: this.#config,
      isRerun: this.#config.onlyFailures === true,
      ...otherFailure(this.#config),
      idRoot: rootDir,
      options: this.#options,
      ...offMode(this.#config),
      ...(shard !== undefined && { shard: { current: shard.shardIndex, total: shard.shardCount } }),
    });
    this.#session = session;
    if (session.isListedTwice) return;
    this.#release = nameChannel(session.channelDirectory);
    if (!session.active) return;
    if (session.channelDirectory !== undefined) {
      this.#observed = new ObservedRuns(new ChannelReader(session.channelDirectory), ({ text, lacksSetup }) => {
        if (lacksSetup) this.#setupLine.doubt(text);
        else session.notice(text);
      });
    }
    this.#files = new RunningFiles(this.#config, session, this.#observed);
    session.beforeEnd((signal) => {
      if (signal === undefined) this.#cutShort(session, why.exited, say.exitedEarly);
      else this.#cutShort(session, why.interrupted, say.interruptedEarly);
    });
    session.watchSignals();
  }

  #close(session: Session, result: RunResult | undefined): void {
    const bails = Number(this.#config.bail) > 0;
    this.#cutShort(session, why.runEnded, bails ? say.bailed : say.endedEarly);
    this.#guard(() => {
      for (const { title, detail } of runFailures(result, this.#exitCodeBefore)) session.problem(title, detail);
      for (const text of this.#files?.projects.notices() ?? []) session.notice(text);
      this.#observed?.read();
      if (this.#observed === undefined) return;
      for (const text of this.#setupLine.notices()) session.notice(text);
    });
    watchForLateFailure(this.#config, result, session);
    session.close();
    this.#release();
  }

  /** Records the files that are still running, for which Jest will have no result, and counts those that never began. */
  #cutShort(session: Session, whyTest: WhyNotRun, whyFile: string): void {
    this.#guard(() => {
      if (this.#files === undefined) return;
      const { unfinished, runs } = this.#files.cutShort(whyTest);
      reportFilesLeft(session, { unfinished, unrun: this.#filesLeft - runs }, whyFile);
      this.#filesLeft = 0;
    });
  }

  /**
   * Only where needed: another value of `globals` makes Jest transform the file again. The file gets a copy of its configuration,
   * because Jest gives the same `globals` to all projects that set none.
   */
  #nameProject(file: TestFile): void {
    const selection = this.#session?.selection;
    if (selection === undefined || this.#files === undefined) return;
    if (selection.projectsOf(this.#files.nameOf(file.path)).length < 2) return;
    const { project = '' } = this.#files.projects.of(file);
    const { config } = file.context;
    const key = `${config.id}\0${project}`;
    const named = this.#named.get(key) ?? { ...config, globals: { ...config.globals, [PROJECT_VARIABLE]: project } };
    this.#named.set(key, named);
    file.context = { ...file.context, config: named };
  }

  /** What a notice calls a file's project; '' for the only one. */
  #placeOf(name: string, project: string | undefined): string {
    if (project !== undefined) return `[${project}]`;
    return (this.#config.projects?.length ?? 0) > 1 ? `the project of ${name}` : '';
  }

  #guard(act: () => void): void {
    guard("reading Jest's results", act, (title, detail) => this.#session?.problem(title, detail));
  }
}

/** The version of the running Jest, resolved from its root folder; 'unknown' if it is not found. */
function jestVersion(rootDir: string): string {
  const manifest = jestModule(rootDir, 'jest/package.json', '@jest/core/package.json') ?? {};
  return 'version' in manifest ? String(manifest.version) : 'unknown';
}

/** Modes that run no tests, or run them repeatedly. */
function offMode(config: GlobalConfig): Pick<SessionHost, 'off' | 'offUnless' | 'watchesFiles'> {
  const { collectTests, listTests, watch, watchAll } = config;
  if (collectTests === true || listTests === true) return { off: 'list mode' };
  return watch === true || watchAll === true ? { off: 'watch mode', offUnless: 'watch', watchesFiles: true } : {};
}

/**
 * If nothing is reported, tests must not write to the channel of an outer run.
 * @returns a function that restores the previous state
 */
function nameChannel(directory: string | undefined): () => void {
  const before = process.env[CHANNEL_VARIABLE];
  if (directory === undefined) delete process.env[CHANNEL_VARIABLE];
  else process.env[CHANNEL_VARIABLE] = directory;
  return () => void nameChannel(before);
}

function otherFailure(config: GlobalConfig): Pick<SessionHost, 'otherFailure'> {
  const { collectCoverage, coverageThreshold, forceExit, globalTeardown } = config;
  if (collectCoverage === true && Object.keys(coverageThreshold ?? {}).length > 0) {
    return { otherFailure: 'coverage thresholds' };
  }
  // If Jest ends the process itself, the exit code does not show what it is for.
  return forceExit === true && globalTeardown ? { otherFailure: 'globalTeardown' } : {};
}
