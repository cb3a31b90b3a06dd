import type { KeptFile } from '@testpoint/core';
import type { Session } from '@testpoint/core/adapter';

/** The parts of Vitest's attachment that we use. */
export interface AttachedFile {
  path?: string | undefined;
}

interface Announced {
  /** Index of the attempt that attached it: how many had ended. */
  attempt: number;
  /** A copy of its file, if it has one that could be read. */
  kept: KeptFile | undefined;
}

/** An attachment whose file stays where it is. */
export const WEB = /^https?:\/\//;

const known = new WeakMap<object, Announced>();

/**
 * Copies the file of an attachment when Vitest announces it, while the test waits. Vitest names its own copy by path and
 * message, so the next test that attaches the same file overwrites it.
 * @param attempt index of the attempt that attaches it
 */
export function keepFile(attachment: AttachedFile | undefined, session: Session, attempt: number): void {
  if (attachment === undefined) return;
  const { path } = attachment;
  const kept = path === undefined || WEB.test(path) ? undefined : session.keep(path, false);
  known.set(attachment, { attempt, kept });
}

/** Undefined if nothing was announced, as with `--merge-reports`. */
export function announced(attachment: object): Announced | undefined {
  return known.get(attachment);
}
