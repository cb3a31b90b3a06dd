import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pack } from '../../../scripts/packing.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const NAMES = ['cli', 'core', 'interface', 'jest', 'mocha', 'playwright', 'reference-server', 'vitest'];
const ARE_THE_TYPES_WRONG = join(ROOT, 'node_modules/@arethetypeswrong/cli/dist/index.js');
const PUBLINT = join(ROOT, 'node_modules/publint/src/cli.js');

const folder = mkdtempSync(join(tmpdir(), 'testpoint-packages-'));
const tarballs = new Map<string, string>();
beforeAll(() => {
  for (const name of NAMES) tarballs.set(name, Object.values(pack(ROOT, [name], mkdtempSync(join(folder, 'one-'))))[0]);
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(NAMES)('the packed %s', (name) => {
  test('has types where every kind of resolution looks for them', { timeout: 120_000 }, () => {
    expect(run(ARE_THE_TYPES_WRONG, [tarballs.get(name) ?? '', '--no-emoji', '--no-color'])).toEqual(clean);
  });

  test('is what publint recommends', { timeout: 120_000 }, () => {
    expect(run(PUBLINT, [tarballs.get(name) ?? '', '--strict'])).toEqual(clean);
  });
});

const clean = { status: 0, output: expect.stringMatching(/No problems found|All good!/) };

function run(command: string, args: readonly string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}
