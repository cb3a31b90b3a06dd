import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Finished as Ended, FrameworkSuite } from '../../conformance/src/harness/framework-suite.js';

export { outline } from '../../conformance/src/harness/held-results.js';
export { until } from '../../conformance/src/harness/until.js';
export { useService } from '../../conformance/test/use-service.js';

/** The parts of Vitest's JSON report that we compare. */
export interface Report {
  testResults: {
    name: string;
    assertionResults: { ancestorTitles: string[]; title: string; status: string; failureMessages: string[] }[];
  }[];
}

export type Finished = Ended<Report>;

const cli = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const fixtures = fileURLToPath(new URL('fixtures/', import.meta.url));

/** One Vitest process with our reporter and Vitest's JSON reporter, and the run that it reports into. */
export class Suite extends FrameworkSuite<Report> {
  readonly root: string;

  /** @param fixture folder under `fixtures` */
  constructor(fixture: string, url: string) {
    super('vitest', url);
    this.root = join(fixtures, fixture);
  }

  /** @param options of the reporter besides those that every suite has; false for no reporter of ours */
  run(
    options: Record<string, unknown> | false = {},
    args: string[] = [],
    env: NodeJS.ProcessEnv = {},
  ): Promise<Finished> {
    const reporting = options !== false && {
      TESTPOINT_OPTIONS: JSON.stringify({ ...this.settings(), ...options }),
    };
    return this.start([cli, 'run', ...args], { JSON_REPORT: this.json, ...reporting, ...env }, this.root);
  }
}
