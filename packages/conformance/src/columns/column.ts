import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { RunName } from '../runs.js';

export type ColumnName = 'playwright' | 'jest' | 'vitest' | 'vitest browser' | 'mocha' | 'mocha --parallel';
/** Each framework's package, and the file in it that runs tests. */
export const FRAMEWORKS = {
  playwright: { name: '@playwright/test', bin: 'cli.js' },
  jest: { name: 'jest', bin: 'bin/jest.js' },
  vitest: { name: 'vitest', bin: 'vitest.mjs' },
  mocha: { name: 'mocha', bin: 'bin/mocha.js' },
};
export type Framework = keyof typeof FRAMEWORKS;
export type HookKind = 'beforeAll' | 'beforeEach' | 'afterEach' | 'afterAll';

/** How a framework is started. */
export interface Launch {
  /** Names of the suites to run, as in `src/suites`. */
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

/** One framework in one mode: how to write a suite's file, and how to run it. */
export interface Column {
  readonly name: ColumnName;
  readonly framework: Framework;
  /** Suites that cannot run here, each with the reason. */
  readonly without?: Readonly<Record<string, string>>;
  /** By name. */
  readonly modes: Readonly<Record<string, Mode>>;
  /** The framework's project, whose name every derived id starts with. */
  readonly project?: string;
  /** The runs that are compared. Default: all. */
  readonly runs?: readonly RunName[];
  /** Those of `npm test`. Each run is in it for one column at least. Default: all. */
  readonly sample?: readonly RunName[];
  /** Names of attachments that the framework itself adds. */
  readonly ownAttachments?: readonly string[];
  /** Name of a suite's file in a project. */
  fileOf(suite: string): string;
  /** Converts a file of `src/suites` or `src/dialects` to the form that this framework loads. */
  compile(source: string): string;
  /** Packages that a project can import besides the framework and ours: their names, by the package of ours that resolves them. */
  readonly packages: Partial<Record<Framework | 'conformance', readonly string[]>>;
  /** Files of a project besides suites and dialect. */
  files(launch: Launch): Record<string, string>;
  /** Arguments of `node`. */
  command(launch: Launch): string[];
  /** The titles of the framework's own hooks in a tree. */
  hookTitle(kind: HookKind, title: string): string;
  /** The framework's own outcome for each test in its JSON report, `report.json`. */
  verdicts(report: unknown): Record<string, string>;
}

/** Folder of an installed package, as resolved by one of our packages: there must be only one copy of a framework. */
export function folderOf(name: string, from: Framework | 'conformance'): string {
  const manifest = fileURLToPath(new URL(`../../../${from}/package.json`, import.meta.url));
  return dirname(createRequire(manifest).resolve(`${name}/package.json`));
}

/** Folder of one of our own packages. */
export function ownFolder(framework: Framework): string {
  return fileURLToPath(new URL(`../../../${framework}`, import.meta.url));
}

/** Path of a framework's program. */
export function programOf(framework: Framework): string {
  const { name, bin } = FRAMEWORKS[framework];
  return join(folderOf(name, framework), bin);
}

/** Every package that a project can import: its folder, by name. */
export function linksOf({ framework, packages }: Column): Record<string, string> {
  const { name } = FRAMEWORKS[framework];
  const links = { [`@testpoint/${framework}`]: ownFolder(framework), [name]: folderOf(name, framework) };
  for (const [from, names] of Object.entries(packages)) {
    for (const one of names) links[one] = folderOf(one, from as Framework);
  }
  return links;
}

/** The list in which a configuration names our reporter: twice, if the launch asks for that. */
export function reportersOf(framework: Framework, { reporting, isListedTwice }: Launch): string[] {
  return Array(reporting ? (isListedTwice ? 2 : 1) : 0).fill(`@testpoint/${framework}`);
}

/** Verdicts by test. A test that is reported twice shows both. */
export function verdictsBy(pairs: readonly (readonly [test: string, verdict: string])[]): Record<string, string> {
  const verdicts: Record<string, string> = {};
  for (const [test, verdict] of pairs) verdicts[test] = [verdicts[test], verdict].filter(Boolean).join();
  return verdicts;
}

interface JestReport {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
}

/** Verdicts in the JSON report of Jest, or of Vitest, which has the same form. */
export function verdictsLikeJest(report: unknown): Record<string, string> {
  return verdictsBy(
    (report as JestReport).testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, status }) => [`${basename(name)} ${fullName}`, status] as const),
    ),
  );
}

/** Removes the types, and for CommonJS the import statements too. */
export function transpile(source: string, module: ts.ModuleKind): string {
  const compilerOptions = { module, target: ts.ScriptTarget.ES2022, esModuleInterop: true };
  return ts.transpileModule(source, { compilerOptions }).outputText;
}
