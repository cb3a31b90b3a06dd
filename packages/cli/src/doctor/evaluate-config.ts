// A program of its own, because a configuration may hang, exit or change globals. Sends `EvaluatedConfig` to its parent.
//
//   node evaluate-config.js <framework> <its package> <folder> [configuration file]
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isObject, manifestsFrom } from '../init/manifest.js';
import * as messages from './messages.js';

/** What a framework makes of its configuration; undefined if the framework is not installed. */
export interface EvaluatedConfig {
  /** The options of each entry of our reporter. */
  ours: Record<string, unknown>[];
  /** Keys of the configuration that name our setup file; empty for frameworks without one. */
  setupKeys: string[];
  /** Jest's projects that lack our setup file. */
  withoutSetup?: string[];
  /** What is certainly wrong. */
  problems: string[];
}

const TITLES = { playwright: 'Playwright', jest: 'Jest', vitest: 'Vitest', mocha: 'Mocha' };
type Framework = keyof typeof TITLES;

const [framework = '', dependency = '', folder = '.', file] = process.argv.slice(2);
const root = resolve(folder);
const project = createRequire(join(root, 'package.json'));

const evaluate: Record<Framework, () => Promise<EvaluatedConfig> | EvaluatedConfig> = {
  playwright,
  jest,
  vitest,
  mocha,
};

process.chdir(root);
const evaluated = isInstalled() ? await evaluate[framework as Framework]() : undefined;
process.send?.({ evaluated }, () => process.exit());

function isInstalled(): boolean {
  try {
    project.resolve(`${dependency}/package.json`);
    return true;
  } catch {
    return false;
  }
}

/** Playwright's own loader, which also compiles TypeScript, reads a file that imports the project's configuration. */
function playwright(): EvaluatedConfig {
  const names = ['ts', 'js', 'mts', 'mjs', 'cts', 'cjs'].map((extension) => `playwright.config.${extension}`);
  const config = file ?? names.find((name) => existsSync(join(root, name)));
  if (config === undefined) return { ours: [], setupKeys: [], problems: [] };
  const temporary = realpathSync(mkdtempSync(join(tmpdir(), 'testpoint-doctor-')));
  try {
    const path = resolve(root, config);
    const isModule =
      /\.m[jt]s$/.test(path) ||
      (!/\.c[jt]s$/.test(path) && manifestsFrom(dirname(path))[0]?.manifest.isModule === true);
    const wrapper = join(temporary, `playwright.config.${isModule ? 'mjs' : 'cjs'}`);
    const output = join(temporary, 'reporter.json');
    const imports = isModule
      ? `import { writeFileSync } from 'node:fs';\nimport * as loaded from ${JSON.stringify(pathToFileURL(path).href)};`
      : `const { writeFileSync } = require('node:fs');\nconst loaded = require(${JSON.stringify(path)});`;
    writeFileSync(wrapper, `${imports}\n${keepReporter(output)}`);
    const command = join(dirname(project.resolve(`${dependency}/package.json`)), 'cli.js');
    run([command, 'test', '--list', '--config', wrapper]);
    const reporters = asList(JSON.parse(readFileSync(output, 'utf8')));
    return { ours: oursIn(reporters), setupKeys: [], problems: foreignIn(reporters) };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Ends Playwright before it does anything with the configuration. */
function keepReporter(output: string): string {
  return `const config = loaded.default?.default ?? loaded.default ?? loaded;
writeFileSync(${JSON.stringify(output)}, JSON.stringify(config.reporter ?? null));
process.exit(0);
`;
}

function jest(): EvaluatedConfig {
  const command = join(dirname(project.resolve('jest/package.json')), 'bin/jest.js');
  const printed = run([command, '--showConfig', ...(file === undefined ? [] : ['--config', file])]);
  // The configuration may print before and after it, as dotenv does. Every line inside of it is indented.
  const [json = 'null'] = /^\{\n {2}"configs": [\s\S]*?^\}$/m.exec(printed) ?? [];
  const shown: unknown = JSON.parse(json);
  if (!isObject(shown) || !isObject(shown.globalConfig)) throw new Error('jest --showConfig printed no configuration');
  const { globalConfig } = shown;
  const configs = asList(shown.configs).filter(isObject);
  const hasSetup = (config: Record<string, unknown>, key: string) =>
    asList(config[key]).some((item) => isOurs(nameOf(item), '@testpoint/jest/setup'));
  const setupKeys = ['setupFiles', 'setupFilesAfterEnv', 'reporters'].filter((key) =>
    [...configs, globalConfig].some((config) => hasSetup(config, key)),
  );
  // Other runners, such as linters, run no setup files.
  const lacking = configs.filter(
    (config) => /[\\/]jest-runner[\\/]/.test(String(config.runner)) && !hasSetup(config, 'setupFilesAfterEnv'),
  );
  const withoutSetup = lacking.map(({ displayName, rootDir }) =>
    isObject(displayName) ? String(displayName.name) : relative(root, String(rootDir)) || '.',
  );
  const reporters = asList(globalConfig.reporters);
  return { ours: oursIn(reporters), setupKeys, withoutSetup, problems: foreignIn(reporters) };
}

async function vitest(): Promise<EvaluatedConfig> {
  // As Vitest sets them: React Router's plugin fails in tests, so its projects leave it out there.
  Object.assign(process.env, { VITEST: 'true', TEST: 'true', NODE_ENV: process.env.NODE_ENV ?? 'test' });
  const { resolveConfig } = await import(pathToFileURL(project.resolve('vitest/node')).href);
  const config = await resolveConfig({ root, ...(file === undefined ? {} : { config: resolve(root, file) }) });
  // Vitest 5 resolves to Vite's configuration, which contains its own.
  const reporters = asList((config.vitestConfig ?? config.test).reporters);
  // A reporter that the configuration creates itself has options that we can't see. Those for other frameworks have the same name.
  const created = reporters.filter(
    (one) => isObject(one) && one.constructor.name === 'TestpointReporter' && 'onTestModuleEnd' in one,
  );
  const ours = [...oursIn(reporters), ...created.map(() => ({}))];
  return { ours, setupKeys: [], problems: foreignIn(reporters) };
}

async function mocha(): Promise<EvaluatedConfig> {
  const major = Number.parseInt(project('mocha/package.json').version, 10);
  const { loadOptions } = project(`mocha/lib/cli/options${major >= 12 ? '.cjs' : ''}`);
  const loaded: Record<string, unknown> = loadOptions(file === undefined ? [] : ['--config', file]);
  const setupKeys = asList(loaded.require).some((item) => isOurs(item, '@testpoint/mocha/setup')) ? ['require'] : [];
  if (!isOurs(loaded.reporter, '@testpoint/mocha')) {
    const isMisplaced = asList(loaded.require).some((item) => isOurs(item, '@testpoint/mocha'));
    const misplaced = isMisplaced ? [messages.reporterInRequire] : [];
    return { ours: [], setupKeys, problems: [...foreignIn([loaded.reporter]), ...misplaced] };
  }
  const given = loaded['reporter-option'] ?? loaded.reporterOption ?? loaded.reporterOptions ?? [];
  const isUnread = major < 12 && asList(given).some(isObject);
  const problems = isUnread ? [messages.optionsAreObject(major)] : [];
  const { readReporterOptions } = await import(pathToFileURL(project.resolve('@testpoint/mocha/config')).href);
  return { ours: [readReporterOptions({ reporterOptions: given }).own], setupKeys, problems };
}

/** @returns what the command printed. @throws with what it printed, if it fails */
function run(args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    ...{ cwd: root, encoding: 'utf8' as const },
    // Jest shows the configuration of each of its projects.
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  if (status === 0) return stdout;
  throw new Error((stderr || stdout).trim());
}

/** The options of our entries in a list of reporters, which are names, or names with options. */
function oursIn(reporters: readonly unknown[]): Record<string, unknown>[] {
  return reporters
    .filter((entry) => isOurs(nameOf(entry), `@testpoint/${framework}`))
    .map((entry) => (Array.isArray(entry) && isObject(entry[1]) ? entry[1] : {}));
}

/** What is wrong with our reporters for other frameworks in a list. */
function foreignIn(reporters: readonly unknown[]): string[] {
  return Object.entries(TITLES).flatMap(([name, title]) => {
    const reporter = `@testpoint/${name}`;
    if (name === framework || !reporters.some((entry) => isOurs(nameOf(entry), reporter))) return [];
    return [messages.otherFramework(reporter, TITLES[framework as Framework], title)];
  });
}

function nameOf(entry: unknown): unknown {
  return Array.isArray(entry) ? entry[0] : entry;
}

/** Whether a name or path leads to a module of ours. */
function isOurs(name: unknown, ours: string): boolean {
  if (name === ours) return true;
  try {
    return typeof name === 'string' && realpathSync(project.resolve(name)) === realpathSync(project.resolve(ours));
  } catch {
    return false;
  }
}

function asList(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
