import type { TestCase, TestResult } from '@playwright/test/reporter';
import type { LinkRecord, TestRecord } from '@testpoint/core';
import { mergedTestData, textOf } from '@testpoint/core/adapter';
import type { TestData } from '@testpoint/core/test-api';
import type { HandOvers } from './hand-overs.js';

type Annotation = TestCase['annotations'][number];

/** Metadata of a test from annotations, tags and the test API. */
export type Metadata = Pick<
  TestRecord,
  'externalId' | 'testCases' | 'links' | 'parameters' | 'properties' | 'message' | 'failureReason'
>;

/** Metadata from one attempt. If a later attempt crashed, it may have less than an earlier one. */
export interface AttemptMetadata {
  annotations: readonly Annotation[];
  handOvers: HandOvers;
}

const TEST_CASE_TAG = /^@tc:(\d+(?:,\d+)*)$/i;
/** Annotations that Playwright adds itself and that say no more than the verdict. */
const SILENT = new Set(['skip', 'fixme', 'abort']);
/** Playwright's own annotations, which become a parameter only with the author's reason. */
const BARE = new Set(['fail', 'serial', 'slow']);
const OURS = new Set(['externalId', 'failureReason', 'message', 'issue', 'link', 'tc', 'testCase']);

/**
 * Annotations of an attempt, or of the test if the attempt has none (a crash, Playwright before 1.51). Tests may push
 * anything into `testInfo.annotations`: a number as the description, or a tag.
 */
export function annotationsOf(test: TestCase, result?: TestResult): readonly Annotation[] {
  const annotations = result?.annotations?.length ? result.annotations : test.annotations;
  return annotations.map((annotation: unknown) => {
    const { type = annotation, description = null } = Object(annotation) as Partial<Annotation>;
    return { type: textOf(type), ...(description !== null && { description: textOf(description) }) };
  });
}

/** Why the author skips the test. */
export function skipReason(annotations: readonly Annotation[]): string | undefined {
  const skips = annotations.filter(({ type }) => type === 'skip' || type === 'fixme');
  const described = skips.find(({ description }) => description);
  return described?.description ?? (skips[0]?.type === 'fixme' ? 'fixme' : undefined);
}

/** Test cases that a test names before it runs. */
export function staticTestCases(test: TestCase): number[] {
  return [...new Set([...testCasesOf(test.tags, test.annotations)])];
}

/** Metadata of all attempts together: ids, links and values accumulate; the message comes from the last attempt that has one. */
export function collectMetadata(test: TestCase, attempts: readonly AttemptMetadata[]): Metadata {
  if (test.tags.length === 0 && test.annotations.length === 0 && attempts.every(isSilent)) return {};
  const said = attempts.map(({ annotations, handOvers }): TestData[] => [
    ...annotations.map(annotatedData),
    { parameters: ownParameters(annotations) },
    ...handOvers,
  ]);
  const all = [{ testCases: testCasesOf(test.tags, annotationsOf(test)) }, ...said.flat()];
  const { externalId, testCases = [], links = [], parameters = {}, properties = {} } = mergedTestData(all);
  const failureReason = all.findLast((one: TestData) => one.failureReason !== undefined)?.failureReason;
  const comments = said.map((calls) => calls.flatMap(({ message }) => message ?? []));
  const message = comments.findLast(({ length }) => length > 0)?.join('\n');
  const tags = test.tags.filter((tag) => !TEST_CASE_TAG.test(tag));
  if (tags.length > 0) properties.tags ??= tags.join(', ');
  return {
    ...(externalId && { externalId }),
    ...(failureReason && { failureReason }),
    ...(message && { message }),
    ...(testCases.length > 0 && { testCases }),
    ...(links.length > 0 && { links }),
    ...(Object.keys(parameters).length > 0 && { parameters }),
    ...(Object.keys(properties).length > 0 && { properties }),
  };
}

/** What an annotation of ours says. */
function annotatedData(annotation: Annotation): TestData {
  const text = annotation.description ?? '';
  if (isAnnotation(annotation, 'externalId')) return { externalId: text };
  if (isAnnotation(annotation, 'failureReason')) return { failureReason: text };
  if (isAnnotation(annotation, 'message')) return { message: text };
  const isIssue = isAnnotation(annotation, 'issue');
  const link = isIssue || isAnnotation(annotation, 'link') ? linkOf(text) : { url: '' };
  if (link.url !== '') return { links: [isIssue ? { ...link, type: 'Issue' } : link] };
  return { testCases: testCasesOf([], [annotation]) };
}

function isSilent({ annotations, handOvers }: AttemptMetadata): boolean {
  return annotations.length === 0 && handOvers.length === 0;
}

/** Our annotations have plain names or, if a suite uses the plain name differently, the form `testpoint:externalId`. */
function isAnnotation({ type }: Annotation, word: string): boolean {
  return type === word || type === `testpoint:${word}`;
}

function testCasesOf(tags: readonly string[], annotations: readonly Annotation[]): number[] {
  const ids: number[] = [];
  for (const tag of tags) {
    const numbers = TEST_CASE_TAG.exec(tag)?.[1];
    if (numbers !== undefined) ids.push(...numbers.split(',').map(Number));
  }
  for (const annotation of annotations) {
    if (!isAnnotation(annotation, 'tc') && !isAnnotation(annotation, 'testCase')) continue;
    for (const number of (annotation.description ?? '').match(/\d+/g) ?? []) ids.push(Number(number));
  }
  return ids.filter(Number.isSafeInteger);
}

/** Annotations of the suite's own types. If a describe and its test have the same one, both values are kept. */
function ownParameters(annotations: readonly Annotation[]): Record<string, string> {
  const values = new Map<string, Set<string>>();
  for (const { type, description } of annotations) {
    if (SILENT.has(type) || type.startsWith('_') || OURS.has(type.replace(/^testpoint:/, ''))) continue;
    if (BARE.has(type) && !description) continue;
    const known = values.get(type) ?? new Set();
    values.set(type, known.add(description ?? 'true'));
  }
  return Object.fromEntries([...values].map(([type, texts]) => [type, [...texts].join(', ')]));
}

/** `https://tracker/ABC-12 what it is about`, or `what it is about: https://tracker/ABC-12`. Text without a URL is passed on unchanged. */
function linkOf(text: string): LinkRecord {
  const url = /\b[a-z][a-z0-9+.-]*:\/\/\S+/i.exec(text)?.[0];
  if (url === undefined) return { url: text.trim() };
  const title = text.replace(url, '').trim().replace(/\s*:$/, '');
  return title === '' ? { url } : { url, title };
}
