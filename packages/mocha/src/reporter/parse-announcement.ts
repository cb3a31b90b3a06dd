import type { AnnouncedFile, AnnouncedSuite, AnnouncedTest } from '../in-test/announced-file.js';

/** The message as it was sent, or undefined for anything else. */
export function announcedFile(data: unknown): AnnouncedFile | undefined {
  if (!isObject(data) || typeof data.file !== 'string') return undefined;
  const root = announcedSuite(data.root);
  if (root === undefined) return undefined;
  return { file: data.file, worker: typeof data.worker === 'string' ? data.worker : undefined, root };
}

function announcedSuite(data: unknown): AnnouncedSuite | undefined {
  if (!isObject(data) || typeof data.id !== 'string' || typeof data.title !== 'string') return undefined;
  const suite: AnnouncedSuite = { id: data.id, title: data.title, tests: [], suites: [] };
  for (const item of listOf(data.tests)) {
    const test = announcedTest(item);
    if (test !== undefined) suite.tests.push(test);
  }
  for (const item of listOf(data.suites)) {
    const inner = announcedSuite(item);
    if (inner !== undefined) suite.suites.push(inner);
  }
  return suite;
}

function announcedTest(data: unknown): AnnouncedTest | undefined {
  if (!isObject(data) || typeof data.id !== 'string' || typeof data.title !== 'string') return undefined;
  const test: AnnouncedTest = { id: data.id, title: data.title };
  if (data.skipped === true) test.skipped = true;
  return test;
}

function listOf(data: unknown): unknown[] {
  return Array.isArray(data) ? data : [];
}

function isObject(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null;
}
