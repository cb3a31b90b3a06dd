import { each, isArray } from '../../built-ins/language.js';
import type { AttachmentRecord, LinkRecord, StepRecord } from '../../model.js';
import { copyGone } from '../../result/attachment-messages.js';
import type { ChannelMessage, TestData } from '../format/messages.js';

/** The absolute path of a file in the channel, or undefined if there is none with that name. */
export type FileOf = (name: string) => string | undefined;

/**
 * A parsed line from a test process; undefined for anything that is not a message. Our own code has written it. But a page of a browser
 * may write anything, so of attachments, which lead to files, only known members are taken.
 */
export function messageOf(line: unknown, fileOf: FileOf): ChannelMessage | undefined {
  if (!isRecord(line) || !isRecord(line.data)) return undefined;
  const message = line as unknown as ChannelMessage;
  switch (message.kind) {
    case 'attempt': {
      const { setup, body, teardown, attachments } = message.data;
      each([setup, body, teardown], (steps) => locateInSteps(steps, fileOf));
      locate(attachments, fileOf);
      return message;
    }
    case 'hook':
    case 'afterAll':
      locateInSteps([message.data.hook], fileOf);
      return message;
    case 'warning':
    case 'identity':
    case 'file':
    case 'begins':
      return message;
    default:
      return undefined;
  }
}

function locateInSteps(steps: StepRecord[], fileOf: FileOf): void {
  each(steps, ({ attachments, steps: inner }) => {
    if (attachments !== undefined) locate(attachments, fileOf);
    if (inner !== undefined) locateInSteps(inner, fileOf);
  });
}

function locate(attachments: AttachmentRecord[], fileOf: FileOf): void {
  each(attachments, (attachment, index) => {
    attachments[index] = located(attachment, fileOf);
  });
}

function located({ name, contentType, missing, path }: AttachmentRecord, fileOf: FileOf): AttachmentRecord {
  const record: AttachmentRecord = contentType === undefined ? { name } : { name, contentType };
  if (missing !== undefined) return { ...record, missing };
  const found = path === undefined ? undefined : fileOf(path);
  return found === undefined ? { ...record, missing: copyGone } : { ...record, path: found, isOfChannel: true };
}

/** Metadata of a test, whatever the data contains. */
export function testDataOf(data: unknown): TestData {
  const test: TestData = {};
  if (!isRecord(data)) return test;
  if (typeof data.externalId === 'string') test.externalId = data.externalId;
  if (typeof data.message === 'string') test.message = data.message;
  if (typeof data.failureReason === 'string') test.failureReason = data.failureReason;
  if (isArray(data.testCases)) test.testCases = listOf(data.testCases, numberOf);
  if (isArray(data.links)) test.links = listOf(data.links, linkOf);
  if (isRecord(data.parameters)) test.parameters = data.parameters;
  if (isRecord(data.properties)) test.properties = data.properties;
  return test;
}

function linkOf(data: unknown): LinkRecord | undefined {
  if (!isRecord(data) || typeof data.url !== 'string') return undefined;
  const link: LinkRecord = { url: data.url };
  if (typeof data.title === 'string') link.title = data.title;
  if (typeof data.description === 'string') link.description = data.description;
  // The mapping knows which words the interface allows.
  if (typeof data.type === 'string') link.type = data.type as NonNullable<LinkRecord['type']>;
  return link;
}

function numberOf(data: unknown): number | undefined {
  return typeof data === 'number' ? data : undefined;
}

function listOf<T>(data: unknown, parse: (item: unknown) => T | undefined): T[] {
  const list: T[] = [];
  if (!isArray(data)) return list;
  for (let index = 0; index < data.length; index += 1) {
    const item = parse(data[index]);
    if (item !== undefined) list[list.length] = item;
  }
  return list;
}

/** By captured built-ins, because tests may run in this process. */
function isRecord(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null && !isArray(data);
}
