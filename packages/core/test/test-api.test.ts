import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { type Ended, run as runProgram } from '../../../scripts/processes.mjs';

const directory = mkdtempSync(join(tmpdir(), 'testpoint-channel-'));
afterAll(() => rmSync(directory, { recursive: true }));

describe('the test API in its own process', () => {
  it('works together with another copy, and with stubbed built-ins', async () => {
    const { code, stdout, stderr } = await run('double-load.mjs');
    expect(stderr).toBe('');
    expect(code).toBe(0);
    const seen = JSON.parse(stdout);
    expect(seen).toMatchObject({ value: 7, title: 'outer', status: 'passed', inner: 'inner', real: true, added: 0 });
    expect(existsSync(join(directory, seen.attachment))).toBe(true);
  });

  it('does not hide the rejection of a step that is not awaited', async () => {
    const { code, stderr } = await run('forgotten-await.mjs');
    expect(code).toBe(1);
    expect(stderr).toContain('not awaited');
  });
});

function run(fixture: string): Promise<Ended> {
  const script = fileURLToPath(new URL(`fixtures/test-api/${fixture}`, import.meta.url));
  return runProgram(process.execPath, [script], { env: { ...process.env, TESTPOINT_CHANNEL: directory } });
}
