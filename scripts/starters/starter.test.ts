import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { expect, test } from 'vitest';
import { IS_LONG } from '../is-long.js';
import { tryStarter } from './starter.mjs';
import { LONG, useWorkshop } from './use-workshop.js';

const workshop = useWorkshop();

// `npm run test:starters` tries every kind of project.
test.runIf(IS_LONG)(
  "a new Vitest project under Yarn Plug'n'Play delivers after testpoint init, without an edited file",
  {
    timeout: LONG,
  },
  async () => {
    const starter = await tryStarter(workshop(), 'vitest', "Yarn Plug'n'Play");
    expect(starter, starter.output).toMatchObject({ ok: true, delivered: 2 });
  },
);

test('every public package and its types resolve with every module resolution', {
  timeout: LONG,
}, async () => {
  const found: Record<string, unknown[]> = {};
  for (const [name, tarball] of Object.entries(workshop().tarballs)) {
    const bytes = new Uint8Array(readFileSync(tarball));
    const types = await checkPackage(createPackageFromTarballData(bytes));
    const { messages } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
    found[name] = [...(types.types ? types.problems : ['no types']), ...messages];
  }
  const names = ['cli', 'core', 'interface', 'jest', 'mocha', 'playwright', 'reference-server', 'vitest'];
  expect(found).toEqual(Object.fromEntries(names.map((name) => [name, []])));
});
