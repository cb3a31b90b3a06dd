import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { expect, test } from 'vitest';
import { pack, publicPackages, root } from './projects.mjs';

test('every public package and its types can be imported with every kind of module resolution', {
  timeout: 300_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'testpoint-packages-'));
  const found: Record<string, unknown[]> = {};
  for (const [name, tarball] of Object.entries(await pack(root, publicPackages(), folder))) {
    const bytes = new Uint8Array(readFileSync(tarball));
    const types = await checkPackage(createPackageFromTarballData(bytes));
    const { messages } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
    found[name] = [...(types.types ? types.problems : ['no types']), ...messages];
  }
  rmSync(folder, { recursive: true });
  const names = ['cli', 'core', 'interface', 'jest', 'mocha', 'playwright', 'reference-server', 'report', 'vitest'];
  expect(found).toEqual(Object.fromEntries(names.map((name) => [name, []])));
});
