import { readFileSync } from 'node:fs';
import { sep } from 'node:path';
import type { TestCase, TestResult } from '@playwright/test/reporter';
import type { AttachmentRecord, KeptFile, Session } from '@testpoint/core';
import { HAND_OVER_NAME } from './hand-over.js';
import { type PlaywrightAttachment, readHandOver } from './hand-overs.js';
import type { Masking } from './masking.js';
import type { AttachmentLookup } from './tree.js';

const TEXTUAL = /^text\/|[/+](?:json|xml|yaml|javascript)\b/;

interface Progress {
  /** How many of the result's attachments were looked at. */
  seen: number;
  /** By path. */
  kept: Map<string, KeptFile>;
}

/**
 * Takes files into the outbox before Playwright deletes them: under `preserveOutput: 'never'` it does so at the moment
 * of a test's end, and waits for no reporter.
 */
export class AttachmentKeeper {
  readonly #session: Session;
  readonly #progress = new WeakMap<TestResult, Progress>();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Takes what the result has got by now and Playwright may delete. */
  takeEarly(test: TestCase, result: TestResult): void {
    const progress = this.#progressOf(result);
    for (; progress.seen < result.attachments.length; progress.seen++) {
      const path = result.attachments[progress.seen]?.path;
      if (path === undefined || progress.kept.has(path) || !this.#isOwned(path, test)) continue;
      const kept = this.#session.keep(path, true);
      if (kept !== undefined) progress.kept.set(path, kept);
    }
  }

  /** Takes all files of a result that has ended; the answer knows where the content of each attachment is. */
  takeAll(test: TestCase, result: TestResult): AttachmentLookup {
    const { kept } = this.#progressOf(result);
    const told = new Set<PlaywrightAttachment | string>();
    for (const { path } of result.attachments) {
      if (path === undefined || kept.has(path)) continue;
      const file = this.#session.keep(path, this.#isOwned(path, test));
      if (file !== undefined) kept.set(path, file);
    }
    return (attachment, masking) => {
      // Playwright gives some files twice (error-context), and every attachment of a step once more with the result.
      const same = attachment.path ?? attachment;
      if (told.has(same)) return undefined;
      told.add(same);
      if (attachment.name === HAND_OVER_NAME) {
        const { missing } = readHandOver(attachment);
        return missing && { name: missing.name, missing: missing.reason };
      }
      const file = attachment.path === undefined ? undefined : kept.get(attachment.path);
      return masking.hasFound && TEXTUAL.test(attachment.contentType)
        ? maskedRecordOf(attachment, masking)
        : recordOf(attachment, file);
    };
  }

  /** Files in Playwright's output folder, and those of the test API: written once, and nobody else's to change. */
  #isOwned(path: string, test: TestCase): boolean {
    const folders = [test.parent.project()?.outputDir, this.#session.channelDirectory];
    return folders.some((folder) => folder !== undefined && path.startsWith(folder + sep));
  }

  #progressOf(result: TestResult): Progress {
    let progress = this.#progress.get(result);
    if (progress === undefined) {
      progress = { seen: 0, kept: new Map() };
      this.#progress.set(result, progress);
    }
    return progress;
  }
}

function recordOf(
  { name, contentType, path, body }: PlaywrightAttachment,
  kept: KeptFile | undefined,
): AttachmentRecord {
  if (kept !== undefined) return { name, contentType, kept };
  if (path !== undefined) return { name, contentType, missing: `${path} was gone when Playwright announced it` };
  return { name, contentType, body: body ?? '' };
}

/** What was typed into secret fields stands in Playwright's own notes on an error, among others. */
function maskedRecordOf({ name, contentType, path, body }: PlaywrightAttachment, masking: Masking): AttachmentRecord {
  try {
    const text = path === undefined ? String(body ?? '') : readFileSync(path, 'utf8');
    return { name, contentType, body: masking.error(text) };
  } catch {
    return { name, contentType, missing: `${path} was gone before secrets in it could be masked` };
  }
}
