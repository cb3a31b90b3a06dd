import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countsOf, FolderSource, type OpenSource, type ReportOptions, writeReport } from '@testpoint/report';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sessionFiles } from '../src/outbox/format/session-files.js';
import { JournalSource } from '../src/report/journal-source.js';
import { makeReport, openRun } from '../src/report/make-report.js';
import { maskingOf } from '../src/report/masking.js';
import { compileRedaction } from '../src/result/masking/redaction.js';
import { TestJournal } from './journals.js';
import { ReportFolder } from './report-folder.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'testpoint-merge-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A session as this file's own counting sees it. */
interface Sample {
  framework: string;
  environment?: string;
  isRerun?: true;
  from: number;
  to: number;
  /** Outcome by test. A number after a title makes it another test of the same id. */
  results: [title: string, outcome: string][];
}

function journalOf({ framework, environment, isRerun, from, to, results }: Sample, more: object = {}): TestJournal {
  const view = { ...(environment !== undefined && { environment }), ...(isRerun && { isRerun }), ...more };
  const journal = new TestJournal({ none: true }, {}, from, { framework, view });
  for (const [title, outcome] of results) {
    const titles = { view: { file: `${framework}.test.js`, titles: [title] } };
    journal.result(`${framework}.test.js > ${title}`, titles, { outcome });
  }
  journal.end('leave', to);
  return journal;
}

function source(journal: TestJournal): OpenSource {
  return () => new JournalSource(sessionFiles(journal.directory));
}

let reports = 0;
async function write(inputs: OpenSource[], options: Partial<ReportOptions> = {}): Promise<ReportFolder> {
  const directory = join(folder, `report-${++reports}`);
  const masking = maskingOf(compileRedaction('', []));
  await writeReport({ directory, inputs, masking, tool: 'test', ...options });
  return new ReportFolder(options.directory ?? directory);
}

async function writtenInto(place: string, inputs: OpenSource[]): Promise<OpenSource> {
  await write(inputs, { directory: join(folder, place) });
  return () => new FolderSource(join(folder, place));
}

/** Rows of a report as texts: title, environment, outcome, how it was repeated, number of other results. */
function shown({ rows, run, results }: ReportFolder): string[] {
  const texts = rows.flatMap(({ titles, environments, outcomes, repeats }) =>
    titles.map((title, row) =>
      [title, run.environments[environments[row] ?? -1] ?? '-', `${outcomes[row]}${repeats[row]}`].join(' '),
    ),
  );
  return texts.map((text, row) => `${text} ${results[row]?.earlier?.length ?? 0}`).sort();
}

const one = (environment: string | undefined, from: number, outcome: string, isRerun = false): Sample => ({
  framework: 'jest',
  ...(environment !== undefined && { environment }),
  ...(isRerun && { isRerun: true }),
  ...{ from, to: from + 10, results: [['test', outcome]] },
});

it.each([
  ['passed on a declared rerun', [one('a', 0, 'Failed'), one('a', 20, 'Passed', true)], ['test a P2 1']],
  ['passed in a later session', [one('a', 0, 'Failed'), one('a', 20, 'Passed')], ['test a P3 1']],
  ['failed again', [one('a', 0, 'Failed'), one('a', 20, 'Failed', true)], ['test a F0 1']],
  ['failed in a later session', [one('a', 0, 'Passed'), one('a', 20, 'Failed')], ['test a F0 1']],
  ['was skipped after it failed', [one('a', 0, 'Failed'), one('a', 20, 'Skipped')], ['test a F0 1']],
  ['did not run after it failed', [one('a', 0, 'Failed'), one('a', 20, 'Blocked', true)], ['test a F0 1']],
  [
    'failed, failed, then passed',
    [one('a', 0, 'Failed'), one('a', 20, 'Failed', true), one('a', 40, 'Passed', true)],
    ['test a P2 2'],
  ],
  [
    'passed in another environment',
    [one('a', 0, 'Failed'), one('b', 20, 'Passed', true)],
    ['test a F0 0', 'test b P0 0'],
  ],
  [
    'ran at the same time where nothing tells sessions apart',
    [one(undefined, 0, 'Failed'), one(undefined, 5, 'Passed')],
    ['test - F0 0', 'test session 2 P0 0'],
  ],
  [
    'passed on a rerun of two sessions',
    [one(undefined, 0, 'Failed'), one(undefined, 5, 'Passed'), one(undefined, 20, 'Passed', true)],
    ['test - P2 2'],
  ],
])('shows a test that %s', async (_, samples, rows) => {
  const journals = samples.map((sample) => source(journalOf(sample)));
  expect(shown(await write(journals))).toEqual(rows);
  expect(shown(await write(journals.toReversed()))).toEqual(rows);
});

it('asks for the environment of sessions that overlap and that nothing tells apart', async () => {
  const { run } = await write(
    [one(undefined, 0, 'Failed'), one(undefined, 5, 'Passed')].map((s) => source(journalOf(s))),
  );
  expect(run.notes).toEqual([expect.stringContaining('set TMS_ENVIRONMENT')]);
  expect(run).toMatchObject({ incomplete: [], tests: { failed: 1, passed: 0 }, counts: { failed: 1, passed: 1 } });
});

it('names environments by what differs between machines, and by configurations before that', async () => {
  const machine = (os: string, node: string) => ({ machine: { os, node } });
  const linux = journalOf(one(undefined, 0, 'Passed'), machine('Linux 6.1.0', 'v24.1.0'));
  const windows = journalOf(one(undefined, 5, 'Passed'), machine('Windows_NT 10', 'v24.2.0'));
  const node = journalOf(one(undefined, 5, 'Passed'), machine('Linux 6.1.0', 'v22.2.0'));
  expect((await write([linux, windows].map(source))).run.environments).toEqual(['Linux', 'Windows']);
  expect((await write([linux, node].map(source))).run.environments).toEqual(['Node 24', 'Node 22']);
  const environments = ['one', 'other'].map((configuration, at) => {
    const journal = new TestJournal({ none: true }, {}, at);
    journal.result('same', {}, { configurationId: configuration });
    return journal;
  });
  expect((await write(environments.map(source))).run.environments).toEqual([
    'configuration one',
    'configuration other',
  ]);
});

it('numbers tests of one session with the same id by their lines, in every report', async () => {
  const keysOf = async (lines: number[]) => {
    const journal = new TestJournal();
    for (const line of lines) journal.result('same', { view: { file: 'a.js', titles: [`${line}`], line } });
    const { rows, titles } = await write([source(journal)]);
    return Object.fromEntries(titles.map((title, row) => [title, rows[0]?.keys.slice(row * 10, row * 10 + 10)]));
  };
  const keys = await keysOf([10, 20, 30]);
  expect(new Set(Object.values(keys)).size).toBe(3);
  expect(await keysOf([30, 10, 20])).toEqual(keys);
});

it('a declared rerun is merged into the report in its place, and another run replaces it', async () => {
  const place = join(folder, 'place');
  await write([source(journalOf(one('a', 0, 'Failed')))], { directory: place });
  const rerun = source(journalOf(one('a', 20, 'Passed', true)));
  expect(shown(await write([rerun], { directory: place, keepSince: Date.now() + 60_000 }))).toEqual(['test a P2 1']);
  const next = source(journalOf(one('a', 40, 'Passed')));
  expect(shown(await write([next], { directory: place, keepSince: Date.now() + 60_000 }))).toEqual(['test a P0 0']);
});

it('counts of environments, shards and reruns equal those computed from the journals, merged in any order', async () => {
  const samples = manySamples();
  const journals = samples.map((sample) => source(journalOf(sample)));
  const expected = computed(samples);
  const shuffled = journals.toSorted((a, b) => ((journals.indexOf(a) * 7) % 37) - ((journals.indexOf(b) * 7) % 37));
  const half = Math.floor(shuffled.length / 2);
  const halves = [
    await writtenInto('first', shuffled.slice(0, half)),
    await writtenInto('second', shuffled.slice(half)),
  ];
  const orders = [journals, journals.toReversed(), shuffled, halves, halves.toReversed()];
  const addresses = new Set<string>();
  for (const inputs of orders) {
    const report = await write(inputs);
    const { counts, tests, rows, sessions } = report.run;
    expect({ counts, tests, rows }).toEqual(expected);
    expect(sessions).toHaveLength(samples.length);
    const keys = report.rows.flatMap(({ keys }) => keys.match(/.{10}/g) ?? []);
    addresses.add(
      keys
        .map((key, row) => `${key} ${shownAddress(report, row)}`)
        .sort()
        .join('\n'),
    );
  }
  expect(addresses.size).toBe(1);
});

function shownAddress({ rows, run }: ReportFolder, row: number): string {
  return `${run.environments[rows[0]?.environments[row] ?? -1]} ${rows[0]?.titles[row]}`;
}

/** Four environments, two shards of each, then a declared and an undeclared rerun of what failed, in four frameworks. */
function manySamples(): Sample[] {
  const samples: Sample[] = [];
  const outcomes = ['Passed', 'Passed', 'Failed', 'Passed', 'Blocked', 'Failed', 'Skipped', 'Failed'];
  for (const [number, framework] of ['playwright', 'jest', 'vitest', 'mocha'].entries()) {
    for (const [at, environment] of ['linux', 'windows', 'mac', 'linux, Node 22'].entries()) {
      const results = Array.from({ length: 24 }, (_, test): [string, string] => [
        `test ${test}`,
        outcomes[(test * 3 + number + at) % 8] ?? 'Passed',
      ]);
      const failed = results.filter(([, outcome]) => outcome === 'Failed').map(([title]) => title);
      const again = (every: number): [string, string][] =>
        failed.map((title, index) => [title, index % every === 0 ? 'Passed' : 'Failed']);
      const common = { framework, environment };
      samples.push({ ...common, from: at, to: 100, results: results.filter((_, test) => test % 2 === 0) });
      samples.push({ ...common, from: at, to: 110, results: results.filter((_, test) => test % 2 === 1) });
      samples.push({ ...common, from: 200 + at, to: 210 + at, isRerun: true, results: again(2) });
      samples.push({ ...common, from: 300 + at, to: 310 + at, results: again(3) });
    }
  }
  return samples;
}

/** The counts by definition: of each test and environment the last result, if a failure is not followed by a success. */
function computed(samples: readonly Sample[]) {
  const none = { passed: 0, failed: 0, blocked: 0, skipped: 0, flaky: 0, passedOnRerun: 0, passedLater: 0 };
  const histories: Record<string, { outcome: string; isRerun: boolean }[]> = {};
  for (const { framework, environment, isRerun = false, results } of samples.toSorted((a, b) => a.from - b.from)) {
    for (const [title, outcome] of results) {
      const name = `${framework} ${title}|${environment}`;
      histories[name] = [...(histories[name] ?? []), { outcome, isRerun }];
    }
  }
  const [counts, tests] = [{ ...none }, { ...none }];
  const worst: Record<string, { rank: number; names: (keyof typeof none)[] }> = {};
  for (const [name, history] of Object.entries(histories)) {
    const last = history.at(-1);
    const names: (keyof typeof none)[] = [(last?.outcome ?? '').toLowerCase() as keyof typeof none];
    const hasFailed = history.some(({ outcome }) => outcome === 'Failed');
    if (hasFailed && last?.outcome === 'Passed') names.push(last.isRerun ? 'passedOnRerun' : 'passedLater');
    for (const one of names) counts[one]++;
    const ranks: Record<string, number> = { failed: 5, blocked: 4, skipped: 1, passed: names.length > 1 ? 3 : 0 };
    const rank = ranks[names[0] ?? ''] ?? 0;
    const test = name.split('|')[0] ?? '';
    if (rank > (worst[test]?.rank ?? -1)) worst[test] = { rank, names };
  }
  for (const { names } of Object.values(worst)) for (const one of names) tests[one]++;
  return { counts, tests, rows: Object.keys(histories).length };
}

it('a report in one file is a source like its folder, with its attachments', async () => {
  const journal = new TestJournal();
  journal.resultWithFile('with a file', 'a'.repeat(70_000));
  journal.result('fails', {}, { outcome: 'Failed', message: 'no </script> here' });
  const first = await write([source(journal)], { directory: join(folder, 'first') });
  const file = join(folder, 'report.html');
  await makeReport({ inputs: [join(folder, 'first')], single: file, settings: {} });
  await makeReport({ inputs: [file], directory: join(folder, 'again'), settings: {} });
  const again = new ReportFolder(join(folder, 'again'));
  expect(again.results).toEqual(first.results);
  expect(again.text('attachments/1/000001.txt')).toBe('a'.repeat(70_000));
});

it('openRun reads outboxes, folders and files as one run, and deletes nothing', async () => {
  const journals = [one('a', 0, 'Failed'), one('a', 20, 'Passed', true)].map((sample) => journalOf(sample));
  await writtenInto('first', journals.slice(0, 1).map(source));
  await makeReport({ inputs: [join(folder, 'first')], single: join(folder, 'one.html'), settings: {} });
  const { run, lacks } = await openRun({ inputs: [join(folder, 'one.html'), journals[1]?.outbox ?? ''] });
  expect(lacks).toEqual([]);
  expect(countsOf(run.rows)).toMatchObject({ passed: 1, failed: 0, passedOnRerun: 1 });
  expect(run.rows.at(0)).toMatchObject({ title: 'test', environment: 'a', outcome: 'P', repeat: 2 });
  expect(run.entry(run.superseded.get(0)?.[0] ?? run.result(0))).toMatchObject({ body: { outcome: 'Failed' } });
  run.close();
  expect(existsSync(journals[1]?.directory ?? '')).toBe(true);
});

it('refuses a report in another format, and names both versions', async () => {
  await write([source(journalOf(one('a', 0, 'Failed')))], { directory: join(folder, 'old') });
  writeFileSync(join(folder, 'old/testpoint-report.json'), '{"testpointReport":1,"createdAt":1}');
  await expect(openRun({ inputs: [join(folder, 'old')] })).rejects.toThrow(
    /old is a report in format 1, and this version knows only format 2: run the tests again/,
  );
  // It is still a report, so a new one replaces it.
  const next = source(journalOf(one('a', 20, 'Passed')));
  expect(shown(await write([next], { directory: join(folder, 'old') }))).toEqual(['test a P0 0']);
});

it('a failure is new on its branch, or on the default branch if it never ran there', async () => {
  const history = join(folder, 'history.ndjson');
  let from = 0;
  const run = async (branch: string, results: [string, string][]) => {
    from += 100;
    const sample = { framework: 'jest', from, to: from + 10, results };
    const journal = journalOf(sample, { ci: { branch, commit: `c${from}` } });
    return write([source(journal)], { history });
  };
  const newOf = ({ run: { history: data }, titles }: ReportFolder) => data?.newFailures.map((row) => titles[row]);
  expect(
    newOf(
      await run('main', [
        ['old', 'Failed'],
        ['breaks', 'Passed'],
      ]),
    ),
  ).toEqual([]);
  const first = await run('topic', [
    ['old', 'Failed'],
    ['breaks', 'Failed'],
    ['added', 'Failed'],
  ]);
  expect(newOf(first)?.sort()).toEqual(['added', 'breaks']);
  expect(first.run.history).toMatchObject({ branch: 'main', runs: [{ commit: 'c100' }] });
  const second = await run('topic', [
    ['old', 'Failed'],
    ['breaks', 'Failed'],
    ['added', 'Passed'],
  ]);
  expect(newOf(second)).toEqual([]);
  expect(second.run.history).toMatchObject({
    branch: 'topic',
    runs: [{ commit: 'c200' }],
    fixed: [expect.any(Number)],
  });
  expect(second.run.failureGroups[0]?.since).toEqual({ startedAt: 100, commit: 'c100' });
  expect(
    newOf(
      await run('main', [
        ['old', 'Passed'],
        ['breaks', 'Failed'],
      ]),
    ),
  ).toEqual(['breaks']);
});

it('a failure that its branch has never seen is compared with the default branch that is named', async () => {
  const history = join(folder, 'history.ndjson');
  const run = (from: number, branch: string, outcome: string, defaultBranch?: string) => {
    const journal = journalOf(
      { framework: 'jest', from, to: from + 10, results: [['pays', outcome]] },
      { ci: { branch } },
    );
    return write([source(journal)], { history, defaultBranch });
  };
  await run(100, 'main', 'Passed');
  await run(200, 'develop', 'Failed');
  const named = await run(300, 'topic-1', 'Failed', 'develop');
  expect(named.run.history).toMatchObject({ branch: 'develop', newFailures: [] });
  const usual = await run(400, 'topic-2', 'Failed');
  expect(usual.run.history).toMatchObject({ branch: 'main', newFailures: [0] });
});
