import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folders of this process; there may be several servers in it. */
const own = new Set<string>();

/** Makes a folder for what must not outlive this process, and clears away those of processes that were killed. */
export function makeTemporaryDirectory(): string {
  const prefix = `testpoint-server-${hostname()}-`;
  removeLeftovers(prefix);
  const directory = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  own.add(directory);
  return directory;
}

/**
 * Only of this user, and of this machine, which the name tells: machines and containers that share a folder can't see
 * each other's processes.
 */
function removeLeftovers(prefix: string): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(prefix) ? /^(\d+)-[^-]+$/.exec(name.slice(prefix.length))?.[1] : undefined;
    const directory = join(tmpdir(), name);
    if (pid === undefined || own.has(directory) || isOther(Number(pid))) continue;
    try {
      const { uid } = lstatSync(directory);
      if (uid === (process.getuid?.() ?? uid)) rmSync(directory, { recursive: true, force: true });
    } catch {
      // Another server is clearing it away at the same time, or the system does not let us: it is no matter of life.
    }
  }
}

/** Whether a process other than this one has the id: what a namesake of this process left is nobody's. */
function isOther(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
