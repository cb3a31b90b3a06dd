import { JSONParser } from '@streamparser/json';
import type { AttachmentRecord, AttemptRecord, ErrorRecord, StepRecord, TestRecord, TestStatus } from '@testpoint/core';
import { emptyAttempt } from '@testpoint/core/adapter';
import { restOf } from '@testpoint/report';
import { fileText } from './file-text.js';
import { DamagedFile } from './input-failure.js';
import type { Intake } from './intake.js';
import { DAMAGE } from './messages.js';
import { testFile } from './places.js';
import {
  durationOf,
  type JsonObject,
  listOf,
  numberOf,
  objectOf,
  objectsOf,
  plainMembers,
  textOf,
  textsOf,
  timeOf,
  workerOf,
} from './untrusted.js';

const STATUSES: Readonly<Record<string, TestStatus>> = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  pending: 'skipped',
  other: 'not-run',
};

/** Whether parsed JSON is a CTRF report. */
export function isCtrf(content: JsonObject): boolean {
  const results = objectOf(content.results);
  return content.reportFormat === 'CTRF' || (Array.isArray(results?.tests) && objectOf(results.tool) !== undefined);
}

/**
 * Reads a CTRF report as a stream, and hands over each test when it ends.
 * @throws DamagedFile where it is not JSON any more
 */
export async function readCtrf(path: string, intake: Intake): Promise<void> {
  const parser = new JSONParser({ paths: ['$.generatedBy', '$.results.tests.*'], keepStack: false });
  let tests: unknown[] = [];
  let isOurs = false;
  parser.onValue = ({ value, key }) => {
    if (typeof value === 'string' && key === 'generatedBy') isOurs = value === 'testpoint';
    else tests.push(value);
  };
  let [lines, bytes] = [0, 0];
  for await (const text of fileText(path)) {
    const damage = failureOf(() => parser.write(text));
    for (const test of objectsOf(tests)) intake.take(testOf(test, isOurs, intake));
    tests = [];
    const piece = Buffer.from(text);
    if (damage !== undefined) {
      const position = Number(/position "?(\d+)/.exec(damage.message)?.[1] ?? bytes);
      throw new DamagedFile(DAMAGE.noJson, lines + lineFeedsIn(piece.toString('utf8', 0, position - bytes)) + 1);
    }
    lines += lineFeedsIn(text);
    bytes += piece.length;
  }
  if (!parser.isEnded) throw new DamagedFile(DAMAGE.endsEarly, lines + 1);
}

function failureOf(action: () => void): Error | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

function lineFeedsIn(text: string): number {
  return text.split('\n').length - 1;
}

/** @param isOurs whether our own export wrote it, which adds to `extra` */
function testOf(test: JsonObject, isOurs: boolean, intake: Intake): TestRecord {
  const status = statusOf(test.status, test.rawStatus);
  const line = numberOf(test.line);
  const record: TestRecord = { ...pathOf(test, intake.root), status, attempts: attemptsOf(test, status, intake) };
  if (line !== undefined && line > 0) record.line = line;
  const id = isOurs ? textOf(objectOf(test.extra)?.externalId) : undefined;
  if (id !== undefined) record.externalId = id;
  const message = textOf(test.message);
  if (message !== undefined && (status === 'skipped' || status === 'not-run')) record.reason = message;
  // Its name has the version, so it can't be the project, which is part of the id.
  const browser = textOf(test.browser);
  const parameters = { ...(browser && { browser }), ...plainMembers(test.parameters) };
  if (Object.keys(parameters).length > 0) record.parameters = parameters;
  const properties = propertiesOf(test, isOurs);
  if (Object.keys(properties).length > 0) record.properties = properties;
  return record;
}

/** `todo` is a test that is not written yet. */
function statusOf(status: unknown, raw: unknown): TestStatus {
  if (raw === 'todo') return 'skipped';
  return typeof status === 'string' && Object.hasOwn(STATUSES, status) ? (STATUSES[status] ?? 'not-run') : 'not-run';
}

/** The suite may begin with the project and the file, and some names begin with the titles of the suite. */
function pathOf(test: JsonObject, root: string): Pick<TestRecord, 'file' | 'titlePath' | 'project'> {
  const path = textOf(test.filePath);
  const file = path === undefined ? '' : testFile(path, root);
  const suite = typeof test.suite === 'string' ? test.suite.split(/ > | › /) : textsOf(test.suite);
  const at = suite.findIndex((part) => isSameFile(part, file));
  const project = at > 0 ? suite[at - 1] : textOf(objectOf(test.extra)?.project);
  const groups = suite.slice(at + 1).filter((part) => part !== '');
  const name = textOf(test.name) ?? '';
  const prefix = groups.join(' ');
  const isRepeated = prefix !== '' && name.startsWith(`${prefix} `);
  return {
    file,
    titlePath: [...groups, isRepeated ? name.slice(prefix.length + 1) : name],
    ...(project !== undefined && project !== '' && { project }),
  };
}

function isSameFile(part: string, file: string): boolean {
  const plain = part.replaceAll('\\', '/');
  return plain !== '' && (plain === file || file.endsWith(`/${plain}`) || plain.endsWith(`/${file}`));
}

function attemptsOf(test: JsonObject, status: TestStatus, intake: Intake): AttemptRecord[] {
  const earlier = objectsOf(test.retryAttempts);
  const attempts = earlier.map((attempt) => attemptIn(attempt, statusOf(attempt.status, undefined), intake));
  const retries = numberOf(test.retries) ?? 0;
  // A flaky test has failed before; not every reporter says how.
  if (earlier.length === 0 && test.flaky === true && status === 'passed') {
    for (let retry = 0; retry < Math.min(Math.max(retries, 1), MOST_RETRIES); retry++)
      attempts.push(emptyAttempt('failed'));
  }
  const isBegun = status === 'passed' || status === 'failed' || attempts.length > 0;
  if (isBegun || listOf(test.steps).length > 0)
    attempts.push(lastOf(attempts, attemptIn(test, status, intake), timeOf(test.stop)));
  return attempts;
}

/** In our own files, a test's times cover all of its attempts. In others, they are those of the last one. */
function lastOf(earlier: readonly AttemptRecord[], whole: AttemptRecord, end: number | undefined): AttemptRecord {
  const { startedAt, duration } = whole;
  if (startedAt === undefined || duration === undefined || end === undefined) return whole;
  const rest = restOf({ startedAt, duration }, earlier);
  return rest === duration ? whole : { ...whole, startedAt: end - rest, endedAt: end, duration: rest };
}

const MOST_RETRIES = 100;

function attemptIn(data: JsonObject, status: TestStatus, intake: Intake): AttemptRecord {
  const attempt = emptyAttempt(status);
  const [startedAt, endedAt, duration] = [timeOf(data.start), timeOf(data.stop), durationOf(data.duration)];
  if (startedAt !== undefined) attempt.startedAt = startedAt;
  // Whole seconds would say less than the duration.
  if (startedAt !== undefined && duration !== undefined) attempt.endedAt = startedAt + duration;
  else if (endedAt !== undefined && startedAt !== undefined && endedAt >= startedAt) attempt.endedAt = endedAt;
  if (duration !== undefined) attempt.duration = duration;
  const worker = workerOf(data.threadId);
  if (worker !== undefined) attempt.worker = worker;
  if (status === 'failed') attempt.errors = errorsOf(data);
  attempt.body = objectsOf(data.steps).map(
    (step): StepRecord => ({
      title: textOf(step.name) ?? '',
      status: statusOf(step.status, undefined),
    }),
  );
  attempt.attachments = objectsOf(data.attachments).flatMap((file) => attachmentOf(file, intake) ?? []);
  const screenshot = textOf(data.screenshot);
  if (screenshot !== undefined) attempt.attachments.push(screenshotOf(screenshot, intake));
  const output = [...textsOf(data.stdout), ...textsOf(data.stderr)].map((text) => `${text.replace(/\n$/, '')}\n`);
  if (output.length > 0) intake.addOutput(attempt, output);
  return attempt;
}

function errorsOf(data: JsonObject): ErrorRecord[] {
  const [message, trace, snippet] = [textOf(data.message), textOf(data.trace), textOf(data.snippet)];
  if (message === undefined && trace === undefined) return [];
  const error: ErrorRecord = { message: message ?? trace?.split('\n')[0] ?? '' };
  if (trace !== undefined) error.stack = trace;
  if (snippet !== undefined) error.codeFrame = snippet;
  return [error];
}

function attachmentOf(file: JsonObject, intake: Intake): AttachmentRecord | undefined {
  const path = textOf(file.path);
  return path === undefined ? undefined : intake.attachment(path, textOf(file.name), textOf(file.contentType));
}

/** Either a path, or the picture itself. */
function screenshotOf(screenshot: string, intake: Intake): AttachmentRecord {
  const data = /^(?:data:[^,]*;base64,)?([A-Za-z0-9+/]{64,}={0,2})$/.exec(screenshot)?.[1];
  return data === undefined
    ? intake.attachment(screenshot)
    : { name: 'screenshot.png', contentType: 'image/png', body: Buffer.from(data, 'base64') };
}

function propertiesOf(test: JsonObject, isOurs: boolean): Record<string, unknown> {
  const properties: Record<string, unknown> = Object.create(null);
  const [tags, labels] = [textsOf(test.tags), plainMembers(test.labels)];
  if (tags.length > 0) properties.tags = tags.join(', ');
  const { project: _, ...extra } = plainMembers(test.extra);
  return Object.assign(properties, labels, isOurs ? {} : extra);
}
