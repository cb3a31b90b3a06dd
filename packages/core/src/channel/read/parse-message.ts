import { isArray } from '../../built-ins/language.js';
import type { AttachmentRecord, ErrorRecord, LinkRecord, StepRecord, TestStatus } from '../../model.js';
import { copyGone } from '../../result/attachment-messages.js';
import type { AttemptData, ChannelMessage, HookData, TestData } from '../format/messages.js';

/** The absolute path of a file in the channel, or undefined if there is none with that name. */
export type FileOf = (name: string) => string | undefined;

/** A parsed line from a test process; undefined for anything that is not a message. Members of a wrong type are omitted. */
export function messageOf(line: unknown, fileOf: FileOf): ChannelMessage | undefined {
  if (!isRecord(line) || !isRecord(line.data)) return undefined;
  const { kind, data } = line;
  switch (kind) {
    case 'warning':
      if (typeof data.text !== 'string') return undefined;
      return { kind, data: { text: data.text, ...(data.lacksSetup === true && { lacksSetup: true }) } };
    case 'identity':
      return typeof data.key === 'string' ? { kind, data: { key: data.key, test: testDataOf(data.test) } } : undefined;
    case 'attempt': {
      const attempt = attemptOf(data, fileOf);
      return attempt && { kind, data: attempt };
    }
    case 'hook':
    case 'afterAll': {
      const hook = hookOf(data, fileOf);
      return hook && { kind, data: hook };
    }
    case 'file':
      return { kind, data };
    case 'begins':
      if (typeof data.run !== 'string' || !isArray(data.begins)) return undefined;
      return {
        kind,
        data: { run: data.run, begins: data.begins, order: isArray(data.order) ? data.order : undefined },
      };
    default:
      return undefined;
  }
}

function attemptOf(data: Record<string, unknown>, fileOf: FileOf): AttemptData | undefined {
  if (typeof data.key !== 'string' || typeof data.startedAt !== 'number') return undefined;
  return {
    key: data.key,
    startedAt: data.startedAt,
    ...(typeof data.endedAt === 'number' && { endedAt: data.endedAt }),
    setup: stepsOf(data.setup, fileOf),
    body: stepsOf(data.body, fileOf),
    teardown: stepsOf(data.teardown, fileOf),
    attachments: listOf(data.attachments, (item) => attachmentOf(item, fileOf)),
    test: testDataOf(data.test),
    ...(isRecord(data.framework) && { framework: data.framework }),
  };
}

function hookOf({ key, hook }: Record<string, unknown>, fileOf: FileOf): HookData | undefined {
  const step = stepOf(hook, fileOf);
  return typeof key === 'string' && step !== undefined ? { key, hook: step } : undefined;
}

function stepOf(data: unknown, fileOf: FileOf): StepRecord | undefined {
  if (!isRecord(data) || typeof data.title !== 'string') return undefined;
  const step: StepRecord = { title: data.title, status: statusOf(data.status) };
  if (typeof data.description === 'string') step.description = data.description;
  if (typeof data.startedAt === 'number') step.startedAt = data.startedAt;
  if (typeof data.endedAt === 'number') step.endedAt = data.endedAt;
  const error = errorOf(data.error);
  if (error !== undefined) step.error = error;
  if (isArray(data.steps)) step.steps = stepsOf(data.steps, fileOf);
  if (isArray(data.attachments)) step.attachments = listOf(data.attachments, (item) => attachmentOf(item, fileOf));
  if (isRecord(data.parameters)) step.parameters = data.parameters;
  return step;
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

function stepsOf(data: unknown, fileOf: FileOf): StepRecord[] {
  return listOf(data, (item) => stepOf(item, fileOf));
}

function attachmentOf(data: unknown, fileOf: FileOf): AttachmentRecord | undefined {
  if (!isRecord(data) || typeof data.name !== 'string') return undefined;
  const record: AttachmentRecord = { name: data.name };
  if (typeof data.contentType === 'string') record.contentType = data.contentType;
  if (typeof data.missing === 'string') return { ...record, missing: data.missing };
  const path = typeof data.path === 'string' ? fileOf(data.path) : undefined;
  return path === undefined ? { ...record, missing: copyGone } : { ...record, path, isOfChannel: true };
}

function errorOf(data: unknown): ErrorRecord | undefined {
  if (!isRecord(data) || typeof data.message !== 'string') return undefined;
  return typeof data.stack === 'string' ? { message: data.message, stack: data.stack } : { message: data.message };
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

function statusOf(data: unknown): TestStatus {
  return data === 'passed' || data === 'failed' || data === 'skipped' ? data : 'not-run';
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
