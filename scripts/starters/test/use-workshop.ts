import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openWorkshop, type Workshop } from '../starter.mjs';

/** Time to install packages, milliseconds. */
export const LONG = 300_000;

/** A workshop for the tests of one file. @param options whether a registry has our packages */
export function useWorkshop(options: { registry?: boolean } = {}): () => Workshop {
  let workshop: Workshop;
  beforeAll(async () => {
    workshop = await openWorkshop(mkdtempSync(join(tmpdir(), 'testpoint-starter-')), options);
  }, LONG);
  afterAll(async () => {
    await workshop.close();
    rmSync(workshop.work, { recursive: true, force: true });
  }, LONG);
  return () => workshop;
}
