import type { DeliveryState, WaitingSessions } from '../../../between-threads/protocol.js';
import { ceil, fixed, indexOf, matches, round, some } from '../../../built-ins/language.js';
import * as say from '../../messages.js';

const { platform } = process;
/** Characters that mean nothing to a shell. */
const PLAIN = /^[\w@%+=:,./\\-]+$/;

/** A path as it can be pasted into a command. */
export function asArgument(path: string): string {
  if (matches(PLAIN, path)) return path;
  return platform === 'win32' || indexOf(path, "'") >= 0 ? `"${path}"` : `'${path}'`;
}

/**
 * The command that creates a run and names it in the environment, for each of the system's shells. If it fails, it prints no
 * variables, unlike `export $(…)`.
 * @param options of `run create`, with a space in front
 */
export function runCreation(options = '', system = platform): string[] {
  return system === 'win32'
    ? [say.createRunInPowerShell(options), say.createRunInCmd(options)]
    : [say.createRun(options)];
}

/** The command that makes a session's report in a new folder, because its own could not be written. */
export function reportElsewhere(session: string): string {
  return say.reportInNewFolder(asArgument(session));
}

/**
 * If none of the sent results matches a test point, not even one id, the configuration may be wrong. Undefined if something
 * matched, or if several configurations were used.
 */
export function describeUnmatched({ sent, refusals }: Pick<DeliveryState, 'sent' | 'refusals'>): string | undefined {
  let configuration: string | undefined;
  const isOther = ({ unmatched, configurationId }: (typeof refusals)[number]) => {
    if (!unmatched || configurationId === undefined) return false;
    configuration ??= configurationId;
    return configuration !== configurationId;
  };
  if (sent > 0 || some(refusals, isOther) || configuration === undefined) return undefined;
  return say.checkConfiguration(configuration);
}

/** Warn from this size on, bytes: nothing undelivered is ever deleted automatically, and disks are finite. */
export const MUCH_WAITING = 1024 ** 3;

/** "3 sessions are waiting in .testpoint (12 MiB)". @param where the outbox, as the user knows it */
export function describeWaiting({ sessions, bytes, isAtLeast }: WaitingSessions, where: string): string {
  const count = `${isAtLeast ? 'At least ' : ''}${sessions}`;
  const size = `${isAtLeast ? 'more than ' : ''}${inUnits(bytes)}`;
  return `${count} ${sessions === 1 ? 'session is waiting' : 'sessions are waiting'} in ${where} (${size})`;
}

function inUnits(bytes: number): string {
  if (bytes < 1024 ** 2) return `${ceil(bytes / 1024)} KiB`;
  if (bytes < 1024 ** 3) return `${round(bytes / 1024 ** 2)} MiB`;
  return `${fixed(bytes / 1024 ** 3, 1)} GiB`;
}
