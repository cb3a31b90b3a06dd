import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openWorkshop, tryStarter } from './starter.mjs';

test("a new Vitest project under Yarn Plug'n'Play delivers after testpoint init, without a file edited by hand", {
  timeout: 300_000,
}, async () => {
  const work = mkdtempSync(join(tmpdir(), 'testpoint-starter-'));
  const workshop = await openWorkshop(fileURLToPath(new URL('../..', import.meta.url)), work);
  try {
    const starter = await tryStarter(workshop, 'vitest', "Yarn Plug'n'Play");
    expect(starter, starter.output).toMatchObject({ ok: true, delivered: 2 });
  } finally {
    await workshop.close();
    rmSync(work, { recursive: true, force: true });
  }
});
