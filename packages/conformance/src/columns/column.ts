import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export type ColumnName = 'playwright' | 'jest' | 'vitest' | 'mocha' | 'mocha --parallel';
export type Framework = 'playwright' | 'jest' | 'vitest' | 'mocha';
export type HookKind = 'beforeAll' | 'beforeEach' | 'afterEach' | 'afterAll';

/** How a framework is started. */
export interface Launch {
  /** Names of the suites to run, as in `src/suites`. */
  suites: readonly string[];
  /** With our reporter, and our setup file where there is one; else as if we did not exist. */
  reporting: boolean;
  /** The configuration lists our reporter twice. */
  isListedTwice?: boolean;
  /** Ends after the first failure. */
  bail: boolean;
  /** A mode of `Column.modes`. */
  mode?: string | undefined;
}

/** A mode in which nothing is to be sent. */
export interface Mode {
  name: string;
  /** It goes on until it is killed. */
  endless: boolean;
  /** Loads no reporter at all: nothing says that reporting is off. */
  silent?: boolean;
}

/** One framework in one way of running it: how a suite's file is written, and how it is run. */
export interface Column {
  readonly name: ColumnName;
  readonly framework: Framework;
  /** Suites whose file only disturbs here, each with the reason. */
  readonly without: Readonly<Record<string, string>>;
  readonly modes: readonly Mode[];
  /** Names of attachments that the framework itself adds. */
  readonly ownAttachments: readonly string[];
  /** Name of a suite's file in a project. */
  fileOf(suite: string): string;
  /** A file of `src/suites` or `src/dialects` as this framework loads it. */
  compile(source: string): string;
  /** Packages a project can import: name and folder. */
  links(): Record<string, string>;
  /** Files of a project besides suites and dialect. */
  files(launch: Launch): Record<string, string>;
  /** Arguments of `node`. */
  command(launch: Launch): string[];
  /** What the framework's own hooks are called in a tree. */
  hookTitle(kind: HookKind, title: string): string;
  /** The framework's own word for each test in its JSON report, `report.json`. */
  verdicts(report: unknown): Record<string, string>;
}

/** Folder of an installed package, as one of our packages finds it: a framework must be there once only. */
export function folderOf(name: string, from: Framework | 'conformance'): string {
  const manifest = fileURLToPath(new URL(`../../../${from}/package.json`, import.meta.url));
  return dirname(createRequire(manifest).resolve(`${name}/package.json`));
}

/** Folder of one of our own packages. */
export function ownFolder(framework: Framework): string {
  return fileURLToPath(new URL(`../../../${framework}`, import.meta.url));
}

/** Takes the types out, and for CommonJS the import statements too. */
export function transpile(source: string, module: ts.ModuleKind): string {
  const compilerOptions = { module, target: ts.ScriptTarget.ES2022, esModuleInterop: true };
  return ts.transpileModule(source, { compilerOptions }).outputText;
}
