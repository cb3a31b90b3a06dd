import { dirname } from 'node:path';
import type {
  AttachmentRecord,
  AttemptRecord,
  ErrorRecord,
  LinkRecord,
  StepRecord,
  TestRecord,
  TestStatus,
} from '@testpoint/core';
import { emptyAttempt } from '@testpoint/core/adapter';
import type { Intake } from './intake.js';
import { testFileIn } from './places.js';
import {
  durationOf,
  type JsonObject,
  numberOf,
  objectOf,
  objectsOf,
  propertiesFrom,
  textOf,
  textsOf,
  timeOf,
} from './untrusted.js';

/** How deep suites and steps may be nested; what is deeper is left out. */
const DEEPEST = 1_000;
/** Annotations that only say how Playwright runs the test. */
const CONTROL: ReadonlySet<string> = new Set(['skip', 'fixme', 'fail', 'slow']);

/** Whether parsed JSON is what Playwright's reporter "json" writes. */
export function isPlaywrightJson(content: JsonObject): boolean {
  const config = objectOf(content.config);
  return Array.isArray(content.suites) && config !== undefined && ('rootDir' in config || 'projects' in config);
}

/** Hands over the tests of Playwright's JSON. */
export function readPlaywrightJson(content: JsonObject, intake: Intake): void {
  const config = objectOf(content.config);
  for (const suite of objectsOf(content.suites)) {
    const file = textOf(suite.file) ?? textOf(suite.title) ?? '';
    readSuite(suite, pathOf(file, config, intake.root), [], intake, 0);
  }
  for (const error of objectsOf(content.errors)) intake.problem('Playwright', textOf(error.message));
}

/** Playwright names files relative to the folder of its tests, our reporter relative to that of its configuration. */
function pathOf(file: string, config: JsonObject | undefined, root: string): string {
  const [testDir, configFile] = [textOf(config?.rootDir), textOf(config?.configFile)];
  return testFileIn(testDir, file, configFile === undefined ? (testDir ?? root) : dirname(configFile));
}

function readSuite(suite: JsonObject, file: string, titles: readonly string[], intake: Intake, depth: number): void {
  if (depth > DEEPEST) return;
  for (const spec of objectsOf(suite.specs)) {
    for (const test of objectsOf(spec.tests)) intake.take(testOf(spec, test, file, titles, intake));
  }
  for (const inner of objectsOf(suite.suites)) {
    readSuite(inner, file, [...titles, textOf(inner.title) ?? ''], intake, depth + 1);
  }
}

function testOf(
  spec: JsonObject,
  test: JsonObject,
  file: string,
  titles: readonly string[],
  intake: Intake,
): TestRecord {
  const results = objectsOf(test.results);
  const annotations = objectsOf(test.annotations);
  const isExpectedToFail = test.expectedStatus === 'failed';
  const attempts = results
    .filter(({ status, workerIndex }) => status !== 'skipped' || workerIndex !== -1)
    .map((result) => attemptIn(result, isExpectedToFail, intake));
  const status = verdictOf(test, results);
  const [line, project] = [numberOf(spec.line), textOf(test.projectName)];
  const reason = annotations.find(({ type }) => type === 'skip' || type === 'fixme');
  const record: TestRecord = { file, titlePath: [...titles, textOf(spec.title) ?? ''], status, attempts };
  if (status === 'skipped') record.attempts = attempts.filter(({ body, setup }) => body.length + setup.length > 0);
  if (line !== undefined && line > 0) record.line = line;
  if (project !== undefined) record.project = project;
  if (isExpectedToFail) record.expectedToFail = true;
  if (status === 'skipped' && textOf(reason?.description) !== undefined) record.reason = String(reason?.description);
  const links = annotations.flatMap((annotation) => linkOf(annotation) ?? []);
  if (links.length > 0) record.links = links;
  const properties = propertiesOf(spec, annotations);
  if (Object.keys(properties).length > 0) record.properties = properties;
  return record;
}

function verdictOf(test: JsonObject, results: readonly JsonObject[]): TestStatus {
  const last = results.at(-1);
  if (last === undefined || last.status === 'interrupted') return 'not-run';
  if (test.status === 'skipped') return test.expectedStatus === 'skipped' ? 'skipped' : 'not-run';
  if (last.status === 'skipped')
    return test.expectedStatus === 'passed' && last.workerIndex === -1 ? 'not-run' : 'skipped';
  return test.status === 'expected' || test.status === 'flaky' ? 'passed' : 'failed';
}

function attemptIn(result: JsonObject, isExpectedToFail: boolean, intake: Intake): AttemptRecord {
  const attempt = emptyAttempt(attemptStatus(result.status, isExpectedToFail));
  const [startedAt, duration, worker] = [
    timeOf(result.startTime),
    durationOf(result.duration),
    numberOf(result.parallelIndex),
  ];
  if (startedAt !== undefined) attempt.startedAt = startedAt;
  if (duration !== undefined) attempt.duration = duration;
  if (startedAt !== undefined && duration !== undefined) attempt.endedAt = startedAt + duration;
  if (worker !== undefined && worker >= 0) attempt.worker = worker;
  attempt.errors = errorsOf(result);
  attempt.body = objectsOf(result.steps).map((step) => stepOf(step, 0));
  const seen = new Set<string>();
  attempt.attachments = objectsOf(result.attachments).flatMap((file) => attachmentOf(file, seen, intake) ?? []);
  const output = [...objectsOf(result.stdout), ...objectsOf(result.stderr)].map(printedText);
  if (output.some((text) => text !== '')) intake.addOutput(attempt, output);
  return attempt;
}

function attemptStatus(status: unknown, isExpectedToFail: boolean): TestStatus {
  if (status === 'skipped') return 'skipped';
  if (status === 'interrupted') return 'not-run';
  return (status === 'passed') === isExpectedToFail ? 'failed' : 'passed';
}

/** The first error also exists with message and stack apart. */
function errorsOf(result: JsonObject): ErrorRecord[] {
  const first = objectOf(result.error);
  const all = objectsOf(result.errors);
  return (first === undefined ? all : [first, ...all.slice(1)]).map((error) => {
    const [stack, snippet, location] = [textOf(error.stack), textOf(error.snippet), objectOf(error.location)];
    const record: ErrorRecord = { message: textOf(error.message) ?? textOf(error.value) ?? '' };
    if (stack !== undefined) record.stack = stack;
    if (snippet !== undefined) record.codeFrame = snippet;
    const [file, line, column] = [textOf(location?.file), numberOf(location?.line), numberOf(location?.column)];
    if (file !== undefined && line !== undefined) {
      record.location = { file, line, ...(column !== undefined && { column }) };
    }
    return record;
  });
}

/** Playwright does not write when a step began. */
function stepOf(step: JsonObject, depth: number): StepRecord {
  const error = objectOf(step.error);
  const record: StepRecord = { title: textOf(step.title) ?? '', status: error === undefined ? 'passed' : 'failed' };
  const message = textOf(error?.message);
  if (message !== undefined)
    record.error = { message, ...(typeof error?.stack === 'string' && { stack: error.stack }) };
  const inner = depth < DEEPEST ? objectsOf(step.steps) : [];
  if (inner.length > 0) record.steps = inner.map((child) => stepOf(child, depth + 1));
  return record;
}

/** Some attachments are listed twice. */
function attachmentOf(file: JsonObject, seen: Set<string>, intake: Intake): AttachmentRecord | undefined {
  const [path, body, contentType] = [textOf(file.path), textOf(file.body), textOf(file.contentType)];
  if (path !== undefined && seen.has(path)) return undefined;
  if (path !== undefined) {
    seen.add(path);
    return intake.attachment(path, textOf(file.name), contentType);
  }
  if (body === undefined) return undefined;
  const name = textOf(file.name) ?? 'attachment';
  return { name, body: Buffer.from(body, 'base64'), ...(contentType !== undefined && { contentType }) };
}

function printedText({ text, buffer }: JsonObject): string {
  return textOf(text) ?? (typeof buffer === 'string' ? Buffer.from(buffer, 'base64').toString() : '');
}

function linkOf({ type, description }: JsonObject): LinkRecord | undefined {
  const url = textOf(description);
  if (url === undefined || !/^https?:\/\//.test(url)) return undefined;
  return type === 'issue' ? { url, type: 'Issue' } : { url, title: textOf(type) ?? url };
}

function propertiesOf(spec: JsonObject, annotations: readonly JsonObject[]): Record<string, string> {
  const tags = textsOf(spec.tags).map((tag) => tag.replace(/^@/, ''));
  const named = annotations.flatMap((annotation): [string, string][] => {
    const type = textOf(annotation.type);
    if (type === undefined || CONTROL.has(type) || linkOf(annotation) !== undefined) return [];
    return [[type, textOf(annotation.description) ?? 'true']];
  });
  return propertiesFrom([...tags.map((tag) => ['tags', tag] as const), ...named]);
}
