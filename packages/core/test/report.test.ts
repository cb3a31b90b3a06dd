import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { encodeEntry } from '../src/outbox/format/entries.js';
import { sessionFiles } from '../src/outbox/format/session-files.js';
import { makeReport } from '../src/report/make-report.js';
import type { ReportInput, ReportOptions } from '../src/report/report-options.js';
import { writeReport } from '../src/report/write-report.js';
import { compileRedaction } from '../src/result/redaction.js';
import { TestJournal } from './journals.js';
import { ReportFolder } from './report-folder.js';

let folder: string;
let directory: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'testpoint-report-'));
  directory = join(folder, 'report');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const NOTHING_SECRET = compileRedaction('', []);

async function write(inputs: ReportInput[], options: Partial<ReportOptions> = {}): Promise<ReportFolder> {
  await writeReport({ directory, inputs, redaction: NOTHING_SECRET, tool: 'test', ...options });
  return new ReportFolder(options.directory ?? directory);
}

function inputOf(journal: TestJournal): ReportInput {
  return { session: sessionFiles(journal.directory) };
}

function view(file: string, titles: string[], more: object = {}) {
  return { view: { file, titles, ...more } };
}

it('shows the result of a test, or its attempt if it has none, and never both', async () => {
  const journal = new TestJournal();
  journal.result('promoted', { kind: 'attempt', key: 1 });
  journal.entry('{"kind":"promote","key":1,"attempt":1');
  journal.result('superseded', { kind: 'attempt', key: 2 }, { outcome: 'Failed' });
  journal.result('superseded', { key: 2 });
  journal.result('died', { kind: 'attempt', key: 3 }, { outcome: 'Failed' });
  journal.result('died', { kind: 'attempt', key: 3 }, { outcome: 'Failed', message: 'the second attempt' });
  const report = await write([inputOf(journal)]);
  expect(report.results.map(({ entry }) => [entry.id, entry.body.outcome, entry.body.message])).toEqual([
    ['promoted', 'Passed', undefined],
    ['superseded', 'Passed', undefined],
    ['died', 'Failed', 'the second attempt'],
  ]);
  expect(report.run.sessions[0]?.end).toBeUndefined();
});

it('orders rows by file, then by describe and line', async () => {
  const journal = new TestJournal();
  journal.result('1', view('b.js', ['second'], { line: 20 }));
  journal.result('2', view('b.js', ['group', 'late'], { line: 30 }));
  journal.result('3', view('a.js', ['only']));
  journal.result('4', view('b.js', ['group', 'early'], { line: 5 }));
  journal.result('5', view('b.js', ['first'], { line: 10 }));
  const report = await write([inputOf(journal)]);
  expect(report.titles).toEqual(['only', 'early', 'late', 'first', 'second']);
  expect(report.results.map(({ entry }) => entry.id)).toEqual(['3', '4', '2', '5', '1']);
});

it('shows problems and warnings of the run, its shard and where it ran', async () => {
  const journal = new TestJournal();
  const plan = { kind: 'plan' as const, testPoints: [], complete: false };
  journal.entry(
    encodeEntry({ ...plan, note: { problem: { title: 'a.js could not be loaded', detail: 'at line 1' } } }),
  );
  journal.entry(encodeEntry({ ...plan, note: { warning: 'two tests have the same id' } }));
  journal.entry(encodeEntry({ kind: 'end', finish: 'leave', endedAt: 9_000, interrupted: true }));
  const { run } = await write([inputOf(journal)]);
  expect(run.sessions).toMatchObject([
    {
      problems: [{ title: 'a.js could not be loaded', detail: 'at line 1' }],
      warnings: ['two tests have the same id'],
      ...{ end: 'interrupted', endedAt: 9_000, unreadableLines: 0 },
    },
  ]);
  expect(run.incomplete).toEqual([]);
});

it('groups failures whose messages differ only in numbers, ids, quoted values and paths', async () => {
  const journal = new TestJournal();
  const failed = (id: string, message: string) => journal.result(id, {}, { outcome: 'Failed', message });
  failed('1', 'Expected "5" of /home/a/x.js in 12 ms');
  failed('2', 'Expected "7" of /home/b/y.js in 700 ms');
  failed('3', "It can't be reached, isn't it?");
  const { run } = await write([inputOf(journal)]);
  expect(run.failureGroups).toEqual([
    { message: 'Expected "…" of <path> in # ms', rows: [0, 1], count: 2 },
    { message: "It can't be reached, isn't it?", rows: [2], count: 1 },
  ]);
});

it('a report is merged again from its own files, byte for byte', async () => {
  const journal = new TestJournal();
  journal.resultWithFile('with a file', 'content');
  journal.result('without', { ...view('a.js', ['without']), key: 4 }, { message: 'Grüße \u2028 </script>' });
  journal.end();
  const first = await write([inputOf(journal)]);
  const again = join(folder, 'again');
  const second = await write([{ report: directory }], { directory: again });
  expect(second.results).toEqual(first.results);
  expect({ ...second.run, createdAt: 0 }).toEqual({ ...first.run, createdAt: 0 });
  expect(second.text('attachments/1/000001.txt')).toBe('content');
});

it('the latest result of a test counts, and refers to those of earlier sessions', async () => {
  const one = new TestJournal({ none: true }, {}, 2, 1_000);
  const other = new TestJournal({ none: true }, {}, 2, 2_000);
  for (const [journal, outcome] of [
    [other, 'Passed'],
    [one, 'Failed'],
  ] as const) {
    journal.result('same', view('a.js', ['same']), { outcome });
    journal.result('same', view('a.js', ['same']), { outcome, message: 'the second of its name' });
  }
  one.result('alone', view('a.js', ['alone']));
  const report = await write([inputOf(other), inputOf(one)]);
  expect(report.titles).toEqual(['same', 'same', 'alone']);
  expect(report.run.counts).toMatchObject({ passed: 3, failed: 0 });
  expect(report.results.map(({ earlier }) => earlier)).toEqual([
    [{ chunk: 1, place: 0 }],
    [{ chunk: 1, place: 2 }],
    undefined,
  ]);
  expect(report.rows[0]?.attempts).toEqual([2, 2, 1]);
  expect(report.run.sessions.map(({ startedAt }) => startedAt)).toEqual([1_000, 2_000]);
});

it('a session that occurs twice is shown once', async () => {
  const journal = new TestJournal();
  journal.result('one');
  await write([inputOf(journal)]);
  const report = await write([inputOf(journal), { report: directory }], { directory: join(folder, 'merged') });
  expect(report.run).toMatchObject({ rows: 1, sessions: [{ counts: { passed: 1 } }] });
});

it('counts lines that can’t be read and attachments that are missing, and says so', async () => {
  const journal = new TestJournal();
  journal.resultWithFile('without its file', undefined);
  journal.raw('rubbish\n');
  journal.result('whole');
  const { run, results } = await write([inputOf(journal)]);
  expect(run.sessions).toMatchObject([{ unreadableLines: 1, missingAttachments: 1 }]);
  expect(run.incomplete).toHaveLength(2);
  expect(results[0]?.files).toEqual([{ missing: '000001.txt is not in the outbox' }]);
});

it.each([
  ['page.html', 'text/html', '<script>1</script>', 'txt'],
  ['drawing.svg', 'image/svg+xml', '<svg onload="1"/>', 'txt'],
  ['feed.xml', 'application/xml', '<a/>', 'txt'],
  ['page.html', 'image/png', '<script>1</script>', 'txt'],
  ['no extension', 'text/html', '<script>1</script>', 'txt'],
  ['tool.exe', 'application/octet-stream', 'MZ\0\0', 'bin'],
  ['shot.png', 'image/png', '\x89PNG\0', 'png'],
  ['data.json', 'application/json', '{}', 'json'],
])('stores attachment %s of type %s, with %j in it, as .%s', async (name, contentType, content, extension) => {
  const journal = new TestJournal();
  journal.resultWithFile('one', content, name, contentType);
  const { results, files } = await write([inputOf(journal)]);
  expect(results[0]?.files[0]?.path).toBe(`attachments/1/000001.${extension}`);
  expect(files).toContain(`attachments/1/000001.${extension}`);
});

it('masks text attachments, and does not change those in the outbox', async () => {
  const journal = new TestJournal();
  journal.resultWithFile('one', 'the password is hunter22!');
  const report = await write([inputOf(journal)], { redaction: compileRedaction('', ['hunter22']) });
  expect(report.text('attachments/1/000001.txt')).toBe('the password is ***!');
  const plain = await write([inputOf(journal)]);
  expect(plain.text('attachments/1/000001.txt')).toBe('the password is hunter22!');
});

it('masks external ids, and nothing else in their lines', async () => {
  const journal = new TestJournal();
  journal.result('a.js > logs in as hunter22', { key: 1 }, { message: 'kept' });
  const { rows, results } = await write([inputOf(journal)], { redaction: compileRedaction('', ['hunter22']) });
  expect(rows[0]?.titles).toEqual(['logs in as ***']);
  const id = 'a.js > logs in as ***';
  expect(results[0]?.entry).toMatchObject({ id, key: 1, body: { autoTestExternalId: id, message: 'kept' } });
  expect(rows[0]?.ids).toEqual(['']);
});

it('replaces a report, and nothing else', async () => {
  const journal = new TestJournal();
  journal.result('one');
  await write([inputOf(journal)]);
  journal.result('two');
  expect((await write([inputOf(journal)])).run.rows).toBe(2);
  const strange = join(folder, 'strange');
  mkdirSync(strange);
  writeFileSync(join(strange, 'thesis.txt'), 'ten years of work');
  await expect(write([inputOf(journal)], { directory: strange })).rejects.toThrow(/is not a Testpoint report/);
  expect(readdirSync(strange)).toEqual(['thesis.txt']);
  expect(readdirSync(folder).sort()).toEqual(['report', 'strange']);
});

it('keeps sessions that another process added while this one was running', async () => {
  const [old, other, own] = [0, 5_000, 4_000].map((at) => new TestJournal({ none: true }, {}, 2, at));
  if (old === undefined || other === undefined || own === undefined) throw new Error('no journals');
  for (const [journal, name] of [
    [old, 'old'],
    [other, 'other'],
    [own, 'own'],
  ] as const) {
    journal.result(name);
    journal.entry(encodeEntry({ kind: 'end', finish: 'leave', endedAt: journal === old ? 1_000 : 6_000 }));
  }
  await write([inputOf(old)]);
  await write([inputOf(other)], { keepSince: 5_000 });
  const report = await write([inputOf(own)], { keepSince: 4_000 });
  expect(report.titles.sort()).toEqual(['other', 'own']);
});

it('if processes write to one folder at the same time, the report contains all of their sessions', async () => {
  const journals = Array.from({ length: 4 }, (_, index) => new TestJournal({ none: true }, {}, 2, index + 1));
  for (const [index, journal] of journals.entries()) {
    for (let test = 0; test < 300; test++) journal.result(`${index} ${test}`);
    journal.entry(encodeEntry({ kind: 'end', finish: 'leave', endedAt: 10 }));
  }
  await Promise.all(journals.map((journal) => write([inputOf(journal)], { keepSince: 1 })));
  expect(new ReportFolder(directory).run.rows).toBe(1_200);
  expect(readdirSync(folder)).toEqual(['report']);
});

it('restores the old report if a process was killed after moving it aside', async () => {
  const [old, own] = [0, 5_000].map((at) => new TestJournal({ none: true }, {}, 2, at));
  if (old === undefined || own === undefined) throw new Error('no journals');
  for (const [journal, name] of [
    [old, 'old'],
    [own, 'own'],
  ] as const) {
    journal.result(name);
    journal.entry(encodeEntry({ kind: 'end', finish: 'leave', endedAt: 6_000 }));
  }
  await write([inputOf(old)]);
  renameSync(directory, join(folder, '.report.old-0123456789ab'));
  // A half-deleted report does not count.
  mkdirSync(join(folder, '.report.old-ba9876543210', 'data'), { recursive: true });
  // This one is never moved into place.
  await expect(write([inputOf(own), { report: join(folder, 'gone') }])).rejects.toThrow('gone');
  expect(new ReportFolder(directory).titles).toEqual(['old']);
  renameSync(directory, join(folder, '.report.old-0123456789ab'));
  const merged = await makeReport({
    ...{ inputs: [directory, own.directory], directory: join(folder, 'merged'), secretKey: '', redact: [] },
  });
  expect(merged.run.rows).toBe(2);
});

it('gives up after its time limit, and the old report stays', async () => {
  const journal = new TestJournal();
  for (let test = 0; test < 2_000; test++) journal.result(`${test}`);
  await write([inputOf(journal)]);
  journal.result('one more');
  await expect(write([inputOf(journal)], { timeout: 0 })).rejects.toThrow(/not ready within/);
  expect(new ReportFolder(directory).run.rows).toBe(2_000);
  expect(readdirSync(folder)).toEqual(['report']);
});

it('remembers the last 20 runs, and shows what is new, fixed, flaky and slow', async () => {
  const history = join(folder, 'history.ndjson');
  let report: ReportFolder | undefined;
  for (let run = 0; run < 23; run++) {
    const journal = new TestJournal({ none: true }, {}, 2, run);
    const span = { startedOn: '2026-01-01T00:00:00.000Z', completedOn: '2026-01-01T00:00:00.250Z' };
    journal.result('steady', view('a.js', ['steady']), span);
    journal.result('breaks', view('a.js', ['breaks']), { outcome: run === 22 ? 'Failed' : 'Passed' });
    journal.result('recovers', view('a.js', ['recovers']), { outcome: run === 22 ? 'Passed' : 'Failed' });
    journal.result('flips', view('a.js', ['flips']), { outcome: run % 2 ? 'Passed' : 'Failed' });
    report = await write([inputOf(journal)], { history });
  }
  expect(report?.run.history?.runs).toHaveLength(20);
  expect(report?.run.history).toMatchObject({ newFailures: [1, 3], fixed: [2], flakiest: [{ row: 3, changes: 20 }] });
  expect(report?.run.history?.slowest).toEqual([{ row: 0, meanMs: 250 }]);
  expect(report?.rows[0]?.histories?.[0]).toBe('P'.repeat(20));
  expect(report?.history[0]?.durations[0]).toEqual(Array(20).fill(250));
});
