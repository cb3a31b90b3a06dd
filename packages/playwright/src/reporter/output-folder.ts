import { createHash } from 'node:crypto';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { TestCase, TestResult } from '@playwright/test/reporter';
import { specFileOf } from './suites-around.js';

/** Files that Playwright writes once, when the test is over. */
const WRITTEN_ONCE = /^(?:trace\.zip|video(?:-\d+)?\.webm)$/;
/** Playwright's copy of an attached file, named after the path of the original. A second copy overwrites the first. */
const PLAYWRIGHTS_COPY = /-[0-9a-f]{40}(?:\.[^.]*)?$/;
/** The test API's copy of an attached file, with a random name. */
const OWN_COPY = /-[0-9a-f]{12}(?:\.[^.]*)?$/;
const LONGEST_NAME = 60;

/**
 * Whether this file never changes again: it belongs to Playwright or the test API, and is in the folder of this attempt. Any
 * other file may also be written by the next test.
 */
export function isFinal(path: string, test: TestCase, result: TestResult, hasEnded: boolean): boolean {
  const name = basename(path);
  const folder = dirname(path);
  const inAttachments = basename(folder) === 'attachments';
  if (inAttachments ? !(OWN_COPY.test(name) || (hasEnded && PLAYWRIGHTS_COPY.test(name))) : !WRITTEN_ONCE.test(name)) {
    return false;
  }
  return (inAttachments ? dirname(folder) : folder) === outputFolderOf(test, result) && (hasEnded || inAttachments);
}

/** Whether the file is in the attempt's output folder, which no other attempt uses. */
export function isInAttemptsFolder(path: string, test: TestCase, result: TestResult): boolean {
  const folder = outputFolderOf(test, result);
  return folder !== undefined && path.startsWith(folder + sep);
}

/** Built like in Playwright. If a version names the folder differently, files are copied instead of linked. */
function outputFolderOf(test: TestCase, { retry }: TestResult): string | undefined {
  const project = test.parent.project();
  if (project === undefined) return undefined;
  const file = relative(project.testDir, specFileOf(test)).replace(/\.(?:spec|test)\.[cm]?[jt]sx?$/, '');
  const titles = sanitized(test.titlePath().slice(3).join(' '));
  let name = trimmed(`${file.replace(/[\\/]/g, '-')}-${titles}`);
  if (project.name !== '') name += `-${sanitized(project.name)}`;
  if (retry > 0) name += `-retry${retry}`;
  if (test.repeatEachIndex > 0) name += `-repeat${test.repeatEachIndex}`;
  return join(project.outputDir, name);
}

function sanitized(text: string): string {
  return text.replace(/[\x00-\x2c\x2e\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+/g, '-');
}

function trimmed(name: string): string {
  if (name.length <= LONGEST_NAME) return name;
  const middle = `-${createHash('sha1').update(name).digest('hex').slice(0, 5)}-`;
  const start = Math.floor((LONGEST_NAME - middle.length) / 2);
  return name.slice(0, start) + middle + name.slice(start + middle.length - LONGEST_NAME);
}
