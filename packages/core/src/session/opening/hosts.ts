import type { Host } from '@testpoint/frameworks/framework';
import { tooOld, wrongFramework } from '../messages.js';
import { terminalPalette as paint, printLines } from '../print.js';
import type { SessionHost } from '../session.js';

/**
 * Prints one line if a reporter was loaded by a framework other than its own.
 * @param own the reporter's framework
 * @param first the first argument of its constructor, or of `onInit`
 * @returns whether another framework has loaded it; it then reports nothing
 */
export function isLoadedByOther(own: Host, hosts: readonly Host[], first: unknown): boolean {
  if (typeof first !== 'object' || first === null) return false;
  const host = hosts.find(({ isLoadedBy }) => isLoadedBy(first));
  if (host === undefined || host.name === own.name) return false;
  printLines([paint.red(wrongFramework(host, own))]);
  return true;
}

/** Why a framework's version is not supported by its package. */
export function describeTooOld({ framework, frameworkVersion }: SessionHost): string | undefined {
  const { name, title, versions } = framework;
  if (versions === undefined || !isOlder(frameworkVersion, versions.oldest)) return undefined;
  return tooOld(title, frameworkVersion, name, versions.oldest);
}

/** Compares versions by major and minor. */
export function isOlder(version: string, than: string): boolean {
  const [major = 0, minor = 0] = version.split(/[.-]/).map(Number);
  const [thanMajor = 0, thanMinor = 0] = than.split('.').map(Number);
  return major < thanMajor || (major === thanMajor && minor < thanMinor);
}
