import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, uptime } from 'node:os';

/** Identifies a process among all that may use an outbox: later ones with the same id, and those of other machines. */
export interface ProcessIdentity {
  pid: number;
  host: string;
  /** The kernel's boot id. Outside Linux the second of the boot, which a clock correction may shift a little. */
  boot?: string | undefined;
  /** The namespace that the process id belongs to. Linux only. */
  pids?: string | undefined;
  /** When the process started, clock ticks after the boot. Linux only. */
  start?: string | undefined;
}

/**
 * `gone`: it has ended. `unclear`: it has ended, or still runs, because a process with its id runs. `elsewhere`: its id means
 * nothing here.
 */
export type ProcessState = 'running' | 'gone' | 'unclear' | 'elsewhere';

/** Boots of the same host within this time are the same boot, seconds. */
const BOOT_TOLERANCE = 60;

let identity: ProcessIdentity | undefined;

export function thisProcess(): ProcessIdentity {
  identity ??= {
    ...{ pid: process.pid, host: hostname() },
    ...(process.platform === 'linux'
      ? {
          boot: tried(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()),
          pids: tried(() => readlinkSync('/proc/self/ns/pid')),
          start: statusOf('self', process.pid)?.start,
        }
      : { boot: `${Math.round(Date.now() / 1000 - uptime())}` }),
  };
  return identity;
}

/** Whether a process id means the same process for both. */
export function isSamePidSpace(one: ProcessIdentity, other: ProcessIdentity): boolean {
  if (one.boot === undefined || one.pids !== other.pids) return false;
  if (one.pids !== undefined) return one.boot === other.boot;
  return one.host === other.host && Math.abs(Number(one.boot) - Number(other.boot)) <= BOOT_TOLERANCE;
}

export function stateOf(one: ProcessIdentity): ProcessState {
  const here = thisProcess();
  if (!isSamePidSpace(one, here)) return 'elsewhere';
  if (!exists(one.pid)) return 'gone';
  // Without it, /proc shows no processes, or those of another namespace.
  const status = here.start === undefined ? undefined : statusOf(one.pid, one.pid);
  // A zombie has ended, but its parent has not collected its status yet.
  if (status?.state === 'Z' || status?.state === 'X') return 'gone';
  if (status === undefined || one.start === undefined) return 'unclear';
  return status.start === one.start ? 'running' : 'gone';
}

/** Whether there is such a process, of any user. */
export function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Undefined if /proc does not show it. */
function statusOf(name: number | 'self', pid: number): Record<'state' | 'start', string | undefined> | undefined {
  const text = tried(() => readFileSync(`/proc/${name}/stat`, 'latin1'));
  if (!text?.startsWith(`${pid} (`)) return undefined;
  // The name of the program may contain anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0], start: fields[19] };
}

function tried(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
