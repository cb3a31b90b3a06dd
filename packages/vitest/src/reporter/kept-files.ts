import type { KeptFile } from '@testpoint/core';
import type { Session } from '@testpoint/core/adapter';

/** The parts of Vitest's attachment that we use. */
export interface AttachedFile {
  path?: string | undefined;
}

/** An attachment whose file stays where it is. */
export const WEB = /^https?:\/\//;

const kept = new WeakMap<object, KeptFile>();
/** How many attempts of its test had ended when an attachment was announced. */
const attempts = new WeakMap<object, number>();

/**
 * Copies the file of an attachment when Vitest announces it, while the test waits. Vitest names its own copy by path and
 * message, so the next test that attaches the same file overwrites it.
 * @param attempt index of the attempt that attaches it
 */
export function keepFile(attachment: AttachedFile | undefined, session: Session, attempt: number): void {
  if (attachment === undefined) return;
  attempts.set(attachment, attempt);
  if (attachment.path === undefined || WEB.test(attachment.path)) return;
  const file = session.keep(attachment.path, false);
  if (file !== undefined) kept.set(attachment, file);
}

/** Undefined if nothing was announced, as with `--merge-reports`. */
export function keptFile(attachment: object): KeptFile | undefined {
  return kept.get(attachment);
}

/** Index of the attempt that attached it. Undefined if nothing was announced. */
export function attemptOf(attachment: object): number | undefined {
  return attempts.get(attachment);
}
