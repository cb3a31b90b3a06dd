/**
 * Playwright's own steps and attachments, for the test API of any of our packages. The build makes one file of this module,
 * which test code loads in Playwright's workers.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { test as playwrightTest, TestInfo } from '@playwright/test';
import type { AttachmentContent, StepOptions } from '@testpoint/core/api';
import { asText, env, execute, slice, uncurry } from '@testpoint/core/built-ins';
import {
  CHANNEL_VARIABLE,
  copyPlainFile,
  jsonSafe,
  type NativeApi,
  registerNativeApi,
  shielded,
} from '@testpoint/core/test-api';
import { add, handOver, sendSoon } from './sending.js';
import { type Start, stepAtOnce } from './steps-at-once.js';

/** Of the Playwright that runs this worker. Beside component tests, another version of @playwright/test may be installed. */
const { test }: { test: typeof playwrightTest } = createRequire(process.mainModule?.filename ?? __filename)(
  'playwright/test',
);

// Captured at load, because tests may stub any of them.
const { from: encode } = Buffer;
const replace: (text: string, pattern: RegExp, by: string) => string = uncurry(String.prototype.replace) as never;
const { captureStackTrace } = Error;
const { isView } = ArrayBuffer;

const native: NativeApi = {
  isInTest: () => currentTest() !== undefined,

  send(content) {
    const info = currentTest();
    if (info !== undefined) sendSoon(info, content);
  },

  step: ({ title, options, body, callee }) => startAt(callee)(title, options, body) as Promise<ReturnType<typeof body>>,

  stepAtOnce: ({ title, options, body, callee }) => stepAtOnce(title, options, body, startAt(callee)),

  async attach(name, content, contentType) {
    const info = currentTest();
    if (info === undefined) return;
    const title = asText(name);
    try {
      add(
        info,
        shielded(() => attachmentOf(info, title, content, contentType)),
      );
    } catch (error) {
      handOver(info, { missing: { name: title, reason: reasonOf(error) } });
    }
  },
};

/** Starts steps at the place where test code has called a function of the test API. */
function startAt(callee: Parameters<NativeApi['step']>[0]['callee']): Start {
  const location = callerOf(callee);
  return (title, options, body) => {
    const run = () => {
      const info = options === undefined ? undefined : currentTest();
      if (info !== undefined && options !== undefined) handOver(info, { step: shielded(() => described(options)) });
      return body();
    };
    return test.step(title, run, location === undefined ? {} : { location });
  };
}

function attachmentOf(
  info: TestInfo,
  name: string,
  content: AttachmentContent,
  contentType: string,
): TestInfo['attachments'][number] {
  if (typeof content === 'string') return { name, contentType, body: encode(content) };
  if (isView(content)) return { name, contentType, body: bytesOf(content) };
  return { name, contentType, path: copied(info, name, content.path) };
}

function currentTest(): TestInfo | undefined {
  try {
    return test.info();
  } catch {
    return undefined;
  }
}

/**
 * Copies the file under a unique name, because the same file may be attached again after a change. The copy is in the test's
 * output folder, like Playwright's own, unless Playwright deletes that folder at the test's end.
 */
function copied(info: TestInfo, name: string, source: string): string {
  const stem = slice(replace(name, /[^\p{L}\p{N}_-]+/gu, '-'), 0, 40);
  const file = `${stem}-${randomBytes(6).toString('hex')}${extname(source)}`;
  const channel = env[CHANNEL_VARIABLE];
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
    ...(description !== undefined && { description: asText(description) }),
    ...(parameters !== undefined && { parameters: jsonSafe(parameters) as Record<string, unknown> }),
  };
}

/** If copying failed, only the source matters to the user. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? replace(error.message, / -> '.*$/s, '') : asText(error);
}

const FRAME = /^\s+at (?:.*\()?((?:file:\/\/)?.+?):(\d+):(\d+)\)?$/m;

/** The location of the call, from a stack that Playwright has already mapped to the user's source. */
function callerOf(callee: (...values: never[]) => unknown): { file: string; line: number; column: number } | undefined {
  const holder: { stack?: string } = {};
  captureStackTrace?.(holder, callee);
  const frame = execute(FRAME, holder.stack ?? '');
  if (frame?.[1] === undefined) return undefined;
  const file = slice(frame[1], 0, 5) === 'file:' ? fileURLToPath(frame[1]) : replace(frame[1], /^async /, '');
  return { file, line: +(frame[2] ?? 0), column: +(frame[3] ?? 0) };
}

registerNativeApi(native);
