import { OPTION_KEYS } from '@testpoint/core/adapter';
import { isObject } from '@testpoint/interface/codec';
import { mochaHost } from '../description.js';
import type { MochaOptions } from '../in-test/mocha-types.js';

/** The reporter's options, split by recipient. */
export interface ReporterOptions {
  /** Everything else, for core. */
  own: Record<string, unknown>;
  /** Name or path of the reporter that prints. */
  console: unknown;
  /** Options of that reporter: `consoleOptions`, and every option that is not ours. */
  consoleOptions: Record<string, unknown>;
}

const OURS: ReadonlySet<string> = new Set([...OPTION_KEYS, ...(mochaHost.ownOptions ?? [])]);

/** The values of our option `output`. */
const OUTPUTS: ReadonlySet<unknown> = new Set(['failed', 'all', 'none']);

/**
 * `reporterOptions` in a configuration file have types. `--reporter-option key=value` gives strings, in which core
 * recognizes numbers and booleans. Here, `a.b=value` becomes `{ a: { b: value } }`, and text in JSON brackets is parsed.
 */
export function readReporterOptions(options: MochaOptions): ReporterOptions {
  const given = fromTexts(options.reporterOptions ?? options.reporterOption);
  const all: Record<string, unknown> = {};
  const foreign: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    const path = key.split('.');
    const isTheirs = isFileOfConsole(key, value, given.console);
    if (isTheirs || !OURS.has(path[0] ?? '')) setOwn(foreign, key, value);
    if (!isTheirs) put(all, path, fromText(value));
  }
  const { console = 'spec', consoleOptions, ...own } = all;
  return { own, console, consoleOptions: { ...foreign, ...(isObject(consoleOptions) && consoleOptions) } };
}

/** The options by name. Mocha 12 passes the texts of `reporterOptions` and `reporterOption` on as they are. */
function fromTexts(given: unknown): Record<string, unknown> {
  if (isObject(given)) return given;
  const texts = typeof given === 'string' ? given.split(',') : Array.isArray(given) ? given : [];
  const options: Record<string, unknown> = {};
  for (const item of texts) {
    if (isObject(item)) Object.assign(options, item);
    if (typeof item !== 'string') continue;
    const [key = '', ...value] = item.split('=');
    setOwn(options, key, value.length > 0 ? value.join('=') : true);
  }
  return options;
}

/** Mocha's own reporters have an option `output`, too: the name of a file. */
function isFileOfConsole(key: string, value: unknown, console: unknown): boolean {
  return key === 'output' && (console === 'xunit' || console === 'json') && !OUTPUTS.has(value);
}

function put(target: Record<string, unknown>, [key = '', ...below]: string[], value: unknown): void {
  if (below.length === 0) return setOwn(target, key, value);
  const known = Object.hasOwn(target, key) ? target[key] : undefined;
  const inner = isObject(known) ? { ...known } : {};
  put(inner, below, value);
  setOwn(target, key, inner);
}

/** Defines an own property, even for a key like `__proto__`. */
function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

function fromText(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    // Core reports the problem.
    return value;
  }
}
