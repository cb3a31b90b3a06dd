import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
