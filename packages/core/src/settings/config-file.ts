import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { plainFiles, readText } from '../outbox/format/plain-files.js';
import { configNotLoaded, exportsNoOptions, optionsUnderName, topLevelAwait } from './messages.js';
import { isOptionKey } from './option-table.js';
import { describe, isNameMap } from './plain-values.js';
import type { SettingProblem } from './problems.js';

/** The content of a config file. */
export interface ConfigFile {
  path: string;
  /** Folder that paths in it are relative to. */
  directory: string;
  options: unknown;
  /** Other config files next to it, which are not read. */
  ignored: string[];
}

/** Bytes. */
const LONGEST = 16 * 1024 * 1024;
const requireHere = createRequire(import.meta.url);
/** In search order. */
export const CONFIG_FILES = ['ts', 'mts', 'js', 'mjs', 'cjs', 'json'].map(
  (extension) => `testpoint.config.${extension}`,
);

/** Loads the first `testpoint.config.*` in the folders; undefined if there is none. */
export function loadConfigFile(directories: readonly string[]): ConfigFile | SettingProblem | undefined {
  const paths = [...new Set(directories)].flatMap((directory) => CONFIG_FILES.map((name) => join(directory, name)));
  const [path, ...ignored] = paths.filter((candidate) => existsSync(candidate));
  return path === undefined ? undefined : load(path, ignored);
}

function load(path: string, ignored: string[]): ConfigFile | SettingProblem {
  const problem = (message: string, line?: number): SettingProblem => {
    return {
      key: 'config file',
      origin: `file ${path}${line === undefined ? '' : `:${line}`}`,
      message,
      stops: 'recording',
    };
  };
  try {
    // Node would wait for the writer of a named pipe.
    plainFiles.check(path);
    const options = extname(path) === '.json' ? readJsonFile(path, LONGEST) : exported(run(path));
    if (options instanceof Promise) throw new Error('it exports a promise');
    const name = nameOfOptions(options);
    if (name !== undefined) return problem(optionsUnderName(name));
    if (exportsNothing(path, options)) return problem(exportsNoOptions);
    return { path, directory: dirname(path), options, ignored };
  } catch (error) {
    const message = isAsync(error) ? topLevelAwait : configNotLoaded;
    return problem(message(describe(error)), lineOf(error, path));
  }
}

/** The line of the file that an error comes from, if known. */
function lineOf(error: unknown, path: string): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const text = `${error.stack}\n${error.message}`;
  for (const start of [`${path}:`, `${pathToFileURL(path).href}:`]) {
    const at = text.indexOf(start);
    if (at >= 0) return Number.parseInt(text.slice(at + start.length), 10);
  }
  if (!(error instanceof SyntaxError)) return undefined;
  if (extname(path) !== '.json') return lineOf(parseError(path), path);
  const position = /at position (\d+)/.exec(error.message)?.[1];
  return position === undefined ? undefined : readText(path, LONGEST).slice(0, +position).split('\n').length;
}

/** jiti's error for a file that can't be parsed, because Node gives no location in an ES module. */
function parseError(path: string): unknown {
  try {
    loader(path)(path);
    return undefined;
  } catch (error) {
    return error instanceof SyntaxError ? undefined : error;
  }
}

/**
 * Node itself loads JavaScript, including ES modules. TypeScript, and files that an older or restricted Node refuses, need a
 * loader.
 */
function run(path: string): unknown {
  if (!path.endsWith('ts')) {
    try {
      return createRequire(path)(path);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ERR_REQUIRE_ESM')) throw error;
    }
  }
  return loader(path)(path);
}

function loader(path: string): ReturnType<typeof import('jiti').createJiti> {
  const { createJiti }: typeof import('jiti') = requireHere('jiti');
  // No cache of compiled files, because a reporter must leave nothing behind except its outbox.
  return createJiti(path, { fsCache: false, interopDefault: true });
}

function exported(module: unknown): unknown {
  return typeof module === 'object' && module !== null && 'default' in module ? module.default : module;
}

/** The name of an export that has our options as members. */
function nameOfOptions(exports: unknown): string | undefined {
  if (!isNameMap(exports)) return undefined;
  const hasOptions = (value: unknown) => isNameMap(value) && Object.keys(value).some(isOptionKey);
  return Object.keys(exports).find((name) => !isOptionKey(name) && hasOptions(exports[name]));
}

/** A file with the options in a constant, for example. Whoever writes `module.exports = {}` means it. */
function exportsNothing(path: string, options: unknown): boolean {
  if (extname(path) === '.json' || !isNameMap(options) || Object.keys(options).length > 0) return false;
  return !/\bexports?\b/.test(readText(path, LONGEST));
}

function isAsync(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_REQUIRE_ASYNC_MODULE';
}

/**
 * The value in a JSON file. Windows programs may begin it with a byte order mark.
 * @param longest bytes
 * @throws an Error that says what is wrong
 */
export function readJsonFile(path: string, longest: number): unknown {
  return JSON.parse(readText(path, longest).replace(/^\uFEFF/, ''));
}
