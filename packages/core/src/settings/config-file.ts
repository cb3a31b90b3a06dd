import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import type { SettingProblem } from './problems.js';

/** A config file as its author wrote it. */
export interface ConfigFile {
  path: string;
  /** Folder that paths in it are relative to. */
  directory: string;
  options: unknown;
}

const requireHere = createRequire(import.meta.url);
/** In the order they are looked for. */
const NAMES = ['ts', 'mts', 'js', 'mjs', 'cjs', 'json'].map((extension) => `testpoint.config.${extension}`);

/** The first `testpoint.config.*` of the folders, loaded; undefined when there is none. */
export function loadConfigFile(directories: readonly string[]): ConfigFile | SettingProblem | undefined {
  for (const directory of new Set(directories)) {
    for (const name of NAMES) {
      const path = join(directory, name);
      if (existsSync(path)) return load(path);
    }
  }
  return undefined;
}

function load(path: string): ConfigFile | SettingProblem {
  try {
    const options = extname(path) === '.json' ? JSON.parse(readFileSync(path, 'utf8')) : exported(run(path));
    if (options instanceof Promise) throw new Error('it exports a promise');
    return { path, directory: dirname(path), options };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const fix = isAsync(error)
      ? 'It is loaded synchronously: take the top-level await out of it'
      : 'Correct the file, or remove it';
    return {
      key: 'config file',
      origin: `file ${path}`,
      message: `it can't be loaded: ${message.split('\n')[0]}. ${fix}.`,
    };
  }
}

/** Node loads JavaScript by itself, ES modules included; TypeScript and what an older or restricted Node refuses need a loader. */
function run(path: string): unknown {
  if (!path.endsWith('ts')) {
    try {
      return createRequire(path)(path);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ERR_REQUIRE_ESM')) throw error;
    }
  }
  const { createJiti }: typeof import('jiti') = requireHere('jiti');
  // No cache of compiled files: a reporter leaves nothing behind but its outbox.
  return createJiti(path, { fsCache: false, interopDefault: true })(path);
}

function exported(module: unknown): unknown {
  return typeof module === 'object' && module !== null && 'default' in module ? module.default : module;
}

function isAsync(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_REQUIRE_ASYNC_MODULE';
}
