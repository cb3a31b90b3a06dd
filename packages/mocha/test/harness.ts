import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { type Finished as Ended, FrameworkSuite } from '../../conformance/src/harness/framework-suite.js';
import type { JsonReport } from './comparing.js';

export { outline } from '../../conformance/src/harness/held-results.js';
export { until } from '../../conformance/src/harness/until.js';
export { useService } from '../../conformance/test/use-service.js';

export type Finished = Ended<JsonReport>;

/** Mocha's arguments for a run in two workers. */
export const PARALLEL = ['--parallel', '--jobs', '2'];

/** How a run differs from the plain one: serial, with only the reporter line, printing through Mocha's JSON reporter. */
export interface RunOptions {
  /** The package name under which Mocha is installed. */
  mocha?: 'mocha' | 'mocha-10' | 'mocha-11';
  args?: string[];
  env?: NodeJS.ProcessEnv;
  /** `--reporter-option` values besides those that every run has. */
  options?: Record<string, string>;
  /** Whether to load the setup file. */
  setup?: boolean;
  /** A reporter to use instead of ours, for comparison. */
  without?: string;
  /** Our reporter without any options. */
  bare?: boolean;
  /** Passes only these arguments, because a configuration file names the reporter. */
  plain?: string[];
}

const require = createRequire(import.meta.url);
const packageFolder = fileURLToPath(new URL('../', import.meta.url));
const reporter = join(packageFolder, 'dist', 'index.cjs');
const fixtures = join(packageFolder, 'test', 'fixtures');

const bareRuns = new Map<string, Promise<Finished>>();

/** One Mocha process with our reporter, printing through Mocha's JSON reporter, and the run that it reports into. */
export class Suite extends FrameworkSuite<JsonReport> {
  /** Working directory of the process. File names in ids are relative to it. */
  readonly fixture: string;

  constructor(fixture: string, url: string) {
    super('mocha', url);
    this.fixture = resolve(fixtures, fixture);
  }

  /** @param files relative to the fixture */
  run(files: string[], options: RunOptions = {}): Promise<Finished> {
    const bin = require.resolve(`${options.mocha ?? 'mocha'}/bin/mocha.js`);
    // Mocha's reporter options are strings, and a bare reporter line has none.
    const env = { ...(options.without === undefined && this.environment()), ...options.env };
    return this.start([bin, ...this.#argsOf(options), ...files], env, this.fixture);
  }

  /** Like `run`, and compares with a run without us: exit code, signal and standard output must be the same. */
  async runAndCompare(files: string[], options: RunOptions = {}): Promise<Finished> {
    const [run, bare] = await Promise.all([this.run(files, options), this.bare(files, 'json', options)]);
    expect(run).toMatchObject({ code: bare.code, signal: bare.signal, stdout: bare.stdout });
    return run;
  }

  /** `runAndCompare` in the long run, else `run`: for tests of what arrives. */
  runOrCompare(files: string[], options: RunOptions = {}): Promise<Finished> {
    return IS_LONG ? this.runAndCompare(files, options) : this.run(files, options);
  }

  /** The same with another reporter and without us. Runs that differ only in our setup file have the same. */
  bare(files: string[], reporter: string, { setup: _, ...rest }: RunOptions = {}): Promise<Finished> {
    const options = { ...rest, without: reporter };
    const key = JSON.stringify([this.fixture, files, options]);
    const known = bareRuns.get(key);
    if (known !== undefined) return known;
    const alone = new Suite(this.fixture, this.url);
    const run = alone.run(files, options).finally(() => alone.clean());
    bareRuns.set(key, run);
    return run;
  }

  #argsOf({ without, bare, plain, setup, options = {}, args = [] }: RunOptions): string[] {
    const { json } = this;
    if (plain !== undefined) return plain;
    if (bare === true) return ['--reporter', reporter];
    if (without === 'json') return ['--reporter', 'json', '--reporter-option', `output=${json}`, ...args];
    if (without !== undefined) return ['--reporter', without, ...args];
    const given =
      options.console === undefined ? { console: 'json', 'consoleOptions.output': json, ...options } : options;
    return [
      ...['--reporter', reporter],
      ...(setup === true ? ['--require', join(packageFolder, 'dist', 'setup.cjs')] : []),
      ...Object.entries(given).flatMap(([key, value]) => ['--reporter-option', `${key}=${value}`]),
      ...args,
    ];
  }
}
