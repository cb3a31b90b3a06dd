import type { Result } from '@testpoint/interface';
import type { Wiring } from '../../../bench/src/peers/peer.js';
import type { Difference } from '../../conformance/src/rows/row.js';
import type { FrameworkName } from './index.js';

/** What our own programs know of a framework, besides its description: how to run it, and what it does its own way. */
export interface Lab {
  /** The file in the framework's package that runs tests. If it comes with Node, the option of Node that does. */
  bin: string;
  /** Its arguments for a run, before all others. */
  run: readonly string[];
  /** Reads a report of the framework's own JSON reporter. */
  tests(report: unknown): ReportedTest[];
  columns: readonly OwnColumn[];
  chaos: ChaosLab;
  bench: BenchLab;
  matrix: readonly MatrixSuite[];
  /** A new project as it is after the first chapter of the framework's guide. Its suite has two passing tests. */
  starter(layout: Layout): Starter;
  /** New projects with a program that runs through the framework, by its name. They are tried with npm. */
  startersOf?: Readonly<Record<string, Starter>>;
  publicSuites: PublicSuites;
}

/** One small suite, which the matrix installs with each version of the framework. */
export interface MatrixSuite {
  name: string;
  versions: readonly string[];
  /** The Node version that a version needs, if it is newer than ours. */
  needs?: Readonly<Record<string, number>>;
  /** What adds our reporter to the report's command, if no configuration does. */
  rerunEnv?: Readonly<Record<string, string>>;
  /** On some versions of Node, how many tests the report's command runs for one. */
  reruns?: Readonly<Record<string, `${number} tests`>>;
  /** Further packages for a version. */
  others?(version: string): string[];
  /** The configuration's file and text, to which `testpoint init` adds the reporter. */
  config: readonly [name: string, text: string];
  /** Defines what the suite's file uses. */
  head: string;
  isModule?: true;
  /** The framework's names and words for these, if they are unusual. */
  group?: string;
  before?: string;
  isFirst?: string;
}

/** How packages are installed, and how modules are written. */
export interface Layout {
  manager: string;
  typescript?: 'commonjs' | 'esm';
}

interface Starter {
  devDependencies: Record<string, string | undefined>;
  /** The script `test`. */
  test: string;
  files: Record<string, string>;
}

/**
 * Suites of public packages. Each is in the tarball of its package, next to the code that it tests, and runs with one version
 * of the framework.
 */
export interface PublicSuites {
  version: string;
  /** Arguments for a JSON report in a file: bare, and with our reporter. */
  bare(file: string): string[];
  ours(file: string): string[];
  env?(file: string): Record<string, string>;
  suites: readonly PublicSuite[];
}

interface PublicSuite {
  name: string;
  /** The package; undefined if the suite is ours. */
  source?: string;
  /** Further dependencies of its tests. */
  needs?: readonly string[];
  /** Files that are added to a copy of it, so that the tests run with the framework's current version. */
  files?: Readonly<Record<string, string>>;
  /** Changes that copy. @param lab the folder of the framework's laboratory */
  prepare?(folder: string, lab: string): void;
  args?: readonly string[];
  /** Further arguments, if it takes several runs. The framework's report is then a list. */
  runs?(folder: string): string[][];
  env?: Readonly<Record<string, string>>;
  /** What is special about this run of it. */
  mode?: string;
}

/** How the benchmarks write a suite, and configure it. */
export interface BenchLab {
  /** A reporter that does nothing, where a class without methods won’t do. */
  quiet?: string;
  /** Of the suites' modules: CommonJS, or ES modules. */
  extension: 'js' | 'mjs';
  /** Of so many tests, one fails. */
  testsToFailure: number;
  /** What a file imports of the framework. */
  imports: readonly [names: string, module: string][];
  describe: string;
  test(title: string, lines: readonly string[], isAsync: boolean): string;
  expectation(actual: string, expected: number): string;
  /** A value by which a reporter may recognize the running test. */
  context: string;
  /** The framework's own API to attach text, which reporters read: a function of `(name, content, test)`. */
  attach?: string;
  /** What our reporter lacks without the setup line, if there is one. */
  withoutSetup?: string;
  /** Options of our reporter. @param quiet path of a reporter that does nothing */
  options?(quiet: string): object;
  /** A file, or what its command needs instead. */
  configuration(parts: BenchParts): { file: string; configuration: object } | { args: string[] };
  peers: {
    allure(resultsDir: string): Wiring;
    /** Where it is the cheapest other reporter. */
    qase?: { limit?: string };
    /** Its own JUnit reporter. */
    junit?(file: string): Wiring;
  };
}

/** The parts of a framework's configuration. */
export interface BenchParts {
  folder: string;
  workers: number;
  /** Those that print come first. */
  reporters: readonly (readonly [module: string, options: object])[];
  setupFiles: readonly string[];
  /** Further members. */
  config: object;
}

/** The suites of the fault laboratory, each in a folder of `lab/fixtures`, where the framework finds its configuration. */
export interface ChaosLab {
  /** The suite that faults happen to. */
  faults: Started & {
    /** The suite's file, as it appears in external ids. */
    file: string;
    attachesLate?: true;
  };
  /** A suite in which a test in the middle stubs a built-in and does not restore it. */
  stubs: Started & {
    /** With how many kinds of stubs the suite does not end even without us. More mean that the laboratory proves less than before. */
    knownHangs: number;
  };
  /** The ways to run the suite that must be `unchanged`. */
  hosts: readonly Host[];
}

interface Started {
  /** Arguments besides those of a run: with our reporter and setup file. */
  args?: readonly string[];
  /** Arguments without them, if CHAOS_WITHOUT alone can't leave them out. */
  bareArgs?: readonly string[];
}

/** One way to run a suite. */
export interface Host {
  name: string;
  args?(report: string): string[];
  bareArgs?(report: string): string[];
  /** Whether tests run in the framework's own process. */
  runsTestsItself: boolean;
  /** Whether workers print on standard error themselves: then its order with standard output is up to chance. */
  workersPrint?: true;
  /** Whether the framework ends normally after a signal with us, and prints its report, which it would not do without us. */
  endsInOrder?: true;
}

/** A test in the report of a framework's JSON reporter. */
export interface ReportedTest {
  file: string;
  /** Playwright's project. */
  project?: string;
  titles: readonly string[];
  /** Whether the report joins the titles with spaces. */
  isJoined?: true;
  outcome: string | undefined;
  error?: string | undefined;
  /** The framework's own word for the outcome, if it says more. */
  verdict?: string;
}

/** How a framework is started. */
export interface Launch {
  /** Names of the suites to run, as in `conformance/src/suites`. */
  suites: readonly string[];
  /** Whether to use our reporter, and our setup file if there is one. If not, nothing of ours is loaded. */
  reporting: boolean;
  /** Whether the configuration lists our reporter twice. */
  isListedTwice?: boolean;
  /** Whether to stop after the first failure. */
  bail: boolean;
  mode?: Mode | undefined;
}

/** A mode in which nothing must be sent. */
export interface Mode {
  /** Arguments of the framework's program, instead of those of a run. */
  args: readonly string[];
  /** Whether it runs until it is killed. */
  endless?: boolean;
  /** Whether it loads no reporter at all, so that no line says that reporting is off. */
  silent?: boolean;
}

export type HookKind = 'beforeAll' | 'beforeEach' | 'afterEach' | 'afterAll';

/** A framework in one mode, as the conformance suites run it: how to write a suite's file, and how to run it. */
export interface OwnColumn {
  readonly name: string;
  /** Suites that cannot run here, each with the reason. */
  readonly without?: Readonly<Record<string, string>>;
  /** What the framework does its own way, by the row's title or a part of it that several rows share. */
  readonly differences: Readonly<Record<string, Difference>>;
  /** By name. */
  readonly modes: Readonly<Record<string, Mode>>;
  /** The framework's project, whose name every derived id starts with. */
  readonly project?: string;
  /** The runs that are compared. Default: all. */
  readonly runs?: readonly string[];
  /** Those of `npm test`. Each run is in it for one column at least. Default: all. */
  readonly sample?: readonly string[];
  /** Whether only long runs try the modes. Default: `npm test` takes the last mode. */
  readonly hasLongModes?: true;
  /** A result without what the column adds to each test of a suite, because the framework writes tests in another way. */
  asWritten?(result: Result): Result;
  /** Names of attachments that the framework itself adds. */
  readonly ownAttachments?: readonly string[];
  /** How the name of a suite's file ends in a project. */
  readonly extension: string;
  /** The modules that suites become. Default: they stay TypeScript. */
  readonly module?: 'CommonJS' | 'ESNext';
  /** Changes the text of a suite. */
  adapt?(source: string): string;
  /** The package whose suite `mocks` runs here, too. Default: the framework's own. */
  readonly mocksOf?: FrameworkName;
  /** Packages that a project can import besides the framework and ours. The framework's package of ours resolves them. */
  readonly packages?: readonly string[];
  /** Files of a project besides suites and dialect. @param chromium path of the browser */
  files(launch: Launch, chromium: string | undefined): Record<string, string>;
  /** Arguments of the framework's program. */
  args(launch: Launch): string[];
  /** The titles of the framework's own hooks in a tree. */
  hookTitle(kind: HookKind, title: string): string;
}
