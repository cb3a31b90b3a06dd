import type { KeptFile, Session } from '@testpoint/core';

/** An attachment as Vitest tells of it, as far as it matters here. */
interface Announced {
  path?: string | undefined;
}

/** An attachment that stays where it is. */
export const WEB = /^https?:\/\//;

const kept = new WeakMap<object, KeptFile>();

/**
 * Takes the file of an attachment when Vitest announces it, and while the test waits. Vitest names its own copy by path and
 * message, so that the next test to attach the same file puts its content in the place of this one's.
 */
export function keepFile(attachment: Announced | undefined, session: Session): void {
  if (attachment?.path === undefined || WEB.test(attachment.path)) return;
  const file = session.keep(attachment.path, false);
  if (file !== undefined) kept.set(attachment, file);
}

/** Undefined where nothing was announced, as under `--merge-reports`. */
export function keptFile(attachment: object): KeptFile | undefined {
  return kept.get(attachment);
}
