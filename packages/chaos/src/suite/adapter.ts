/** A suite in its own process that reports like a framework package. Its argument is the file with its script. */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AttachmentRecord, AttemptRecord, TestRecord } from '@testpoint/core';
import type { ProvisionalResult } from '@testpoint/core/adapter';
import { FIXTURES } from '../programs.js';
import { ANNOUNCEMENTS, type AnnouncedAttachment, type Announcement } from './announcement.js';
import {
  externalIdOf,
  FILE,
  OUTCOMES,
  type ScriptedAttachment,
  type ScriptedTest,
  type SuiteScript,
} from './script.js';
import { watchThreads } from './thread-death.js';

const threads = watchThreads();
const { disturb } = createRequire(import.meta.url)(join(FIXTURES, 'disturb.cjs')) as { disturb: () => void };
const { openSession } = await import('@testpoint/core/adapter');

const script = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as SuiteScript;
const { name, idRoot, options, tests, exitCode, ending } = script;
const session = openSession({ framework: 'scripted', frameworkVersion: '1', idRoot, options });
if (script.handlesSignals) session.watchSignals();

for (const [number, test] of tests.entries()) {
  if (script.threadDiesBefore.includes(number)) await threads.kill();
  await perform(number, test);
}
await end();

async function perform(number: number, test: ScriptedTest): Promise<void> {
  const attempts: AttemptRecord[] = [];
  const attached: AnnouncedAttachment[] = [];
  let provisional: ProvisionalResult | undefined;
  for (let attempt = 1; attempt <= test.attempts; attempt++) {
    const isLast = attempt === test.attempts;
    const begun = Date.now();
    await spend(test);
    attempts.push(attemptRecord(isLast ? test.status : 'failed', begun));
    if (isLast) attach(test.attachments, attempts[attempts.length - 1], attached);
    const record: TestRecord = {
      file: FILE,
      titlePath: [name, `test ${number}`],
      status: isLast ? test.status : 'failed',
      ...(isLast && test.status === 'skipped' && { reason: 'not today' }),
      attempts: [...attempts],
    };
    provisional = handOver(isLast ? 'result' : 'attempt', number, record, attached, provisional);
  }
}

function handOver(
  kind: 'attempt' | 'result',
  number: number,
  record: TestRecord,
  attachments: AnnouncedAttachment[],
  earlier: ProvisionalResult | undefined,
): ProvisionalResult | undefined {
  const externalId = externalIdOf(name, number);
  const { length } = record.attempts;
  announce({ at: 'before', kind, externalId, outcome: OUTCOMES[record.status], attempts: length, attachments });
  let provisional: ProvisionalResult | undefined;
  if (kind === 'attempt') provisional = session.provisional(record, earlier);
  else session.record(record, earlier);
  announce({ at: 'after', kind, externalId });
  return provisional;
}

function announce(announcement: Announcement): void {
  writeSync(ANNOUNCEMENTS, `${JSON.stringify(announcement)}\n`);
  disturb();
}

function attemptRecord(status: ScriptedTest['status'], startedAt: number): AttemptRecord {
  const endedAt = Date.now();
  return {
    status,
    startedAt,
    endedAt,
    errors: status === 'failed' ? [{ message: 'Error: it broke', stack: `Error: it broke\n    at ${FILE}:1:1` }] : [],
    setup: [],
    body: [{ title: 'a step', startedAt, endedAt, status }],
    teardown: [],
    attachments: [],
  };
}

function attach(
  attachments: ScriptedAttachment[],
  attempt: AttemptRecord | undefined,
  announced: AnnouncedAttachment[],
): void {
  for (const [index, { from, bytes, content }] of attachments.entries()) {
    const body = Buffer.alloc(bytes, `content ${content} `);
    const attachment = { name: `attachment-${index}.bin`, contentType: 'application/octet-stream' };
    announced.push({ name: attachment.name, sha256: createHash('sha256').update(body).digest('hex') });
    attempt?.attachments.push({ ...attachment, ...source(from, body) });
  }
}

function source(from: ScriptedAttachment['from'], body: Buffer): Partial<AttachmentRecord> {
  if (from === 'body') return { body };
  const path = join(idRoot, `${name}-${performance.now()}.bin`);
  writeFileSync(path, body);
  // The record is handed over in the same turn of the event loop. After that the file is gone, as after the clean-up of a retry.
  setImmediate(() => rmSync(path, { force: true }));
  return { path, owned: from === 'owned-file' };
}

async function spend({ duration, isBusy }: ScriptedTest): Promise<void> {
  if (!isBusy) {
    if (duration > 0) await new Promise((resolve) => setTimeout(resolve, duration));
    return;
  }
  const until = performance.now() + duration;
  while (performance.now() < until);
}

async function end(): Promise<void> {
  switch (ending) {
    case 'close':
      session.close();
      process.exitCode = exitCode;
      break;
    case 'exit':
      process.exit(exitCode);
      break;
    case 'run-out':
      process.exitCode = exitCode;
      break;
    case 'throw':
      throw new Error('the suite itself is broken');
    case 'wait':
      setInterval(() => {}, 60_000);
  }
}
