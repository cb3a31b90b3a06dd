import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folders of this process, which may run several servers. */
const own = new Set<string>();

/** Creates a folder for files that must not outlive this process, and deletes the folders of killed processes. */
export function makeTemporaryDirectory(): string {
  const prefix = `testpoint-server-${hostname()}-`;
  removeLeftovers(prefix);
  const directory = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  own.add(directory);
  return directory;
}

/**
 * Deletes only folders of this user and this machine. The name contains the machine, because machines and containers that share
 * a folder can't see each other's processes.
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
      // Another server is deleting it at the same time, or the system does not allow it. Either way it does no harm.
    }
  }
}

/** Whether another process has this id. Our own id does not count: such a folder is from an earlier process with the same id. */
function isOther(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
