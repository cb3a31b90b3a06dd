import { mkdirSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResultHead } from '../../../core/src/outbox/format/entries.js';
import { RUN, TestJournal } from '../../../core/test/journals.js';
import { picture } from './png.js';
import { iso } from './sample-test.js';

/** How many results of each session. */
export interface Size {
  /** In each environment. */
  playwright: number;
  /** And as many of Vitest. */
  jest: number;
}

/** 450 results, and 20,000 of them. */
export const SMALL: Size = { playwright: 200, jest: 25 };
export const LARGE: Size = { playwright: 9_000, jest: 1_000 };

const BEGAN = Date.UTC(2026, 10, 23, 8);
const DAY = 86_400_000;
/** The configuration of each environment. */
const CONFIGURATIONS = {
  linux: 'aaaaaaaa-0000-4000-8000-000000000001',
  windows: 'aaaaaaaa-0000-4000-8000-000000000002',
};
const DURATIONS = [0, 4, 999, 1_000, 1_499, 9_960, 59_600, 65_000, 3_720_000];
const MACHINE = { os: 'Linux 6.18', node: 'v24.1.0', host: 'agent-7' };
const CI = { branch: 'main', commit: '0123456789abcdef0123' };

/** Messages of five causes; those of the second one are equal, and thrown at two lines. */
const CAUSES: readonly ((index: number) => { message: string; line: number })[] = [
  (index) => ({ message: `Error: user "#user-${index}" has no cart`, line: 10 }),
  (index) => ({ message: `expect(received).toBe(expected)\n\nExpected: ${index}\nReceived: ${index + 1}`, line: 20 }),
  (index) => ({ message: `expect(received).toBe(expected)\n\nExpected: ${index}\nReceived: 7`, line: 30 }),
  (index) => ({ message: `Test timeout of ${1_000 * (index + 1)}ms exceeded.`, line: 40 }),
  () => ({ message: "TypeError: Cannot read properties of undefined (reading 'price')", line: 50 }),
];

interface Session {
  framework: string;
  version: string;
  file: string;
  environment?: keyof typeof CONFIGURATIONS;
  projects?: readonly string[];
  tests: number;
  /** How many fail first, one after the other, by cause in turn. */
  failures: number;
}

/** The sessions of a run: 60 failures of five causes. */
function sessionsOf({ playwright, jest }: Size): Session[] {
  const projects = ['chromium', 'mobile'];
  const browser = { framework: 'playwright', version: '1.65.1', file: 'shop.spec.ts', projects, tests: playwright };
  return [
    { ...browser, environment: 'linux', failures: 20 },
    { ...browser, environment: 'windows', failures: 10 },
    { framework: 'jest', version: '30.5.2', file: 'cart.test.js', tests: jest, failures: 15 },
    { framework: 'vitest', version: '4.1.12', file: 'price.test.ts', tests: jest, failures: 15 },
  ];
}

/** What happens to the tests after the failures, in turn; then all others pass. */
const ENDS = ['flaky', 'skipped', 'did not run', 'known', 'no time'] as const;

/** Writes the sessions of one run. @param age in days; earlier runs lose some failures @returns its outbox */
export function writeRun(size: Size, age = 0, isInterrupted = false): string {
  const began = BEGAN - age * DAY;
  const outbox = mkdtempSync(join(tmpdir(), 'testpoint-mixed-'));
  for (const [place, session] of sessionsOf(size).entries()) {
    const { framework, version, environment, tests } = session;
    const starts = began + place * 10;
    const journal = new TestJournal({ use: RUN }, {}, starts, {
      ...{ framework, frameworkVersion: version, tool: `@testpoint/${framework} 0.1.0` },
      view: { machine: MACHINE, ci: { ...CI, commit: `${age}${CI.commit}` }, ...(environment && { environment }) },
    });
    const run = isInterrupted ? Math.ceil(tests / 2) : tests;
    for (let index = 0; index < run; index++) addTest(journal, session, index, starts + 100 * index, age);
    journal.entry({ kind: 'end', finish: 'leave', endedAt: starts + 100 * run + 5_000, interrupted: isInterrupted });
    renameSync(journal.directory, join(outbox, `2026-${age}-${place}-${framework}`));
  }
  return outbox;
}

function addTest(journal: TestJournal, session: Session, index: number, startedAt: number, age: number): void {
  const { framework, file, projects, environment = 'linux' } = session;
  // Ten days ago, half of the failures were not there.
  const failures = age > 5 ? session.failures / 2 : session.failures;
  const project = projects?.[index % projects.length];
  const titles = [`group ${index % 7}`, `test ${index}`];
  const id = `${project === undefined ? '' : `[${project}] `}${[file, ...titles].join(' > ')}`;
  const end = index < failures ? 'failed' : (ENDS[index - session.failures] ?? 'passed');
  const took = DURATIONS[index % DURATIONS.length] ?? 0;
  const configurationId = CONFIGURATIONS[environment];
  const view: NonNullable<ResultHead['view']> = { file, titles, line: index + 1, ...(project && { project }) };
  const body: Record<string, unknown> = { configurationId, outcome: 'Passed' };
  const head: Partial<ResultHead> = { configurationId, view };
  const times = (from: number, to: number, sum: number) => {
    Object.assign(body, { startedOn: iso(from), completedOn: iso(to), duration: Math.round(sum / 1_000) });
    if (sum !== to - from) view.duration = sum;
  };
  if (end !== 'no time' && end !== 'did not run') times(startedAt, startedAt + took, took);
  if (end === 'failed' || end === 'known') {
    const { message, line } = (end === 'known' ? CAUSES[4] : CAUSES[index % CAUSES.length])?.(index) ?? FALLBACK;
    const stack = `${message}\n    at pay (${file}:${line}:5)`;
    view.errors = [{ message, stack, location: { file, line, column: 5 } }];
    // A soft error beside the first one.
    if (framework === 'playwright' && index % 4 === 0) view.errors.push({ message: 'soft: the title is wrong' });
    Object.assign(body, { outcome: 'Failed', message, traces: stack });
    if (framework === 'playwright' && index % 3 === 1) {
      times(startedAt, startedAt + took + 1_000 + took, took + took);
      view.earlier = [{ outcome: 'F', startedAt, endedAt: startedAt + took, errors: view.errors }];
      Object.assign(view, { ownSteps: 1, ownParameter: 'attempts' });
      body.stepResults = [
        { title: 'Attempt 1', outcome: 'Failed', startedOn: iso(startedAt), completedOn: iso(startedAt + took) },
      ];
      body.parameters = { attempts: '2' };
    }
    if (framework === 'playwright' && index % 2 === 0) addFiles(journal, head, body, index);
  }
  if (end === 'flaky') {
    const [first, pause, second] = [500, 3_000, 250];
    times(startedAt, startedAt + first + pause + second, first + second);
    const from = { startedAt, endedAt: startedAt + first };
    view.earlier = [{ outcome: 'F', ...from, errors: [{ message: 'first try', location: { file, line: 60 } }] }];
    view.ownSteps = 1;
    view.ownParameter = 'attempts';
    const step = { title: 'Attempt 1', outcome: 'Failed', startedOn: iso(startedAt), completedOn: iso(from.endedAt) };
    Object.assign(body, { message: 'Flaky: passed on attempt 2 of 2.', stepResults: [step] });
    body.parameters = { attempts: '2' };
  }
  if (end === 'skipped') body.outcome = 'Skipped';
  if (end === 'did not run') Object.assign(body, { outcome: 'Blocked', message: 'Not run: the run was stopped.' });
  journal.result(id, head, body);
}

const FALLBACK = { message: 'no cause', line: 1 };

/** A screenshot, a trace and a video, as Playwright attaches them to a failed test. */
function addFiles(journal: TestJournal, head: Partial<ResultHead>, body: Record<string, unknown>, index: number): void {
  const contents = [
    ['screenshot', 'image/png', picture(320, 200, [index * 9, 90, 160], []), 'png'],
    ['trace', 'application/zip', Buffer.from('PK'), 'zip'],
    ['video', 'video/webm', Buffer.from('webm'), 'webm'],
  ] as const;
  head.attachments = contents.map(([name, contentType, content, ending], place) => {
    const file = `${String(index * 10 + place + 1).padStart(6, '0')}.${ending}`;
    writeFileSync(join(journal.directory, 'attachments', file), content);
    return {
      file,
      name,
      contentType,
      placeholder: `bbbbbbbb-0000-4000-8000-${`${index * 10 + place}`.padStart(12, '0')}`,
    };
  });
  body.attachments = head.attachments.map(({ placeholder }) => placeholder);
}

/** The tests that are known to fail: in each session, one that does, and one that is not in the run. */
export function knownOf(size: Size): object[] {
  const idOf = ({ file, projects, failures }: Session, index = failures + ENDS.indexOf('known')) => {
    const project = projects?.[index % projects.length];
    return `${project === undefined ? '' : `[${project}] `}${file} > group ${index % 7} > test ${index}`;
  };
  const sessions = sessionsOf(size);
  const past = sessions[2] === undefined ? [] : [idOf(sessions[2], 0)];
  return [
    ...sessions.map((session) => ({ test: idOf(session), reason: 'the bank is slow' })),
    ...[...past, 'gone.test.ts > is not in this run'].map((test) => ({ test, reason: 'old', until: '2026-01-31' })),
  ];
}

/** A file of each format that `import` reads: a test that passed in 1.5 s, one that took 0 s, and one that failed at an unknown time. */
export function writeImports(folder: string): Record<string, string> {
  const paths = { junit: 'junit.xml', ctrf: 'ctrf.json', allure: 'allure-results', playwright: 'playwright.json' };
  const at = (name: string) => join(folder, name);
  mkdirSync(at('allure-results'), { recursive: true });
  writeFileSync(
    at('junit.xml'),
    `<testsuites><testsuite name="j"><testcase classname="junit" name="half" time="1.5"/>
    <testcase classname="junit" name="quick" time="0"/>
    <testcase classname="junit" name="broken"><failure message="boom">boom</failure></testcase></testsuite></testsuites>`,
  );
  const tests = [
    { name: 'half', status: 'passed', duration: 1_500 },
    { name: 'quick', status: 'passed', duration: 0 },
    { name: 'broken', status: 'failed', message: 'boom' },
  ];
  writeFileSync(
    at('ctrf.json'),
    JSON.stringify({
      results: {
        tool: { name: 'robot', version: '7.1' },
        summary: { start: BEGAN, stop: BEGAN + 1_500 },
        tests: tests.map((test) => ({ ...test, suite: 'ctrf' })),
      },
    }),
  );
  for (const { name, status, duration } of tests) {
    const times = duration === undefined ? {} : { start: BEGAN, stop: BEGAN + duration };
    const details = status === 'failed' ? { statusDetails: { message: 'boom' } } : {};
    const labels = [
      { name: 'suite', value: 'allure' },
      { name: 'framework', value: 'pytest' },
    ];
    const result = {
      uuid: name,
      name,
      fullName: `allure ${name}`,
      status,
      stage: 'finished',
      labels,
      ...times,
      ...details,
    };
    writeFileSync(at(`allure-results/${name}-result.json`), JSON.stringify(result));
  }
  const specs = tests.map(({ name, status, duration = 0 }) => ({
    ...{ title: name, ok: status === 'passed', file: 'pw.spec.ts', line: 1, column: 1, id: name, tags: [] },
    tests: [
      {
        ...{ timeout: 1, annotations: [], expectedStatus: 'passed', projectId: '', projectName: '' },
        status: status === 'passed' ? 'expected' : 'unexpected',
        results: [
          {
            ...{ workerIndex: 0, status, duration, retry: 0, attachments: [], stdout: [], stderr: [] },
            ...{ startTime: iso(BEGAN), errors: status === 'failed' ? [{ message: 'boom' }] : [] },
          },
        ],
      },
    ],
  }));
  const suites = [{ title: 'pw.spec.ts', file: 'pw.spec.ts', line: 0, column: 0, specs }];
  writeFileSync(
    at('playwright.json'),
    JSON.stringify({ config: { rootDir: folder, version: '1.65.1' }, suites, errors: [], stats: {} }),
  );
  return Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, at(path)]));
}
