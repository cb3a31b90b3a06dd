import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FrameworkName, frameworks } from '@testpoint/frameworks';
import type { OwnColumn } from '@testpoint/frameworks/lab';
import { labs } from '@testpoint/frameworks/labs';

/** One framework in one mode. */
export interface Column extends OwnColumn {
  readonly framework: FrameworkName;
  /** Name of a suite's file in a project. */
  fileOf(suite: string): string;
}

/** Every framework that we compare. */
export const columns: readonly Column[] = Object.entries(labs).flatMap(([name, { columns }]) =>
  columns.map((own) => ({
    ...own,
    framework: name as FrameworkName,
    fileOf: (suite: string) => `${suite}${own.extension}`,
  })),
);

const SUITES = fileURLToPath(new URL('suites/', import.meta.url));

/** Folder of an installed package, as resolved by one of our packages: there must be only one copy of a framework. */
export function folderOf(name: string, from: FrameworkName): string {
  return dirname(createRequire(join(ownFolder(from), 'package.json')).resolve(`${name}/package.json`));
}

/** Folder of one of our own packages. */
export function ownFolder(framework: FrameworkName): string {
  return fileURLToPath(new URL(`../../${framework}`, import.meta.url));
}

/** Path of a framework's program, or the option of Node that runs tests. */
export function programOf(framework: FrameworkName): string {
  const { dependency, comesWithNode } = frameworks[framework];
  const { bin } = labs[framework];
  return comesWithNode ? bin : join(folderOf(dependency, framework), bin);
}

/** Every package that a project can import: its folder, by name. */
export function linksOf({ framework, packages = [] }: Column): Record<string, string> {
  const { dependency, comesWithNode } = frameworks[framework];
  const names = comesWithNode ? packages : [dependency, ...packages];
  const foreign = names.map((name) => [name, folderOf(name, framework)]);
  return { [`@testpoint/${framework}`]: ownFolder(framework), ...Object.fromEntries(foreign) };
}

/**
 * The text of a suite, or of another file beside it, in the form that the column loads. A framework has its own dialect, and
 * mocks in its own way; everything else is shared.
 */
export function textOf(name: string, column: Column): string {
  const { framework, mocksOf = framework, module, adapt = (source) => source } = column;
  const owner = name === 'dialect' ? framework : name === 'mocks' ? mocksOf : undefined;
  const folder = owner === undefined ? SUITES : join(ownFolder(owner), 'lab/suites');
  const source = readFileSync(join(folder, `${name}.ts`), 'utf8');
  return adapt(module === undefined ? source : transpiled(source, module));
}

/** Loaded only where a suite is transpiled, because it takes a second. */
function compiler(): typeof import('typescript') {
  return createRequire(import.meta.url)('typescript');
}

/** Without types. The comment that names a test environment stays the first. */
function transpiled(source: string, module: 'CommonJS' | 'ESNext'): string {
  const ts = compiler();
  const compilerOptions = { module: ts.ModuleKind[module], target: ts.ScriptTarget.ES2022, esModuleInterop: true };
  const { outputText } = ts.transpileModule(source, { compilerOptions });
  return `${/^\/\*\*.*?\*\/\n/s.exec(source)?.[0] ?? ''}${outputText}`;
}

/** The framework's own outcome for each test, from the report of its JSON reporter. A test that is reported twice shows both. */
export function verdictsIn(report: unknown, framework: FrameworkName): Record<string, string> {
  const verdicts: Record<string, string> = {};
  for (const { file, titles, isJoined, outcome, verdict = outcome } of labs[framework].tests(report)) {
    const test = [...(isJoined ? [] : [basename(file)]), ...titles].join(' ');
    verdicts[test] = [verdicts[test], verdict].filter(Boolean).join();
  }
  return verdicts;
}
