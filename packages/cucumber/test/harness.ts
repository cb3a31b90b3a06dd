import { cpSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { writeProject } from '../../../scripts/projects.mjs';
import { type Finished as Ended, FrameworkSuite } from '../../conformance/src/harness/framework-suite.js';

export { outline } from '../../conformance/src/harness/held-results.js';
export { useService } from '../../conformance/test/use-service.js';

export type Finished = Ended<unknown>;

export interface RunOptions {
  args?: string[];
  env?: NodeJS.ProcessEnv;
  /** What starts Cucumber's command. */
  before?: string[];
}

/** The package name under which a version is installed. */
export type Version = '@cucumber/cucumber' | 'cucumber-11' | 'cucumber-13';

const require = createRequire(import.meta.url);
const packageFolder = fileURLToPath(new URL('../', import.meta.url));
export const CLI = join(packageFolder, '..', 'cli', 'dist', 'bin.js');

/** Those that run in this Node, the tested one first. `npm test` takes that one. */
export const VERSIONS: readonly Version[] = [
  '@cucumber/cucumber',
  ...(IS_LONG ? (['cucumber-11'] as const) : []),
  ...(IS_LONG && Number.parseInt(process.versions.node, 10) >= 22 ? (['cucumber-13'] as const) : []),
];

/** A copy of a fixture in which a version of Cucumber is installed. */
export class Suite extends FrameworkSuite<unknown> {
  readonly project: string;
  readonly #bin: string;

  constructor(fixture: string, url: string, version: Version = '@cucumber/cucumber') {
    super('cucumber', url);
    this.project = join(realpathSync(this.folder), 'project');
    const cucumber = realpathSync(dirname(require.resolve(`${version}/package.json`)));
    this.#bin = join(cucumber, 'bin', 'cucumber.js');
    mkdirSync(this.project);
    writeProject(this.project, {}, { '@cucumber/cucumber': cucumber, '@testpoint/cucumber': packageFolder });
    cpSync(join(packageFolder, 'test', 'fixtures', fixture), this.project, { recursive: true });
  }

  /** One Cucumber process with our formatter. */
  run({ args = [], env, before = [] }: RunOptions = {}): Promise<Finished> {
    const format = ['--format', '"@testpoint/cucumber":".testpoint/cucumber.log"'];
    return this.start([...before, this.#bin, ...format, ...args], { ...this.environment(), ...env }, this.project);
  }

  /** The same without us. */
  bare({ args = [], env = {} }: RunOptions = {}): Promise<Finished> {
    return this.start([this.#bin, ...args], env, this.project);
  }

  /** Like `run`, and compares with a run without us: exit code and standard output must be the same, but for times. */
  async runAndCompare(options: RunOptions = {}): Promise<Finished> {
    const [run, bare] = await Promise.all([this.run(options), this.bare(options)]);
    expect({ code: run.code, signal: run.signal, stdout: untimed(run.stdout) }).toEqual({
      code: bare.code,
      signal: bare.signal,
      stdout: untimed(bare.stdout),
    });
    expect(readFileSync(join(this.project, '.testpoint', 'cucumber.log'), 'utf8')).toBe('');
    return run;
  }

  /** Compares only in long runs. */
  runOrCompare(options: RunOptions = {}): Promise<Finished> {
    return IS_LONG ? this.runAndCompare(options) : this.run(options);
  }
}

function untimed(text: string): string {
  return text.replace(/\d+m ?\d+\.\d+s/g, '0s');
}
