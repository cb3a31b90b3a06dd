import type { AttachmentRecord, AttemptRecord, LinkRecord, StepRecord, TestRecord, TestStatus } from '@testpoint/core';
import { emptyAttempt } from '@testpoint/core/adapter';
import type { Intake } from './intake.js';
import {
  type JsonObject,
  objectOf,
  objectsOf,
  propertiesFrom,
  textOf,
  textsOf,
  timeOf,
  workerOf,
} from './untrusted.js';

/** How deep steps may be nested; what is deeper is left out. */
const DEEPEST = 1_000;
const STATUSES: Readonly<Record<string, TestStatus>> = {
  passed: 'passed',
  failed: 'failed',
  broken: 'failed',
  skipped: 'skipped',
  unknown: 'not-run',
};
/** Labels of our own export, which writes the first two as parameters, too. */
export const PROJECT_LABEL = 'testpoint.project';
export const ENVIRONMENT_LABEL = 'testpoint.environment';
export const ID_LABEL = 'testpoint.id';
/** Labels that say where a test is or ran, not what it is about. */
const TECHNICAL: ReadonlySet<string> = new Set([
  ...['framework', 'language', 'host', 'thread', 'package', 'parentSuite', 'suite', 'subSuite'],
  ...['testClass', 'testMethod', 'junit.platform.uniqueid', 'titlePath', 'resultFormat', '_fallbackTestCaseId'],
  ...[PROJECT_LABEL, ENVIRONMENT_LABEL, ID_LABEL],
]);

/** What containers say about a test: steps before and after it. */
export interface Fixtures {
  befores: JsonObject[];
  afters: JsonObject[];
}

/**
 * A test of Allure's results.
 * @param attempts its results, oldest first; at least one
 */
export function allureTest(
  attempts: readonly JsonObject[],
  fixtures: (uuid: string) => Fixtures,
  intake: Intake,
): TestRecord {
  const last = attempts.at(-1) ?? {};
  const status = resultStatus(last);
  const record: TestRecord = {
    ...placeOf(last),
    status,
    attempts: attempts.flatMap((attempt) => attemptIn(attempt, fixtures(textOf(attempt.uuid) ?? ''), intake) ?? []),
  };
  const [id] = labelsOf(last, ID_LABEL);
  if (id !== undefined) record.externalId = id;
  const reason = textOf(objectOf(last.statusDetails)?.message);
  if ((status === 'skipped' || status === 'not-run') && reason !== undefined) record.reason = reason;
  const parameters = parametersOf(last.parameters);
  if (isOfPlaywright(last) || labelsOf(last, PROJECT_LABEL).length > 0) delete parameters.Project;
  if (labelsOf(last, ENVIRONMENT_LABEL).length > 0) delete parameters.Environment;
  if (Object.keys(parameters).length > 0) record.parameters = parameters;
  const properties = propertiesOf(last);
  if (Object.keys(properties).length > 0) record.properties = properties;
  const links = objectsOf(last.links).flatMap((link) => linkOf(link) ?? []);
  if (links.length > 0) record.links = links;
  return record;
}

/** A test that is not written yet has no status. */
function resultStatus({ status, stage }: JsonObject): TestStatus {
  return status === undefined && stage === 'pending' ? 'skipped' : statusOf(status);
}

function statusOf(status: unknown): TestStatus {
  return typeof status === 'string' && Object.hasOwn(STATUSES, status) ? (STATUSES[status] ?? 'not-run') : 'not-run';
}

/** Where a test is: its file, titles and project. */
export function placeOf(result: JsonObject): Pick<TestRecord, 'file' | 'titlePath' | 'project'> {
  const { Project: written } = isOfPlaywright(result) ? parametersOf(result.parameters) : {};
  const project = labelsOf(result, PROJECT_LABEL)[0] ?? textOf(written);
  return { ...pathOf(result), ...(project !== undefined && { project }) };
}

function pathOf(result: JsonObject): Pick<TestRecord, 'file' | 'titlePath'> {
  const name = textOf(result.name) ?? '';
  const full = textOf(result.fullName) ?? '';
  const path = textsOf(result.titlePath);
  const at = path.findIndex((part) => /[^.]\.\w{1,7}$/.test(part) && full.includes(part));
  if (at >= 0) return { file: longestIn(full, path.slice(0, at + 1)), titlePath: [...path.slice(at + 1), name] };
  const labels = ['parentSuite', 'suite', 'subSuite'].flatMap((label) => labelsOf(result, label).slice(0, 1));
  const file = FILE.exec(full)?.[1] ?? '';
  // Cucumber's feature is only in the path, which begins with the package and the folders.
  const place = new Set([full.split(`:${file}`)[0], ...file.split('/')]);
  const groups = labels.length > 0 ? labels.filter((label) => label !== file) : path.filter((part) => !place.has(part));
  if (file !== '') return { file, titlePath: [...groups, name] };
  const owner = labelsOf(result, 'testClass')[0] ?? /^([^#\s]+)#/.exec(full)?.[1];
  const method = isInvocation(result) ? labelsOf(result, 'testMethod').slice(0, 1) : [];
  return { file: '', titlePath: [...(owner === undefined ? labels : [owner, ...method]), name] };
}

/** `shop:test/cart.test.ts#cart adds` of the reporters in JavaScript. `tests.login#test_x` of Python is a module. */
const FILE = /^(?:[\w@/.-]+:)?([^#:\s][^#:]*(?:\/[^#:]*\.[a-z]{1,6}|\.(?:[cm]?[jt]sx?|feature)))(?:#|:)/;

/** Whether JUnit ran a method several times. Then the name may be only that of its arguments. */
function isInvocation(result: JsonObject): boolean {
  const [id = ''] = labelsOf(result, 'junit.platform.uniqueid');
  return textOf(result.name)?.startsWith('[') === true || /\[(?:test-template-invocation|dynamic-test):/.test(id);
}

/** The path may begin with the name of the package, which is no folder. */
function longestIn(full: string, parts: readonly string[]): string {
  for (let from = 0; from < parts.length - 1; from++) {
    const file = parts.slice(from).join('/');
    if (full.includes(file)) return file;
  }
  return parts.at(-1) ?? '';
}

function isOfPlaywright(result: JsonObject): boolean {
  return labelsOf(result, 'framework').includes('playwright');
}

function attemptIn(result: JsonObject, { befores, afters }: Fixtures, intake: Intake): AttemptRecord | undefined {
  const status = resultStatus(result);
  const attempt = emptyAttempt(status);
  const [startedAt, endedAt] = [timeOf(result.start), timeOf(result.stop)];
  const steps = objectsOf(result.steps);
  const files = objectsOf(result.attachments);
  const hasContent = steps.length + files.length + befores.length > 0;
  if ((status === 'skipped' || status === 'not-run') && !hasContent) return undefined;
  if (startedAt !== undefined) attempt.startedAt = startedAt;
  if (endedAt !== undefined && startedAt !== undefined && endedAt >= startedAt) attempt.endedAt = endedAt;
  const worker = workerOf(labelsOf(result, 'thread')[0]);
  if (worker !== undefined) attempt.worker = worker;
  const details = objectOf(result.statusDetails) ?? {};
  if (status === 'failed') attempt.errors.push(errorOf(details));
  attempt.attachments = files.flatMap((file) => attachmentOf(file, intake) ?? []);
  attempt.setup = befores.map((step) => stepOf(step, 0, intake));
  attempt.teardown = afters.map((step) => stepOf(step, 0, intake));
  for (const step of steps) addStep(step, attempt, isOfPlaywright(result), intake);
  return attempt;
}

function errorOf(details: JsonObject): AttemptRecord['errors'][number] {
  const [message, stack, expected, actual] = ['message', 'trace', 'expected', 'actual'].map((key) =>
    textOf(details[key]),
  );
  return {
    message: message ?? stack?.split('\n')[0] ?? '',
    ...(stack !== undefined && { stack }),
    ...(expected !== undefined && actual !== undefined && { expected, actual }),
  };
}

/** allure-playwright writes hooks and attachments as steps. */
function addStep(step: JsonObject, attempt: AttemptRecord, isPlaywright: boolean, intake: Intake): void {
  const record = stepOf(step, 0, intake);
  if (isPlaywright && record.title === 'Before Hooks') attempt.setup.push(...(record.steps ?? []));
  else if (isPlaywright && /^(?:After Hooks|Worker Cleanup)$/.test(record.title)) {
    attempt.teardown.push(...(record.steps ?? []));
  } else if (step.status === undefined && record.steps === undefined && record.attachments !== undefined) {
    attempt.attachments.push(...record.attachments);
  } else attempt.body.push(record);
}

function stepOf(step: JsonObject, depth: number, intake: Intake): StepRecord {
  const [startedAt, endedAt] = [timeOf(step.start), timeOf(step.stop)];
  const record: StepRecord = { title: textOf(step.name) ?? '', status: statusOf(step.status ?? 'passed') };
  if (startedAt !== undefined) record.startedAt = startedAt;
  if (endedAt !== undefined && startedAt !== undefined && endedAt >= startedAt) record.endedAt = endedAt;
  const details = objectOf(step.statusDetails);
  if (record.status === 'failed' && textOf(details?.message) !== undefined) record.error = errorOf(details ?? {});
  const description = textOf(step.description);
  if (description !== undefined) record.description = description;
  const steps = depth < DEEPEST ? objectsOf(step.steps) : [];
  if (steps.length > 0) record.steps = steps.map((inner) => stepOf(inner, depth + 1, intake));
  const attachments = objectsOf(step.attachments).flatMap((file) => attachmentOf(file, intake) ?? []);
  if (attachments.length > 0) record.attachments = attachments;
  const parameters = parametersOf(step.parameters);
  if (Object.keys(parameters).length > 0) record.parameters = parameters;
  return record;
}

function attachmentOf(file: JsonObject, intake: Intake): AttachmentRecord | undefined {
  const source = textOf(file.source);
  return source === undefined ? undefined : intake.attachment(source, textOf(file.name) ?? source, textOf(file.type));
}

/** A parameter's mode says that it is secret. */
export function parametersOf(parameters: unknown): Record<string, unknown> {
  const values: Record<string, unknown> = Object.create(null);
  for (const { name, value, mode } of objectsOf(parameters)) {
    if (typeof name !== 'string' || name === '' || mode === 'hidden') continue;
    values[name] = mode === 'masked' ? '***' : typeof value === 'string' ? value : JSON.stringify(value ?? null);
  }
  return values;
}

function labelsOf(result: JsonObject, name: string): string[] {
  return objectsOf(result.labels).flatMap((label) => (label.name === name ? (textOf(label.value) ?? []) : []));
}

function propertiesOf(result: JsonObject): Record<string, string> {
  // An issue for which no pattern of an address is set.
  const issues = objectsOf(result.links).flatMap(({ url, type, name }) =>
    textOf(url) === undefined ? { name: type ?? 'link', value: name } : [],
  );
  const properties = propertiesFrom(
    [...objectsOf(result.labels), ...issues].flatMap(({ name, value }): [string, string][] =>
      typeof name !== 'string' || typeof value !== 'string' || name === '' || TECHNICAL.has(name)
        ? []
        : [[name, value]],
    ),
  );
  const description = textOf(result.description);
  if (description !== undefined) properties.description = description;
  return properties;
}

function linkOf({ url, name, type }: JsonObject): LinkRecord | undefined {
  const address = textOf(url);
  const title = textOf(name);
  if (address === undefined) return undefined;
  return { url: address, ...(title !== undefined && { title }), type: type === 'issue' ? 'Issue' : 'Related' };
}
