import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { processExists } from '@testpoint/core/cli';

/** Selections and rounds of an `exec`, with its process id. */
const OWN = /^(?:selection-(\d+)\.ndjson(?:\.found)?|\d{14}-rerun-(\d+))$/;

/** Removes what an earlier `exec` that was killed has left in the outbox, except results. */
export function removeLeftovers(outbox: string): void {
  for (const name of namesIn(outbox)) {
    const [, selection, rounds] = OWN.exec(name) ?? [];
    const pid = selection ?? rounds;
    if (pid !== undefined && !processExists(Number(pid))) rmSync(join(outbox, name), { recursive: true, force: true });
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
