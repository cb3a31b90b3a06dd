import type { KeptFile, Session } from '@testpoint/core';

/** The parts of Vitest's attachment that we use. */
interface Announced {
  path?: string | undefined;
}

/** An attachment whose file stays where it is. */
export const WEB = /^https?:\/\//;

const kept = new WeakMap<object, KeptFile>();

/**
 * Copies the file of an attachment when Vitest announces it, while the test waits. Vitest names its own copy by path and
 * message, so the next test that attaches the same file overwrites it.
 */
export function keepFile(attachment: Announced | undefined, session: Session): void {
  if (attachment?.path === undefined || WEB.test(attachment.path)) return;
  const file = session.keep(attachment.path, false);
  if (file !== undefined) kept.set(attachment, file);
}

/** Undefined if nothing was announced, as with `--merge-reports`. */
export function keptFile(attachment: object): KeptFile | undefined {
  return kept.get(attachment);
}
