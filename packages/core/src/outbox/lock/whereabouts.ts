import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, uptime } from 'node:os';

/** Where a process runs, so that another process can tell whether they share a kernel and process ids. */
export interface Whereabouts {
  host: string;
  /** The kernel's boot id or, without one, `~` and the second of the boot, which a clock correction may shift a little. */
  boot?: string;
  /** The namespace that process ids belong to. Linux only. */
  pids?: string;
}

/** Boots of the same host within this time are the same boot, seconds. */
const BOOT_TOLERANCE = 60;

let here: Whereabouts | undefined;

/** Where this process runs. */
export function whereabouts(): Whereabouts {
  here ??= {
    host: hostname(),
    boot: bootId() ?? `~${Math.round(Date.now() / 1000 - uptime())}`,
    ...pidNamespace(),
  };
  return here;
}

/** Whether both run on the same kernel since the same boot, like containers of one machine. */
export function isSameKernel(one: Whereabouts, other: Whereabouts): boolean {
  if (one.boot === undefined || other.boot === undefined) return false;
  if (one.boot === other.boot && !one.boot.startsWith('~')) return true;
  const distance = Math.abs(secondOf(one.boot) - secondOf(other.boot));
  return one.host === other.host && distance <= BOOT_TOLERANCE;
}

/** Whether a process id means the same process for both. */
export function isSamePidSpace(one: Whereabouts, other: Whereabouts): boolean {
  if (!isSameKernel(one, other)) return false;
  // Only Linux has namespaces. There, an unknown one may be any.
  return process.platform === 'linux' ? one.pids !== undefined && one.pids === other.pids : true;
}

/** Whether a process in this PID namespace exists and can still do anything. */
export function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return !isZombie(pid);
}

/** A zombie has ended, but its parent has not collected its status yet. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return /\) [ZX] [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

function secondOf(boot: string): number {
  return boot.startsWith('~') ? Number(boot.slice(1)) : Number.NaN;
}

function bootId(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim() || undefined;
  } catch {
    return undefined;
  }
}

function pidNamespace(): { pids?: string } {
  if (process.platform !== 'linux') return {};
  try {
    return { pids: readlinkSync('/proc/self/ns/pid') };
  } catch {
    return {};
  }
}
