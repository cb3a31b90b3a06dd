import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { type Finished as Ended, FrameworkSuite } from '../../conformance/src/harness/framework-suite.js';

export { outline } from '../../conformance/src/harness/held-results.js';
export { useService } from '../../conformance/test/use-service.js';

export type Finished = Ended<unknown>;

/** How a run differs from the plain one: each file in a process, with only the reporter line. */
export interface RunOptions {
  args?: string[];
  env?: NodeJS.ProcessEnv;
  /** Whether to load the setup file. */
  setup?: boolean;
  /** Whether our reporter and setup file are left out, for comparison. */
  bare?: boolean;
  /** Whether to run `node file`, without `--test`. */
  isProgram?: boolean;
}

const packageFolder = fileURLToPath(new URL('../', import.meta.url));
const dist = (file: string) => join(packageFolder, 'dist', file);
const fixtures = join(packageFolder, 'test', 'fixtures');

/** One run of Node's test runner, which prints through `dot`, and the run that it reports into. */
export class Suite extends FrameworkSuite<unknown> {
  /** Working directory of the process. File names in ids are relative to it. */
  readonly fixture: string;

  constructor(fixture: string, url: string) {
    super('node-test', url);
    this.fixture = resolve(fixtures, fixture);
  }

  /** @param files relative to the fixture */
  run(files: readonly string[], options: RunOptions = {}): Promise<Finished> {
    const { bare, setup, isProgram, args = [], env } = options;
    const url = (file: string) => new URL(`../dist/${file}`, import.meta.url).href;
    return this.start(
      [
        ...(isProgram === true ? [] : ['--test']),
        ...(setup === true && bare !== true ? ['--import', url('setup.js')] : []),
        ...['--test-reporter', 'dot', '--test-reporter-destination', 'stdout'],
        ...(bare === true ? [] : ['--test-reporter', dist('index.js'), '--test-reporter-destination', 'stdout']),
        ...args,
        ...files,
      ],
      { ...(bare !== true && this.environment()), ...env },
      this.fixture,
    );
  }

  /** Like `run`, and compares with a run without us: exit code, signal and standard output must be the same. */
  async runAndCompare(files: readonly string[], options: RunOptions = {}): Promise<Finished> {
    const alone = new Suite(this.fixture, this.url);
    const [run, bare] = await Promise.all([
      this.run(files, options),
      alone.run(files, { ...options, bare: true }).finally(() => alone.clean()),
    ]);
    const { code, signal } = bare;
    expect({ ...run, stdout: timeless(run.stdout) }).toMatchObject({ code, signal, stdout: timeless(bare.stdout) });
    return run;
  }

  /** Compares only in long runs. */
  runOrCompare(files: readonly string[], options: RunOptions = {}): Promise<Finished> {
    return IS_LONG ? this.runAndCompare(files, options) : this.run(files, options);
  }
}

function timeless(printed: string): string {
  return printed.replace(/[\d.]+ms/g, 'some ms');
}
