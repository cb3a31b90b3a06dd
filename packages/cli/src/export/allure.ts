import { createHash, randomUUID } from 'node:crypto';
import { copyFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { referencesOf, type StepResult } from '@testpoint/interface/codec';
import { type Run, restOf } from '@testpoint/report';
import { ENVIRONMENT_LABEL, ID_LABEL, PROJECT_LABEL } from '../import/allure-test.js';
import { type ExportedTest, exportedTests, showExported, toolOf } from './exported-test.js';
import type { Lost } from './lost.js';
import { LOST } from './messages.js';

const STATUS = { P: 'passed', F: 'failed', B: 'broken', S: 'skipped' } as const;
const STEP_STATUS = {
  Passed: 'passed',
  Failed: 'failed',
  Skipped: 'skipped',
  Blocked: 'broken',
} as const;
const LINK_TYPES: Readonly<Record<string, string>> = { Issue: 'issue', Defect: 'issue' };

/** An Allure results folder: a result for each attempt, a container for hooks, and the attachments. */
export function writeAllure(run: Run, folder: string, lost: Lost): void {
  for (const test of exportedTests(run, (done) => showExported(run, done))) writeTest(test, folder, lost);
}

function writeTest(test: ExportedTest, folder: string, lost: Lost): void {
  const { row, name, body, message, traces, earlier, endedAt } = test;
  const sources = copyAttachments(test, folder, lost);
  const uuid = randomUUID();
  const { outcome, startedAt, project, environment } = row;
  const end = Math.max(startedAt, endedAt);
  if (outcome === 'B') lost.note(LOST.allureBlocked);
  if (row.line > 0) lost.note(LOST.lines);
  if (project !== '' || environment !== '') lost.note(LOST.places);
  const fullName = row.id;
  const parameters = [
    ...test.parameters,
    ...(project === '' ? [] : ([['Project', project]] as const)),
    ...(environment === '' ? [] : ([['Environment', environment]] as const)),
  ].map(([name, value]) => ({ name, value }));
  const identity = {
    historyId: digest([row.key, project, environment, JSON.stringify(parameters)].join('\n')),
    testCaseId: row.key,
    fullName,
    titlePath: [...row.file.split('/'), ...row.suites].filter((part) => part !== ''),
    name,
    labels: labelsOf(test),
    links: (body.links ?? []).map(({ url, title, type = 'Related' }) => {
      return { url, name: title || url, type: LINK_TYPES[type] ?? 'link' };
    }),
    parameters,
  };
  const write = (id: string, result: object) =>
    writeFileSync(
      join(folder, `${id}-result.json`),
      JSON.stringify({ uuid: id, ...identity, stage: 'finished', ...result }),
    );
  for (const attempt of earlier) {
    const [error] = attempt.errors;
    const start = attempt.startedAt ?? (startedAt < 0 ? undefined : startedAt);
    write(randomUUID(), {
      status: attempt.outcome === undefined ? 'unknown' : STATUS[attempt.outcome],
      ...(error !== undefined && { statusDetails: { message: error.message, trace: error.stack } }),
      ...(start !== undefined && { start, stop: attempt.endedAt ?? start }),
      steps: stepsOf(attempt.steps, sources),
      attachments: attachmentsOf(attempt.references, sources),
    });
  }
  write(uuid, {
    status: STATUS[outcome],
    statusDetails: {
      ...(message !== '' && { message }),
      ...(traces !== '' && { trace: traces }),
      flaky: row.repeat > 0,
    },
    // A result begins with its first attempt. This is its last one.
    ...(startedAt >= 0 && { start: Math.max(startedAt, end - restOf(row, earlier)), stop: end }),
    steps: stepsOf(test.steps, sources),
    attachments: attachmentsOf(referencesOf(body), sources),
  });
  const [befores, afters] = [stepsOf(body.setupResults, sources), stepsOf(body.teardownResults, sources)];
  if (befores.length + afters.length === 0) return;
  const container = { uuid: randomUUID(), children: [uuid], befores, afters };
  writeFileSync(join(folder, `${container.uuid}-container.json`), JSON.stringify(container));
}

interface Source {
  name: string;
  source: string;
  type: string;
}

/** @returns where each attachment is, by its placeholder */
function copyAttachments({ attachments, earlier }: ExportedTest, folder: string, lost: Lost): Map<string, Source> {
  const sources = new Map<string, Source>();
  const all = [...earlier.flatMap((attempt) => attempt.attachments), ...attachments];
  for (const { name, contentType, path, placeholder } of all) {
    if (path === undefined) {
      lost.note(LOST.attachments);
      continue;
    }
    const source = `${randomUUID()}-attachment${extname(name)}`;
    copyFileSync(path, join(folder, source));
    sources.set(placeholder, { name, source, type: contentType });
  }
  return sources;
}

function attachmentsOf(references: readonly string[], sources: ReadonlyMap<string, Source>): Source[] {
  return references.flatMap((id) => sources.get(id) ?? []);
}

function stepsOf(steps: readonly StepResult[] = [], sources: ReadonlyMap<string, Source>): object[] {
  return steps.map((step) => {
    const { title = '', description = '', outcome, startedOn = '', completedOn = '', parameters = {} } = step;
    const [start, stop] = [Date.parse(startedOn), Date.parse(completedOn)];
    return {
      name: title,
      status: outcome === undefined ? 'unknown' : STEP_STATUS[outcome],
      stage: 'finished',
      ...(Number.isNaN(start) ? {} : { start }),
      ...(Number.isNaN(stop) ? {} : { stop }),
      ...(description !== '' && { statusDetails: { message: description } }),
      parameters: Object.entries(parameters).map(([name, value]) => ({ name, value })),
      attachments: attachmentsOf(referencesOf(step), sources),
      steps: stepsOf(step.stepResults, sources),
    };
  });
}

function labelsOf({ row, session, ownId, body }: ExportedTest): { name: string; value: string }[] {
  const [parent, suite, ...inner] = [row.file, ...row.suites];
  const labels: [string, string | undefined][] = [
    ['framework', toolOf(session)],
    ['language', session?.importedFrom === undefined ? 'javascript' : undefined],
    ['host', session?.machine?.host],
    ['thread', row.worker < 0 ? undefined : `${row.worker}`],
    ['package', row.file || undefined],
    ['parentSuite', parent || undefined],
    ['suite', suite],
    ['subSuite', inner.length === 0 ? undefined : inner.join(' > ')],
    [PROJECT_LABEL, row.project],
    [ENVIRONMENT_LABEL, row.environment],
    [ID_LABEL, ownId],
    ...Object.entries(body.properties ?? {}),
  ];
  return labels.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [{ name, value }]));
}

function digest(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
