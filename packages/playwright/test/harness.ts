import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JSONReport } from '@playwright/test/reporter';
import type { StepResult } from '@testpoint/interface';
import { type Finished as Ended, FrameworkSuite } from '../../conformance/src/harness/framework-suite.js';
import { outline as outlineOf } from '../../conformance/src/harness/held-results.js';

export { SECRET_KEY } from '../../conformance/src/harness/framework-suite.js';
export { byId, type Held } from '../../conformance/src/harness/held-results.js';
export { until } from '../../conformance/src/harness/until.js';
export { useService } from '../../conformance/test/use-service.js';

/** Time for a test that starts Playwright on a busy machine, milliseconds. */
export const PATIENCE = 300_000;

export type Finished = Ended<JSONReport>;

/** The folder of Playwright and the fixtures: this one, or a copy of it in a project with another version. */
const here = fileURLToPath(new URL('.', import.meta.url));
const root = process.env.TESTPOINT_PLAYWRIGHT_ROOT ?? here;
/** A path, because Playwright can't resolve a package's name from inside the package. */
const ourselves = root === here ? { TESTPOINT_REPORTER: join(here, '../dist/index.cjs') } : {};
const cli = createRequire(join(root, 'package.json')).resolve('@playwright/test/cli');
const fixtures = join(root, 'fixtures');

type Options = Record<string, unknown>;

/** One Playwright process with our reporter and Playwright's JSON reporter, and the run that it reports into. */
export class Suite extends FrameworkSuite<JSONReport> {
  readonly config: string;

  /** @param fixture folder under `fixtures`, or absolute; a config file of another name may follow */
  constructor(fixture: string, url: string, config = 'playwright.config.ts') {
    super('playwright', url);
    this.config = join(fixture.startsWith('/') ? fixture : join(fixtures, fixture), config);
  }

  /** @param options of the reporter besides those that every suite has; false for no reporter of ours, a list for several */
  run(options: Options | false | Options[] = {}, args: string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Finished> {
    const reporters = options === false ? [] : [options].flat().map((own) => ({ ...this.settings(), ...own }));
    const reporting = { TESTPOINT_OPTIONS: JSON.stringify(reporters) };
    return this.#playwright(['test', '--config', this.config, ...args], { ...reporting, ...env });
  }

  /**
   * Runs Playwright's merge-reports.
   * @param blobs folder with one folder per shard
   * @param options of our reporters in the config; undefined for no config, and our reporter on the command line
   */
  async merge(blobs: string, options?: Options[]): Promise<Finished> {
    const all = join(this.folder, 'all-blobs');
    mkdirSync(all, { recursive: true });
    for (const shard of readdirSync(blobs)) cpSync(join(blobs, shard), all, { recursive: true });
    if (options === undefined) {
      const reporter = ourselves.TESTPOINT_REPORTER ?? '@testpoint/playwright';
      return this.#playwright(['merge-reports', '--reporter', reporter, all], {
        ...this.environment(),
        TMS_MERGE: 'report',
      });
    }
    const env = { TESTPOINT_OPTIONS: JSON.stringify(options.map((own) => ({ ...this.settings(), ...own }))) };
    return this.#playwright(['merge-reports', '--config', this.config, all], env);
  }

  #playwright(args: string[], env: NodeJS.ProcessEnv): Promise<Finished> {
    const places = { JSON_REPORT: this.json, OUTPUT_DIR: join(this.folder, 'output') };
    return this.start([cli, ...args], { ...places, ...ourselves, ...env });
  }
}

/**
 * Titles of a tree, with inner titles in the order of their steps. Older titles of fixtures and expects are converted to those
 * of Playwright 1.53 and newer.
 */
export function outline(steps: readonly StepResult[] | undefined): unknown[] {
  return outlineOf(steps, (title) =>
    title.replace(/^fixture: (.*)$/, 'Fixture "$1"').replace(/^expect\.(\w+)$/, 'Expect "$1"'),
  );
}
