import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkshop, tryStarter, type Workshop } from './starter.mjs';

/** Packages are installed here. */
const LONG = 300_000;

let workshop: Workshop;
beforeAll(async () => {
  const work = mkdtempSync(join(tmpdir(), 'testpoint-starter-'));
  workshop = await openWorkshop(fileURLToPath(new URL('../..', import.meta.url)), work);
}, LONG);
afterAll(async () => {
  await workshop.close();
  rmSync(workshop.work, { recursive: true, force: true });
});

test("a new Vitest project under Yarn Plug'n'Play delivers after testpoint init, without a file edited by hand", {
  timeout: LONG,
}, async () => {
  const starter = await tryStarter(workshop, 'vitest', "Yarn Plug'n'Play");
  expect(starter, starter.output).toMatchObject({ ok: true, delivered: 2 });
});

test('every public package is found, with its types, by every way of resolving modules', {
  timeout: LONG,
}, async () => {
  const found: Record<string, unknown[]> = {};
  for (const [name, tarball] of Object.entries(workshop.tarballs)) {
    const bytes = new Uint8Array(readFileSync(tarball));
    const types = await checkPackage(createPackageFromTarballData(bytes));
    const { messages } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
    found[name] = [...(types.types ? types.problems : ['no types']), ...messages];
  }
  const names = ['cli', 'core', 'interface', 'jest', 'mocha', 'playwright', 'reference-server', 'vitest'];
  expect(found).toEqual(Object.fromEntries(names.map((name) => [name, []])));
});
