import { type Stats, statSync } from 'node:fs';
import { sep } from 'node:path';
import type { TestCase, TestResult } from '@playwright/test/reporter';
import type { AttachmentRecord, KeptFile } from '@testpoint/core';
import { maskBytes, plainFiles, type Session } from '@testpoint/core/adapter';
import { HAND_OVER_NAME } from '../in-test/hand-over.js';
import { type PlaywrightAttachment, readHandOvers } from './hand-overs.js';
import type { Masking } from './masking.js';
import { isFinal, isInAttemptsFolder } from './output-folder.js';
import { copyNotRead, fileGone, fileNotCopied, fileNotRead, mayHaveChanged } from './result-messages.js';
import type { AttachmentLookup } from './tree.js';

interface Progress {
  /** How many of the result's attachments have been processed. */
  seen: number;
  /** Attachments by path. */
  kept: Map<string, Kept>;
}

interface Kept {
  /** Undefined if it could not be copied, or belongs to a later test. */
  file: KeptFile | undefined;
  /** For a file that others may write to: when it was last modified before it was copied, epoch milliseconds. */
  writtenAt?: number | undefined;
  /** For such a file: when the copy was complete, epoch milliseconds. */
  takenAt?: number;
  /** The reason why there is no file. */
  missing?: string;
}

/** How far a file's modification time may lag behind the clock, milliseconds. File systems count in ticks. */
const TICK = 5;

/**
 * Copies files into the outbox before Playwright deletes them or the next test overwrites them. With `preserveOutput:
 * 'never'`, Playwright deletes them as soon as a test ends. It starts the next test without waiting for reporters.
 */
export class AttachmentKeeper {
  readonly #session: Session;
  readonly #isReplay: boolean;
  readonly #progress = new WeakMap<TestResult, Progress>();

  /** @param isReplay whether these are merged reports, whose files were written when they were unpacked */
  constructor(session: Session, isReplay: boolean) {
    this.#session = session;
    this.#isReplay = isReplay;
  }

  /**
   * Copies each attachment when Playwright's worker announces it, long before reporters hear of it. A pushed attachment
   * appears in no callback before the end of the next step, and by then the next test may be running.
   */
  watch(test: TestCase, result: TestResult): void {
    const { attachments } = result;
    const push = (...added: PlaywrightAttachment[]): number => {
      const length = Array.prototype.push.apply(attachments, added);
      try {
        this.takeEarly(test, result);
      } catch {
        // We try again at the test's end.
      }
      return length;
    };
    Object.defineProperty(attachments, 'push', { value: push, enumerable: false, configurable: true, writable: true });
  }

  /** Copies the attachments that the result has so far. */
  takeEarly(test: TestCase, result: TestResult): void {
    const progress = this.#progressOf(result);
    for (; progress.seen < result.attachments.length; progress.seen++) {
      const path = result.attachments[progress.seen]?.path;
      if (path === undefined || progress.kept.has(path)) continue;
      progress.kept.set(path, this.#keep(path, this.#isLinked(path, test, result, false)));
    }
  }

  /** Copies all files of a result that has ended. The returned function finds the content of each attachment. */
  takeAll(test: TestCase, result: TestResult): AttachmentLookup {
    const { kept } = this.#progressOf(result);
    const end = endOf(result);
    const returned = new Set<PlaywrightAttachment | string>();
    for (const { path } of result.attachments) {
      if (path === undefined) continue;
      const early = kept.get(path);
      if (early?.file !== undefined && early.writtenAt === undefined) continue;
      kept.set(path, this.#atEnd(path, early, test, result, end));
    }
    return (attachment, masking) => {
      // Playwright reports some files twice (error-context), and every attachment of a step again with the result.
      const same = attachment.body === undefined ? (attachment.path ?? attachment) : attachment;
      if (returned.has(same)) return undefined;
      returned.add(same);
      if (isNothing(attachment)) return undefined;
      if (attachment.name === HAND_OVER_NAME) {
        const missing = readHandOvers(attachment)[0]?.missing;
        return missing && { name: missing.name, missing: missing.reason };
      }
      const file = attachment.path === undefined ? undefined : kept.get(attachment.path);
      const record = recordOf(attachment, file);
      return masking.isNeededIn(attachment.name) ? this.#masked(record, masking) : record;
    };
  }

  /** Chooses the copy to use once the test has ended. A file that was modified later may belong to another test. */
  #atEnd(path: string, early: Kept | undefined, test: TestCase, result: TestResult, end: number): Kept {
    const isAlone = this.#isReplay || isInAttemptsFolder(path, test, result);
    const isOwn = (kept: Kept): boolean => isAlone || kept.writtenAt === undefined || isFrom(kept, end);
    if (early?.file !== undefined && isUpToDate(path, early) && isOwn(early)) return early;
    const late = this.#keep(path, this.#isLinked(path, test, result, true));
    if (late.file === undefined) return early?.file === undefined ? (early ?? late) : late;
    if (isOwn(late)) return late;
    if (early?.file !== undefined && isOwn(early)) return early;
    return { file: undefined, missing: mayHaveChanged(path) };
  }

  #keep(path: string, isLinked: boolean): Kept {
    const before = isLinked ? undefined : writtenAtOf(path);
    const file = this.#session.keep(path, isLinked);
    // The next test may have written the file while it was copied.
    const writtenAt = before && (writtenAtOf(path) ?? before);
    return file === undefined ? { file, missing: whyMissing(path) } : { file, writtenAt, takenAt: Date.now() };
  }

  /** Text typed into secret fields also appears in other attachments, such as Playwright's error context. */
  #masked(record: AttachmentRecord, masking: Masking): AttachmentRecord {
    const { name, contentType = '', body, kept } = record;
    if (body !== undefined) {
      const bytes = typeof body === 'string' ? Buffer.from(body) : Buffer.from(body);
      return { name, contentType, body: maskBytes(bytes, contentType, masking.redaction) };
    }
    if (kept === undefined) return record;
    const masked = this.#session.masked(kept, contentType, masking.redaction);
    if (masked !== undefined) return { name, contentType, kept: masked };
    return { name, contentType, missing: copyNotRead };
  }

  /** Files that never change again need no copy: copies that the test API made, and Playwright's own files. */
  #isLinked(path: string, test: TestCase, result: TestResult, hasEnded: boolean): boolean {
    const { channelDirectory } = this.#session;
    const isOfChannel = channelDirectory !== undefined && path.startsWith(channelDirectory + sep);
    return isOfChannel || isFinal(path, test, result, hasEnded);
  }

  #progressOf(result: TestResult): Progress {
    const progress = this.#progress.get(result) ?? { seen: 0, kept: new Map() };
    this.#progress.set(result, progress);
    return progress;
  }
}

/** If a test adds `attachments` to all objects, Playwright attaches things without a name or content. */
function isNothing({ name, path, body }: Partial<PlaywrightAttachment>): boolean {
  return name === undefined && path === undefined && body === undefined;
}

/** The end of the test, epoch milliseconds. Hooks may continue beyond the test's duration. */
function endOf(result: TestResult): number {
  let end = result.startTime.getTime() + Math.max(result.duration, 0);
  for (const { startTime, duration } of result.steps) end = Math.max(end, startTime.getTime() + duration);
  return end;
}

/** Whether the file was copied before the test's end, or was not modified after it. */
function isFrom({ takenAt = Number.POSITIVE_INFINITY, writtenAt = 0 }: Kept, end: number): boolean {
  return takenAt <= end || writtenAt + TICK <= end;
}

/** Whether an early copy is current: the file was not modified since, or no longer exists. */
function isUpToDate(path: string, kept: Kept): boolean {
  if (kept.writtenAt === undefined) return true;
  const writtenAt = writtenAtOf(path);
  return writtenAt === undefined || writtenAt === kept.writtenAt;
}

function writtenAtOf(path: string): number | undefined {
  const status: Stats | undefined = statSync(path, { throwIfNoEntry: false });
  return status?.mtimeMs;
}

/** Uses inline content if there is no file. If a test adds a `path` to all objects, every attachment has one. */
function recordOf({ name, contentType, path, body }: PlaywrightAttachment, kept: Kept | undefined): AttachmentRecord {
  if (kept?.file !== undefined) return { name, contentType, kept: kept.file };
  if (path !== undefined && body === undefined)
    return { name, contentType, missing: kept?.missing ?? fileNotRead(path) };
  return { name, contentType, body: body ?? '' };
}

function whyMissing(path: string): string {
  try {
    const isThere = statSync(path, { throwIfNoEntry: false }) !== undefined;
    if (!isThere) return fileGone(path);
    plainFiles.check(path);
    return fileNotCopied(path);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
