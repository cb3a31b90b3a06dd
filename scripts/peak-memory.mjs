import { readFileSync } from 'node:fs';

/**
 * Peak memory of this process, bytes. On Linux, what `resourceUsage` says begins with the memory of the process that started this
 * one.
 */
export function peakMemory() {
  try {
    const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'latin1'));
    return Number(kibibytes) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}
