import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { run } from '../../../scripts/processes.mjs';
import { CONFIGURATION, KEY, RUN } from './journals.js';
import { useStrictService } from './use-strict-service.js';

const SUITE = fileURLToPath(new URL('./fixtures/unreadable.mjs', import.meta.url));
const start = useStrictService();
const idRoot = mkdtempSync(join(tmpdir(), 'testpoint-unreadable-'));
afterAll(() => rmSync(idRoot, { recursive: true, force: true }));

it('an unreadable record arrives with its outcome and the reason', async () => {
  const service = await start();
  const options = { url: service.url, secretKey: KEY, testRunId: RUN, configurationId: CONFIGURATION };
  const argument = JSON.stringify({ idRoot, options });
  const { stderr } = await run(process.execPath, [SUITE, argument], {
    env: { PATH: process.env.PATH },
  });
  const said = service.results.map(({ body }) => [body.autoTestExternalId, body.outcome, body.message]);
  const why = 'Testpoint could read only how this test ended, not its details: ';
  expect(Object.fromEntries(said.map(([id, ...rest]) => [id, rest]))).toEqual({
    'unreadable.test.ts > before': ['Failed', undefined],
    'unreadable.test.ts > links': ['Failed', expect.stringMatching(`^${why}TypeError: `)],
    'unreadable.test.ts > errors': ['Failed', `${why}Error: the secret is ***`],
    'unreadable.test.ts > announced': ['Passed', expect.stringMatching(`^${why}TypeError: `)],
    'unreadable.test.ts > after': ['Failed', undefined],
  });
  expect(said).toHaveLength(5);
  expect(stderr).toMatch('Only the outcome of unreadable.test.ts > errors could be recorded: Error: the secret is ***');
  expect(stderr).not.toContain(KEY);
});
