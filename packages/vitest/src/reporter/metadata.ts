import { basename } from 'node:path';
import type { AttachmentRecord, LinkRecord, TestRecord } from '@testpoint/core';
import { mergedTestData, textOf } from '@testpoint/core/adapter';
import type { TestData } from '@testpoint/core/test-api';
import type { TestCase } from 'vitest/node';
import { announced, WEB } from './kept-files.js';
import { neitherPathNorBody } from './result-messages.js';

type Annotation = ReturnType<TestCase['annotations']>[number];
type Attachment = NonNullable<Annotation['attachment']>;

/** Metadata of a test from annotations, tags, titles and the test API. */
export type Metadata = Pick<
  TestRecord,
  'externalId' | 'testCases' | 'links' | 'parameters' | 'properties' | 'message' | 'failureReason'
>;

const TEST_CASE_TAG = /^@?tc:(\d+(?:,\d+)*)$/i;

/** @param said calls of the test API, attempt by attempt */
export function metadataOf(test: TestCase, titlePath: readonly string[], said: readonly TestData[]): Metadata {
  const annotations = annotationsOf(test);
  const own = mergedTestData(said, [...testCaseTags(test.tags), ...titlePath]);
  const links = [...annotations.flatMap(annotatedLink), ...(own.links ?? [])];
  const properties = { ...annotatedProperties(annotations, test.tags), ...own.properties };
  return {
    ...own,
    ...(links.length > 0 && { links }),
    ...(Object.keys(properties).length > 0 && { properties }),
  };
}

/** Attachments of `context.annotate` and `recordArtifact`, each with the index of its attempt, if that is known. */
export function attachmentsOf(test: TestCase): [AttachmentRecord, number | undefined][] {
  const annotated = annotationsOf(test).map(({ message, attachment }) => [attachment, message] as const);
  const artifacts = (test.artifacts?.() ?? []).flatMap(({ type, attachments }) =>
    type === 'internal:annotation' ? [] : (attachments ?? []).map((one) => [one, nameOf(one, type)] as const),
  );
  return [...annotated, ...artifacts].flatMap(([attachment, name]) => {
    const record = named(attachment, name);
    return attachment === undefined || record === undefined ? [] : [[record, announced(attachment)?.attempt]];
  });
}

/** In plain JavaScript, a message may be a number, or an object. */
function annotationsOf(test: TestCase): Annotation[] {
  return test.annotations().map((one) => ({ ...one, type: textOf(one.type), message: textOf(one.message ?? '') }));
}

/** Browser mode's screenshot of the last failed attempt, before Vitest 4.1 made it an artifact. */
export function screenshotOf(test: TestCase): AttachmentRecord | undefined {
  const { failScreenshotPath: path } = test.meta() as { failScreenshotPath?: unknown };
  return typeof path === 'string' ? { name: basename(path), contentType: 'image/png', path } : undefined;
}

/** Vitest's tags if the config declares them, else `@tc:101` in a title. `tc:101,102` names several. */
function testCaseTags(tags: readonly string[] = []): string[] {
  return tags.filter((tag) => TEST_CASE_TAG.test(tag)).map((tag) => (tag.startsWith('@') ? tag : `@${tag}`));
}

/** An annotation of type `issue` or `link`, or an attachment that is an address, becomes a link of the result. */
function annotatedLink({ type, message, attachment }: Annotation): LinkRecord[] {
  if (attachment?.path !== undefined && WEB.test(attachment.path)) return [{ url: attachment.path, title: message }];
  if (attachment !== undefined || (type !== 'issue' && type !== 'link')) return [];
  return [{ url: message.trim(), type: type === 'issue' ? 'Issue' : 'Related' }];
}

/**
 * Any other annotation without an attachment becomes a property named after its type: `notice`, `warning`, or the suite's
 * own.
 */
function annotatedProperties(
  annotations: readonly Annotation[],
  allTags: readonly string[] = [],
): Record<string, string> | undefined {
  if (annotations.length + allTags.length === 0) return undefined;
  const values = new Map<string, string[]>();
  for (const { type, message, attachment } of annotations) {
    if (attachment !== undefined || type === 'issue' || type === 'link') continue;
    values.set(type, [...(values.get(type) ?? []), message]);
  }
  const properties = Object.fromEntries([...values].map(([type, messages]) => [type, messages.join('\n')]));
  const tags = allTags.filter((tag) => !TEST_CASE_TAG.test(tag));
  return tags.length > 0 ? { tags: tags.join(', '), ...properties } : properties;
}

function named(attachment: Attachment | undefined, name: string): AttachmentRecord | undefined {
  if (attachment === undefined) return undefined;
  const { path, body, contentType } = attachment;
  const record: AttachmentRecord = { name: name || nameOf(attachment, 'attachment') };
  if (contentType !== undefined) record.contentType = contentType;
  if (body !== undefined) return { ...record, body: contentOf(body, attachment.bodyEncoding) };
  if (path === undefined) return { ...record, missing: neitherPathNorBody };
  if (WEB.test(path)) return undefined;
  const kept = announced(attachment)?.kept;
  return { ...record, ...(kept === undefined ? { path } : { kept }) };
}

function nameOf({ path }: Attachment, otherwise: string): string {
  return path === undefined ? otherwise : basename(path);
}

/** Bytes arrive as base64. Before Vitest 4.1, plain text arrives unchanged, and nothing shows which of the two it is. */
function contentOf(body: string | Uint8Array, encoding: 'base64' | 'utf-8' | undefined): string | Uint8Array {
  if (typeof body !== 'string' || encoding === 'utf-8') return body;
  const bytes = Buffer.from(body, 'base64');
  return bytes.toString('base64') === body ? bytes : body;
}
