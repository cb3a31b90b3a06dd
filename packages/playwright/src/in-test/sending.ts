import type { TestInfo } from '@playwright/test';
import { shielded, toJson } from '@testpoint/core/test-api';
import { HAND_OVER_NAME, HAND_OVER_TYPE, type HandOver } from './hand-over.js';

// Captured at load, because tests may stub any of them.
const { from: encode } = Buffer;
const { setPrototypeOf } = Object;
const { queueMicrotask } = globalThis;

/** The first calls of a test are sent at once, so that they arrive even if the process dies at the next line. */
const SENT_AT_ONCE = 100;
/** The most calls in one message. */
const CALLS_OF_MESSAGE = 1_000;

interface Calls {
  info: TestInfo;
  count: number;
  /** Calls of this tick that are not sent yet. */
  waiting: HandOver[];
}

/** Calls of the test that called last. */
let latest: Calls | undefined;

/**
 * For each message, Playwright searches all steps of the test so far, and informs its main process. So the many calls of a
 * loop are sent together.
 */
export function sendSoon(info: TestInfo, content: HandOver): void {
  if (latest?.info !== info) latest = { info, count: 0, waiting: [] };
  const calls = latest;
  calls.count += 1;
  if (calls.count <= SENT_AT_ONCE) return handOver(info, content);
  calls.waiting[calls.waiting.length] = content;
  if (calls.waiting.length === 1) queueMicrotask(() => sendWaiting(calls));
  else if (calls.waiting.length === CALLS_OF_MESSAGE) sendWaiting(calls);
}

function sendWaiting(calls: Calls): void {
  const { info, waiting } = calls;
  calls.waiting = [];
  if (waiting.length > 0) handOver(info, waiting);
}

export function handOver(info: TestInfo, content: HandOver | readonly HandOver[]): void {
  try {
    add(info, { name: HAND_OVER_NAME, contentType: HAND_OVER_TYPE, body: shielded(() => encode(toJson(content))) });
  } catch {
    // The worker is shutting down and nothing is listening any more. A test never fails because of us.
  }
}

/**
 * Playwright's own list assigns a pushed attachment to the running step, and sends it to the reporters at once. Playwright
 * reads `path` and `body` of each attachment. Without a prototype, it can't read members that a test adds to all objects.
 */
export function add(info: TestInfo, attachment: TestInfo['attachments'][number]): void {
  setPrototypeOf(attachment, null);
  info.attachments.push(attachment);
}
