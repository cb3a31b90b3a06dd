/** A suite in its own process that reports like a framework package. Its argument is the file with its script. */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AttachmentRecord, AttemptRecord, TestRecord, Verdict } from '@testpoint/core';
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
  scriptedAttempt,
} from './script.js';
import { killThreads } from './thread-killer.js';

const { disturb } = createRequire(import.meta.url)(join(FIXTURES, 'disturb.cjs')) as { disturb: () => void };
const { openSession } = await import('@testpoint/core/adapter');

const script = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as SuiteScript;
const { name, idRoot, tests, exitCode, ending } = script;
const session = openSession({ framework: { name: 'scripted' }, frameworkVersion: '1', idRoot, options: {} });
if (script.handlesSignals) session.watchSignals();

for (const [number, test] of tests.entries()) {
  if (script.threadDiesBefore.includes(number)) await killThreads();
  await perform(number, test);
}
if (ending === 'throw') throw new Error('the suite itself is broken');
if (ending === 'close') session.close();
if (ending === 'exit') process.exit(exitCode);
process.exitCode = exitCode;

async function perform(number: number, test: ScriptedTest): Promise<void> {
  const externalId = externalIdOf(name, number);
  const attempts: AttemptRecord[] = [];
  let provisional: ProvisionalResult | undefined;
  for (let attempt = 1; attempt <= test.attempts; attempt++) {
    const isLast = attempt === test.attempts;
    const [kind, status] = isLast ? (['result', test.status] as const) : (['attempt', 'failed'] as const);
    const begun = Date.now();
    await spend(test);
    const attached = isLast ? test.attachments.map(attachment) : [];
    const attachments = attached.map(({ record }) => record);
    attempts.push({ ...scriptedAttempt(status, begun, Date.now()), attachments });
    const announced = attached.map(({ announcement }) => announcement);
    announce({ at: 'before', kind, externalId, outcome: OUTCOMES[status], attempts: attempt, attachments: announced });
    const verdict: Verdict = status === 'skipped' ? { status, reason: 'not today' } : { status };
    const record: TestRecord = {
      ...{ file: FILE, titlePath: [name, `test ${number}`], attempts: [...attempts] },
      ...verdict,
    };
    if (isLast) session.record(record, provisional);
    else provisional = session.provisional(record, provisional);
    announce({ at: 'after', kind, externalId });
  }
}

function announce(announcement: Announcement): void {
  writeSync(ANNOUNCEMENTS, `${JSON.stringify(announcement)}\n`);
  disturb();
}

function attachment(
  { from, bytes, content }: ScriptedAttachment,
  index: number,
): { record: AttachmentRecord; announcement: AnnouncedAttachment } {
  const body = Buffer.alloc(bytes, `content ${content} `);
  const attachmentName = `attachment-${index}.bin`;
  return {
    record: { name: attachmentName, contentType: 'application/octet-stream', ...source(from, body) },
    announcement: { name: attachmentName, sha256: createHash('sha256').update(body).digest('hex') },
  };
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
