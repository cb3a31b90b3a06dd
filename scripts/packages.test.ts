import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { expect, test } from 'vitest';
import { IS_LONG } from './is-long.js';
import { frameworkPackages, pack, publicPackages, root } from './projects.mjs';

const PACKAGES = publicPackages();

test.runIf(IS_LONG)(
  'every public package and its types can be imported with every kind of module resolution',
  {
    timeout: 300_000,
  },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'testpoint-packages-'));
    const found: Record<string, unknown[]> = {};
    for (const [name, tarball] of Object.entries(await pack(root, PACKAGES, folder))) {
      const bytes = new Uint8Array(readFileSync(tarball));
      const types = await checkPackage(createPackageFromTarballData(bytes));
      const { messages } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
      found[name] = [...(types.types ? types.problems : ['no types']), ...messages];
    }
    rmSync(folder, { recursive: true });
    expect(found).toEqual(Object.fromEntries(PACKAGES.map((name) => [name, []])));
  },
);

test.each(frameworkPackages())('the reporter of %s contains the description of no other framework', (name) => {
  const folder = join(root, 'packages', name);
  const { main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const built = dirname(join(folder, main));
  const texts = readdirSync(built).map((file) =>
    file.endsWith('.cjs') ? readFileSync(join(built, file), 'utf8') : '',
  );
  expect(texts.join('').match(/\boldest: "/g)).toHaveLength(1);
});
