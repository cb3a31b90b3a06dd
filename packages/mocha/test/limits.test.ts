import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { addressSpace, runProcess } from '../../core/test/run-process.js';
import { Suite, useService } from './harness.js';

const service = useService();
const MOCHA = createRequire(import.meta.url).resolve('mocha/bin/mocha.js');
const built = (name: string) => fileURLToPath(new URL(`../dist/${name}.cjs`, import.meta.url));

/** V8 ends a process that may not have a thread's memory. The setup file runs in it, too. */
test.runIf(process.platform === 'linux').each(IS_LONG ? [500_000, 800_000, 1_050_000] : [800_000])(
  'with %i KiB of address space left, a suite with the setup line ends the same as without us, and its results wait for a flush',
  async (left) => {
    const suite = new Suite('ends', service.url);
    const file = join(suite.fixture, 'bail.cjs');
    const ours = [MOCHA, '--reporter', built('index'), '--require', built('setup'), file];
    const limit = addressSpace(left);
    const bare = await runProcess([MOCHA, file], limit);
    const { code, errorOutput } = await runProcess(ours, limit, suite.environment());
    expect(code).toBe(bare.code);
    expect(errorOutput).toMatch(
      /4 results not delivered: the delivery thread could not start \(it needs 1\.1 GiB of address/,
    );
    suite.clean();
  },
);
