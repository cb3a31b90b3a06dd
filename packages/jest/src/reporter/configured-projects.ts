import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { GlobalConfig, ProjectConfig, ProjectOptions } from '../in-test/jest-types.js';
import { jestModule } from './jest-module.js';

/** Jest's default in its newest version. */
const TEST_MATCH = ['**/__tests__/**/*.?([mc])[jt]s?(x)', '**/?(*.)+(spec|test).?([mc])[jt]s?(x)'];
const CONFIG_FILES = ['js', 'ts', 'mjs', 'cjs', 'json', 'mts', 'cts'].map((end) => `jest.config.${end}`);
const CONFIG_FILE = /\.(?:[cm]?[jt]s|json)$/;

/** The part of Jest's class that we use. It reads nothing but these members. */
type SearchSource = new (context: {
  config: Record<'roots' | 'testMatch' | 'testRegex' | 'testPathIgnorePatterns', string[]>;
}) => { isTestFilePath(path: string): boolean };

interface Entry {
  /** Position among the projects. */
  index: number;
  /** Absolute; undefined for a project that is an object in Jest's configuration. */
  configFile?: string;
  /** As the user wrote them; undefined if only Jest's own loader could read them. */
  options: ProjectOptions | undefined;
  source?: InstanceType<SearchSource> | undefined;
}

/**
 * The projects in Jest's configuration, in their order. Jest tells its reporters only about the projects whose files run: a shard
 * or `--onlyFailures` may leave out the others.
 */
export class ConfiguredProjects {
  readonly #entries: readonly Entry[];
  readonly #searchSource: SearchSource | undefined;
  /** By Jest's id: the projects with the same name that come before it. */
  readonly #before = new Map<string | undefined, readonly Entry[]>();

  constructor({ projects = [], rootDir }: GlobalConfig) {
    this.#entries = projects.flatMap(entryOf).map((entry, index) => ({ index, ...entry }));
    const jest: { SearchSource?: SearchSource } = jestModule(rootDir, 'jest', '@jest/core') ?? {};
    this.#searchSource = jest.SearchSource;
  }

  /** Reads the configurations that are ES modules. */
  async readModules(): Promise<void> {
    for (const entry of this.#entries) {
      const { configFile = '', options } = entry;
      if (options === undefined && /\.m?js$/.test(configFile)) entry.options = await optionsInModule(configFile);
    }
  }

  /** How many projects with the same name come before this one and run the file, too. */
  before(config: ProjectConfig, path: string): number {
    const known = this.#before.get(config.id);
    const before = known ?? this.#alikeBefore(config);
    if (known === undefined) this.#before.set(config.id, before);
    return before.filter((entry) => {
      entry.source ??= this.#sourceOf(entry);
      return entry.source?.isTestFilePath(path);
    }).length;
  }

  #alikeBefore(config: ProjectConfig): Entry[] {
    const alike = this.#entries.filter(({ options }) => options && nameIn(options) === config.displayName?.name);
    if (alike.length === 0) return [];
    const own = this.#entries.find((entry) => isOf(entry, config));
    return own === undefined ? [] : alike.filter(({ index }) => index < own.index);
  }

  #sourceOf({ configFile, options = {} }: Entry): Entry['source'] {
    if (this.#searchSource === undefined) return undefined;
    const { testRegex, testMatch = testRegex === undefined ? TEST_MATCH : [] } = options;
    const folder = real(resolve(configFile === undefined ? '' : dirname(configFile), options.rootDir ?? ''));
    const inFolder = (text: string) => text.replaceAll('<rootDir>', folder);
    const config = {
      roots: (options.roots ?? ['']).map((root) => resolve(folder, inFolder(root))),
      testMatch: listOf(testMatch).map((glob) => glob.replaceAll('<rootDir>', asGlob(folder))),
      testRegex: listOf(testRegex).map(withOwnSeparator),
      testPathIgnorePatterns: (options.testPathIgnorePatterns ?? ['/node_modules/']).map((pattern) =>
        withOwnSeparator(inFolder(pattern)),
      ),
    };
    return new this.#searchSource({ config });
  }
}

function entryOf(project: string | ProjectOptions): Omit<Entry, 'index'>[] {
  if (typeof project !== 'string') return [{ options: project }];
  const path = resolve(project);
  const configFile = CONFIG_FILE.test(path)
    ? path
    : [...CONFIG_FILES, 'package.json'].map((name) => join(path, name)).find((file) => existsSync(file));
  // Without one, Jest ignores a file.
  return configFile === undefined ? [] : [{ configFile, options: optionsIn(configFile) }];
}

/** What Jest has loaded. Loading it again could start what it starts, or print what it prints. */
function optionsIn(configFile: string): ProjectOptions | undefined {
  try {
    const require = createRequire(configFile);
    const found = require.resolve(configFile);
    return optionsOf(configFile.endsWith('.json') ? require(found) : require.cache[found]?.exports);
  } catch {
    return undefined;
  }
}

async function optionsInModule(configFile: string): Promise<ProjectOptions | undefined> {
  try {
    return optionsOf(await import(pathToFileURL(configFile).href));
  } catch {
    return undefined;
  }
}

/** Undefined for a function, which Jest has called. */
function optionsOf(loaded: unknown): ProjectOptions | undefined {
  const { default: options = loaded, jest = options } = Object(loaded) as { default?: unknown; jest?: unknown };
  return typeof jest === 'object' && jest !== null ? jest : undefined;
}

/** Jest's id of a project is a digest of its folder, its file and its position. */
function isOf({ index, configFile = '', options }: Entry, { id, rootDir = '' }: ProjectConfig): boolean {
  if (options?.id !== undefined) return options.id === id;
  const { createHash } = process.getBuiltinModule('node:crypto');
  const hash = createHash('sha1').update(rootDir).update(configFile).update(String(index));
  return hash.digest('hex').slice(0, 32) === id;
}

function nameIn({ displayName }: ProjectOptions): string | undefined {
  return typeof displayName === 'string' ? displayName : displayName?.name;
}

function real(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

function listOf(value: string | readonly string[] = []): readonly string[] {
  return typeof value === 'string' ? [value] : value;
}

function asGlob(folder: string): string {
  const slashed = sep === '/' ? folder : folder.replaceAll(sep, '/');
  return slashed.replaceAll(/[!()*?[\]{}]/g, '\\$&');
}

/** Patterns contain slashes, paths on Windows do not. */
function withOwnSeparator(pattern: string): string {
  return sep === '/' ? pattern : pattern.replaceAll('/', '\\\\');
}
