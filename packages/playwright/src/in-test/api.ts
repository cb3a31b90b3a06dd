import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type TestInfo, test } from '@playwright/test';
import { CHANNEL_VARIABLE } from '@testpoint/core/channel';
import {
  type AttachmentContent,
  announceApi,
  bodyComplaint,
  contentComplaint,
  copyPlainFile,
  type FailureReason,
  jsonSafe,
  type LinkOptions,
  mediaTypeOf,
  readLink,
  readTestCases,
  type StepOptions,
  shielded,
  type TestApi,
  textComplaint,
} from '@testpoint/core/test-api';
import type { HandOver } from './hand-over.js';
import { calledOutsideTest } from './outside-test.js';
import { add, handOver, sendSoon } from './sending.js';

export type { AttachmentContent, FailureReason, LinkOptions, StepOptions } from '@testpoint/core/test-api';

/** Wraps Playwright's `test.step`. Steps also appear in Playwright's own reports, and the function returns a promise. */
export interface PlaywrightStepFunction {
  <T>(title: string, body: () => T | Promise<T>): Promise<T>;
  <T>(title: string, options: StepOptions, body: () => T | Promise<T>): Promise<T>;
}

// Captured at load, because tests may stub any of them.
const { from: encode } = Buffer;
const { isView: isBinary } = ArrayBuffer;
const textOf: (value: unknown) => string = String;
const bindCall = Function.prototype.bind.bind(Function.prototype.call);
const replace: (text: string, pattern: RegExp, by: string) => string = bindCall(String.prototype.replace);
const slice: (text: string, from: number, to: number) => string = bindCall(String.prototype.slice);
const startsWith: (text: string, start: string) => boolean = bindCall(String.prototype.startsWith);
const execute: (pattern: RegExp, text: string) => RegExpExecArray | null = bindCall(RegExp.prototype.exec);
const { captureStackTrace } = Error;

announceApi('playwright');

/**
 * Runs `body` as a step, with the caller's location in the source. Resolves to what it returns, and rejects with what it
 * throws.
 */
export const step: PlaywrightStepFunction = async <T>(
  title: string,
  optionsOrBody: StepOptions | (() => T | Promise<T>),
  bodyAfterOptions?: () => T | Promise<T>,
): Promise<T> => {
  const body = typeof optionsOrBody === 'function' ? optionsOrBody : bodyAfterOptions;
  const options = typeof optionsOrBody === 'function' ? undefined : optionsOrBody;
  // Without a body there is nothing to return. Only untyped code gets here.
  if (typeof body !== 'function') return void refuse(bodyComplaint(title, body)) as T;
  const info = currentTest();
  if (info === undefined) return body();
  const location = callerOf(step);
  const run = () => {
    if (options !== undefined && options !== null) handOver(info, { step: shielded(() => described(options)) });
    return body();
  };
  return test.step(title, run, location === undefined ? {} : { location });
};

/**
 * Attaches content, or a copy of a file, taken at the time of the call. It belongs to the step in which you call it, or to
 * the test.
 */
export const attach: TestApi['attach'] = async (name, content, contentType) => {
  if (refuse(contentComplaint(name, content))) return;
  const info = currentTest();
  if (info === undefined) return;
  const title = textOf(name);
  try {
    add(
      info,
      shielded(() => attachmentOf(info, title, content, contentType)),
    );
  } catch (error) {
    handOver(info, { missing: { name: title, reason: reasonOf(error) } });
  }
};

function attachmentOf(
  info: TestInfo,
  name: string,
  content: AttachmentContent,
  contentType: string | undefined,
): TestInfo['attachments'][number] {
  if (typeof content === 'string') return { name, contentType: contentType ?? 'text/plain', body: encode(content) };
  if (isBinary(content)) {
    return { name, contentType: contentType ?? 'application/octet-stream', body: bytesOf(content) };
  }
  const { path } = content;
  return { name, contentType: contentType ?? mediaTypeOf(extname(path)), path: copied(info, name, path) };
}

/** Adds a link to the result. You can call it several times. */
export const link: TestApi['link'] = (url: unknown, options?: LinkOptions) => {
  const given = shielded(() => readLink(url, options));
  send(typeof given === 'string' ? { warning: given } : { links: [given] });
};

/** Sets a parameter of the result. If you set a name twice, the last value wins. Values that are not strings are sent as JSON. */
export const parameter: TestApi['parameter'] = (name, value) => {
  if (refuse(textComplaint('parameter', 'a name', name))) return;
  send({ parameters: { [name]: shielded(() => jsonSafe(value)) } });
};

/** Sets a property of the result. If you set a name twice, the last value wins. Values that are not strings are sent as JSON. */
export const property: TestApi['property'] = (name, value) => {
  if (refuse(textComplaint('property', 'a name', name))) return;
  send({ properties: { [name]: shielded(() => jsonSafe(value)) } });
};

/** Adds a comment to the result. Each call adds a line. */
export const message: TestApi['message'] = (text) => {
  if (refuse(textComplaint('message', 'text', text))) return;
  send({ message: textOf(text) });
};

/** Sets the autotest's external id, which is sent unchanged. The last call wins. */
export const externalId: TestApi['externalId'] = (id) => {
  if (refuse(textComplaint('externalId', 'an id', id))) return;
  send({ externalId: textOf(id) });
};

/** Adds global ids of the test cases that this test automates. You can call it several times. */
export const testCase: TestApi['testCase'] = (...globalIds) => {
  const { testCases, complaint } = readTestCases(globalIds);
  if (refuse(complaint) && testCases.length === 0) return;
  send({ testCases });
};

/** Sets the failure reason, used only if the test fails. The last call wins. */
export const failureReason: TestApi['failureReason'] = (reason: FailureReason) => {
  if (refuse(textComplaint('failureReason', 'a reason', reason))) return;
  send({ failureReason: textOf(reason) });
};

function currentTest(): TestInfo | undefined {
  try {
    return test.info();
  } catch {
    calledOutsideTest();
    return undefined;
  }
}

/** The summary warns about arguments of the wrong type. */
function refuse(complaint: string | undefined): boolean {
  if (complaint !== undefined) send({ warning: complaint });
  return complaint !== undefined;
}

function send(content: HandOver): void {
  const info = currentTest();
  if (info !== undefined) sendSoon(info, content);
}

/**
 * Copies the file under a unique name, because the same file may be attached again after a change. The copy is in the test's
 * output folder, like Playwright's own, unless Playwright deletes that folder at the test's end.
 */
function copied(info: TestInfo, name: string, source: string): string {
  const stem = slice(replace(name, /[^\p{L}\p{N}_-]+/gu, '-'), 0, 40);
  const file = `${stem}-${randomBytes(6).toString('hex')}${extname(source)}`;
  const channel = process.env[CHANNEL_VARIABLE];
  const isInChannel = channel !== undefined && info.config.preserveOutput === 'never';
  const target = isInChannel ? `${channel}/${file}` : info.outputPath('attachments', file);
  mkdirSync(dirname(target), { recursive: true });
  copyPlainFile(source, target);
  return target;
}

/** Copies the array, because it may change after the call. */
function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return encode(encode(buffer, byteOffset, byteLength));
}

function described({ description, parameters }: StepOptions): StepOptions {
  return {
    ...(description !== undefined && { description: textOf(description) }),
    ...(parameters !== undefined && { parameters: jsonSafe(parameters) as Record<string, unknown> }),
  };
}

/** If copying failed, only the source matters to the user. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? replace(error.message, / -> '.*$/s, '') : textOf(error);
}

const FRAME = /^\s+at (?:.*\()?((?:file:\/\/)?.+?):(\d+):(\d+)\)?$/m;

/** The location of the call, from a stack that Playwright has already mapped to the user's source. */
function callerOf(callee: (...values: never[]) => unknown): { file: string; line: number; column: number } | undefined {
  const holder: { stack?: string } = {};
  captureStackTrace?.(holder, callee);
  const frame = execute(FRAME, holder.stack ?? '');
  if (frame?.[1] === undefined) return undefined;
  const file = startsWith(frame[1], 'file:') ? fileURLToPath(frame[1]) : replace(frame[1], /^async /, '');
  return { file, line: +(frame[2] ?? 0), column: +(frame[3] ?? 0) };
}
