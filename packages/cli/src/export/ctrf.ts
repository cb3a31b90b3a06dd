import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { countsOf, OUTPUT_NAME, type Run, statesIn } from '@testpoint/report';
import { type ExportedAttachment, type ExportedTest, exportedTests, showExported, toolOf } from './exported-test.js';
import type { Lost } from './lost.js';
import { LOST } from './messages.js';
import type { OutputFile } from './place.js';

const STATUS = { P: 'passed', F: 'failed', B: 'other', S: 'skipped' } as const;
const STEP_STATUS = { Passed: 'passed', Failed: 'failed', Skipped: 'skipped', Blocked: 'other' } as const;

/** Common Test Report Format, version 0.0.0. A blocked test is "other", with its outcome in `rawStatus`. */
export function writeCtrf(run: Run, file: OutputFile, lost: Lost): void {
  const { rows, sessions, span } = run;
  const counts = countsOf(rows);
  const { passed, failed, blocked, skipped } = counts;
  const summary = {
    ...{ tests: rows.size, passed, failed, skipped, pending: 0, other: blocked },
    // As each test says it: passed only after a failure.
    flaky: statesIn(counts).flaky,
    ...{ start: Math.round(span.startedAt), stop: Math.round(span.endedAt) },
  };
  const [first] = sessions;
  const tools = new Set(sessions.map(toolOf));
  const tool = {
    name: [...tools].join(', ') || 'unknown',
    // Of an import, it is ours.
    ...(tools.size === 1 && first?.importedFrom === undefined && { version: first?.frameworkVersion }),
  };
  const environment = environmentOf(first);
  const head = {
    ...{ reportFormat: 'CTRF', specVersion: '0.0.0', reportId: randomUUID() },
    ...{ timestamp: new Date(span.endedAt).toISOString(), generatedBy: 'testpoint' },
  };
  file.write(
    `${JSON.stringify(head).slice(0, -1)},"results":{"tool":${JSON.stringify(tool)},"summary":${JSON.stringify(summary)}`,
  );
  if (environment !== undefined) file.write(`,"environment":${JSON.stringify(environment)}`);
  file.write(',"tests":[');
  let separator = '\n';
  for (const test of exportedTests(run, (done) => showExported(run, done))) {
    const framework = tools.size > 1 ? toolOf(test.session) : undefined;
    file.write(separator + JSON.stringify(testOf(test, framework, file.folder, lost)));
    separator = ',\n';
  }
  file.write('\n]}}\n');
}

function environmentOf(session: ExportedTest['session']): object | undefined {
  const { branch, commit } = session?.ci ?? {};
  const { os } = session?.machine ?? {};
  const known = {
    ...(branch !== undefined && { branchName: branch }),
    ...(commit !== undefined && { commit }),
    ...(os !== undefined && { osPlatform: os }),
  };
  return Object.keys(known).length === 0 ? undefined : known;
}

/** @param framework of its session, if the file does not say it for all tests */
function testOf(test: ExportedTest, framework: string | undefined, folder: string, lost: Lost): object {
  const { row, endedAt, name, message, traces, body, parameters, earlier, attachments } = test;
  const { outcome, startedAt, duration, suites, file, line, repeat, project, environment, worker } = row;
  const { properties = {}, links = [], setupResults = [], teardownResults = [] } = body;
  const extra = {
    ...(framework !== undefined && { framework }),
    ...(project !== '' && { project }),
    ...(environment !== '' && { environment }),
    ...(test.ownId !== undefined && { externalId: test.ownId }),
  };
  if (links.length > 0) lost.note(LOST.links);
  if (setupResults.length + teardownResults.length > 0) lost.note(LOST.hooks);
  if (earlier.some((attempt) => attempt.steps.length > 0)) lost.note(LOST.earlierSteps);
  const steps = test.steps.map(({ title = '', outcome: of, stepResults = [] }) => {
    lost.note(LOST.stepDetails);
    if (stepResults.length > 0) lost.note(LOST.innerSteps);
    return { name: title, status: of === undefined ? 'other' : STEP_STATUS[of] };
  });
  const retries = earlier.map(({ outcome: of, startedAt: start, endedAt: stop, errors: [error], ...own }, index) => ({
    attempt: index + 1,
    status: of === undefined ? 'other' : STATUS[of],
    ...(start !== undefined && { start: Math.round(start) }),
    ...(stop !== undefined && { stop: Math.round(stop) }),
    ...(start !== undefined && stop !== undefined && { duration: Math.max(0, Math.round(stop - start)) }),
    ...(error !== undefined && { message: error.message, trace: error.stack }),
    ...filesOf(own.attachments, folder),
  }));
  return {
    testId: row.id,
    name,
    status: STATUS[outcome],
    rawStatus: { P: 'Passed', F: 'Failed', B: 'Blocked', S: 'Skipped' }[outcome],
    duration: Math.max(0, Math.round(duration)),
    ...(startedAt >= 0 && { start: Math.round(startedAt), stop: Math.round(Math.max(startedAt, endedAt)) }),
    ...(suites.length > 0 && { suite: [...suites] }),
    ...(message !== '' && { message }),
    ...(traces !== '' && { trace: traces }),
    ...(line > 0 && { line }),
    ...(file !== '' && { filePath: file }),
    ...(retries.length > 0 && { retries: retries.length, retryAttempts: retries }),
    flaky: repeat > 0,
    ...(worker >= 0 && { threadId: `${worker}` }),
    ...filesOf(attachments, folder),
    ...(parameters.length > 0 && { parameters: Object.fromEntries(parameters) }),
    ...(Object.keys(properties).length > 0 && { labels: properties }),
    ...(steps.length > 0 && { steps }),
    ...(Object.keys(extra).length > 0 && { extra }),
  };
}

/** What an attempt printed, and its attachments. */
function filesOf(attachments: readonly ExportedAttachment[], folder: string): object {
  const output = attachments.find(({ name, path }) => name === OUTPUT_NAME && path !== undefined);
  const files = attachments.flatMap(({ name, contentType, path }) =>
    path === undefined || path === output?.path
      ? []
      : [{ name, contentType, path: relative(folder, path).replaceAll('\\', '/') }],
  );
  return {
    ...(output?.path !== undefined && { stdout: readFileSync(output.path, 'utf8').trimEnd().split('\n') }),
    ...(files.length > 0 && { attachments: files }),
  };
}
