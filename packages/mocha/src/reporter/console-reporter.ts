import { resolve } from 'node:path';
import { workingFolder } from '@testpoint/core/built-ins';
import type { LoadedMocha } from '../in-test/mocha-module.js';
import type { MochaOptions, MochaRunner } from '../in-test/mocha-types.js';
import { consoleNotLoaded, mochaNotFound, notAReporter } from './messages.js';

/** A reporter in Mocha's sense. */
export interface ReporterInstance {
  done?(failures: number, fn: (...results: unknown[]) => void): unknown;
}

type ReporterClass = new (runner: MochaRunner, options: MochaOptions) => ReporterInstance;

/** The reporter that prints, and a problem if it is not the requested one. */
export interface ConsoleChoice {
  reporter: ReporterClass | undefined;
  problem?: string;
}

/** Finds the console reporter where Mocha would look for it, in the same order. Falls back to `spec`. */
export function chooseConsole(wanted: unknown, mocha: LoadedMocha | undefined, ourselves: unknown): ConsoleChoice {
  if (mocha === undefined) return { reporter: undefined, problem: mochaNotFound };
  const fallback = asReporter(mocha.module.reporters.spec);
  try {
    const reporter = asReporter(typeof wanted === 'string' ? load(wanted, mocha) : wanted);
    if (reporter === ourselves) return { reporter: fallback };
    if (reporter !== undefined) return { reporter };
    throw new Error(notAReporter);
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error);
    return {
      reporter: fallback,
      problem: consoleNotLoaded(nameOf(wanted), why),
    };
  }
}

/** The options that the console reporter would get without us. */
export function consoleRunOptions(options: MochaOptions, consoleOptions: Record<string, unknown>): MochaOptions {
  return { ...options, reporterOption: consoleOptions, reporterOptions: consoleOptions };
}

function load(name: string, { module, require }: LoadedMocha): unknown {
  if (Object.hasOwn(module.reporters, name)) return module.reporters[name];
  let path: string;
  try {
    path = require.resolve(name, { paths: [...(require.resolve.paths(name) ?? []), workingFolder] });
  } catch {
    path = resolve(workingFolder, name);
  }
  return require(path);
}

function asReporter(found: unknown): ReporterClass | undefined {
  const hasDefault = (typeof found === 'object' || typeof found === 'function') && found !== null && 'default' in found;
  const reporter = hasDefault ? found.default : found;
  return typeof reporter === 'function' ? (reporter as ReporterClass) : undefined;
}

function nameOf(wanted: unknown): string {
  return typeof wanted === 'string' ? `"${wanted}"` : `a value of type ${typeof wanted}`;
}
