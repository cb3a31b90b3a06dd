import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderSource, type OpenSource, type ReportOptions, writeReport } from '@testpoint/report';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sessionFiles } from '../src/outbox/format/session-files.js';
import { JournalSource } from '../src/report/journal-source.js';
import { makeReport } from '../src/report/make-report.js';
import { maskingOf } from '../src/report/masking.js';
import { compileRedaction } from '../src/result/masking/redaction.js';
import { numbered, TestJournal } from './journals.js';
import { ReportFolder } from './report-folder.js';

let folder: string;
let directory: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'testpoint-report-'));
  directory = join(folder, 'report');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const NOTHING_SECRET = maskingOf(compileRedaction('', []));

async function write(inputs: OpenSource[], options: Partial<ReportOptions> = {}): Promise<ReportFolder> {
  await writeReport({ directory, inputs, masking: NOTHING_SECRET, tool: 'test', ...options });
  return new ReportFolder(options.directory ?? directory);
}

function inputOf(journal: TestJournal): OpenSource {
  return () => new JournalSource(sessionFiles(journal.directory));
}

function view(file: string, titles: string[], more: object = {}) {
  return { view: { file, titles, ...more } };
}

it('shows the result of a test, or its last provisional one if it has none, and never both', async () => {
  const journal = new TestJournal();
  journal.result('settled', { kind: 'provisional', key: 1 });
  journal.entry({ kind: 'settled', key: 1, of: 1 });
  journal.result('superseded', { kind: 'provisional', key: 2 }, { outcome: 'Failed' });
  journal.result('superseded', { key: 2 });
  journal.result('died', { kind: 'provisional', key: 3 }, { outcome: 'Failed' });
  journal.result('died', { kind: 'provisional', key: 3 }, { outcome: 'Failed', message: 'the second attempt' });
  const report = await write([inputOf(journal)]);
  expect(report.results.map(({ entry }) => [entry.id, entry.body.outcome, entry.body.message])).toEqual([
    ['settled', 'Passed', undefined],
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
  journal.entry({ kind: 'note', problem: { title: 'a.js could not be loaded', detail: 'at line 1' } });
  journal.entry({ kind: 'note', warning: 'two tests have the same id' });
  journal.entry({ kind: 'end', finish: 'leave', endedAt: 9_000, interrupted: true });
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

it('groups failures by cause: by message without values, and by place if a message only names an assertion', async () => {
  const journal = new TestJournal();
  const failed = (id: string, message: string, error?: object) => {
    const errors = error === undefined ? {} : { errors: [{ message, ...error }] };
    journal.result(id, view('a.js', [id], errors), { outcome: 'Failed', message });
  };
  failed('1', 'Expected "5" of /home/a/x.js in 12 ms');
  failed('2', 'Expected "7" of /home/b/y.js in 700 ms');
  failed('3', "It can't be reached, isn't it?");
  // The same test on two machines.
  failed('4', 'expected 1 to be 2', { location: { file: '/home/a/a.js', line: 7 } });
  failed('5', 'expected 3 to be 4', { location: { file: 'C:\\b\\a.js', line: 7 } });
  failed('6', 'expected 5 to be 6', {
    stack: `Error: expected 5 to be 6\n    at ${join(journal.outbox, '..')}/a.js:8:1`,
  });
  failed('7', 'expected 7 to be 8', { location: { file: '/home/a/help.js', line: 7 } });
  failed('8', 'no total', { location: { file: '/home/a/a.js', line: 9 } });
  failed('9', 'no total', { location: { file: '/home/a/help.js', line: 10 } });
  const { run } = await write([inputOf(journal)]);
  expect(run.failureGroups).toMatchObject([
    { message: 'Expected "…" of /home/….js in … ms', places: [], rows: [0, 1], count: 2 },
    { message: 'expected … to be …', places: ['a.js:7'], rows: [3, 4], count: 2 },
    { message: 'no total', places: ['a.js:9', '/home/a/help.js:10'], rows: [7, 8], count: 2 },
    { message: "It can't be reached, isn't it?", places: [], rows: [2], count: 1 },
    { message: 'expected 5 to be 6', places: ['a.js:8'], rows: [5], count: 1 },
    { message: 'expected 7 to be 8', places: ['/home/a/help.js:7'], rows: [6], count: 1 },
  ]);
});

it('a report is merged again from its own files, byte for byte', async () => {
  const journal = new TestJournal();
  journal.resultWithFile('with a file', 'content');
  journal.result('without', { ...view('a.js', ['without']), key: 4 }, { message: 'Grüße \u2028 </script>' });
  journal.end();
  const first = await write([inputOf(journal)]);
  const again = join(folder, 'again');
  const second = await write([() => new FolderSource(directory)], { directory: again });
  expect(second.results).toEqual(first.results);
  expect({ ...second.run, createdAt: 0 }).toEqual({ ...first.run, createdAt: 0 });
  expect(second.text('attachments/1/000001.txt')).toBe('content');
});

it('the latest result of a test counts, and refers to those of earlier sessions', async () => {
  const one = new TestJournal({ none: true }, {}, 1_000);
  const other = new TestJournal({ none: true }, {}, 2_000);
  for (const [journal, outcome] of [
    [other, 'Passed'],
    [one, 'Skipped'],
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

it('says how many results of a damaged report are missing, and shows all others', async () => {
  const journal = new TestJournal();
  const padding = 'x'.repeat(20_000);
  for (const id of numbered(40)) journal.result(id, {}, { message: padding });
  journal.end();
  const { run: whole } = await write([inputOf(journal)]);
  expect(whole.resultChunks).toBeGreaterThan(2);
  const healthy = new TestJournal();
  healthy.result('healthy');
  const first = join(directory, 'data/results-1.js');
  const lines = readFileSync(first, 'utf8').split('\n');
  const outcome = '"outcome":"Passed"';
  lines[2] = lines[2]?.replace(outcome, '"outcome":"__proto__"') ?? '';
  writeFileSync(first, lines.join('\n').slice(0, -500));
  rmSync(join(directory, 'data/results-2.js'));
  const merged = join(folder, 'merged');
  const report = await write([() => new FolderSource(directory), inputOf(healthy)], { directory: merged });
  const missing = 41 - report.run.rows;
  expect(missing).toBeGreaterThan(2);
  const sentence = (place: string) =>
    `${missing} of 40 results are missing from ${place}, so this report is incomplete.`;
  expect(report.run.incomplete).toEqual([sentence(directory)]);
  expect(report.results.map(({ entry }) => entry.body.outcome)).toEqual(Array(41 - missing).fill('Passed'));
  const again = await write([() => new FolderSource(merged)], { directory: join(folder, 'again') });
  expect(again.run.incomplete).toEqual([
    `${missing} of 41 results are missing from ${merged}, so this report is incomplete.`,
  ]);
});

it.each(['damaged', 'newer'])('a %s report does not prevent the report of the others', async (kind) => {
  const [one, other] = [new TestJournal(), new TestJournal()];
  one.result('one');
  other.result('other');
  await write([inputOf(one)]);
  if (kind === 'damaged') writeFileSync(join(directory, 'data/run.js'), 'testpoint("run",{"for');
  else writeFileSync(join(directory, 'testpoint-report.json'), '{"testpointReport":7,"createdAt":1}');
  const make = (inputs: string[], target: string) =>
    makeReport({ inputs, directory: join(folder, target), settings: {} });
  const says = kind === 'damaged' ? /run\.js can't be read/ : /is a report in format 7.*update Testpoint/;
  const { run } = await make([directory, other.outbox], 'merged');
  expect(run.rows).toBe(1);
  expect(run.incomplete).toEqual([expect.stringMatching(says)]);
  // There is nothing else to show, or it would be replaced.
  await expect(make([directory], 'alone')).rejects.toThrow(says);
  await expect(make([directory, other.outbox], 'report')).rejects.toThrow(says);
  if (kind === 'newer') await expect(make([other.outbox], 'report')).rejects.toThrow(says);
});

it('if another process’s report in the same folder is damaged, makes its own report and says so', async () => {
  const [one, other] = [new TestJournal(), new TestJournal()];
  one.result('one');
  other.result('other');
  await write([inputOf(one)]);
  writeFileSync(join(directory, 'data/run.js'), '');
  const { run } = await write([inputOf(other)], { keepSince: 0 });
  expect(run).toMatchObject({ rows: 1, incomplete: [expect.stringContaining("run.js can't be read")] });
});

it('one forged result does not hide the others', async () => {
  const journal = new TestJournal({ none: true });
  journal.result('before');
  for (const name of ['__proto__', 'constructor']) journal.result(name, {}, { outcome: name });
  journal.resultWithFile('after', '\0\0', 'shot', 'constructor');
  const report = await write([inputOf(journal)]);
  expect(report.run.counts).toMatchObject({ passed: 2 });
  expect(report.rows.map(({ outcomes }) => outcomes)).toEqual(['PP']);
  expect(report.run.sessions).toMatchObject([{ unreadableLines: 2 }]);
  expect(report.results[1]?.files[0]?.path).toBe('attachments/1/000001.bin');
});

it('a session that occurs twice is shown once', async () => {
  const journal = new TestJournal();
  journal.result('one');
  await write([inputOf(journal)]);
  const report = await write([inputOf(journal), () => new FolderSource(directory)], {
    directory: join(folder, 'merged'),
  });
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
  const report = await write([inputOf(journal)], { masking: maskingOf(compileRedaction('', ['hunter22'])) });
  expect(report.text('attachments/1/000001.txt')).toBe('the password is ***!');
  const plain = await write([inputOf(journal)]);
  expect(plain.text('attachments/1/000001.txt')).toBe('the password is hunter22!');
});

it('masks external ids, and nothing else in their lines', async () => {
  const journal = new TestJournal();
  journal.result('a.js > logs in as hunter22', { key: 1 }, { message: 'kept' });
  const { rows, results } = await write([inputOf(journal)], { masking: maskingOf(compileRedaction('', ['hunter22'])) });
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
  const [old, other, own] = [0, 5_000, 4_000].map((at) => new TestJournal({ none: true }, {}, at));
  if (old === undefined || other === undefined || own === undefined) throw new Error('no journals');
  for (const [journal, name] of [
    [old, 'old'],
    [other, 'other'],
    [own, 'own'],
  ] as const) {
    journal.result(name);
    journal.entry({ kind: 'end', finish: 'leave', endedAt: journal === old ? 1_000 : 6_000 });
  }
  await write([inputOf(old)]);
  await write([inputOf(other)], { keepSince: 5_000 });
  const report = await write([inputOf(own)], { keepSince: 4_000 });
  expect(report.titles.sort()).toEqual(['other', 'own']);
});

it('if processes write to one folder at the same time, the report contains all of their sessions', async () => {
  const journals = Array.from({ length: 4 }, (_, index) => new TestJournal({ none: true }, {}, index + 1));
  for (const [index, journal] of journals.entries()) {
    for (let test = 0; test < 300; test++) journal.result(`${index} ${test}`);
    journal.entry({ kind: 'end', finish: 'leave', endedAt: 10 });
  }
  await Promise.all(journals.map((journal) => write([inputOf(journal)], { keepSince: 1 })));
  expect(new ReportFolder(directory).run.rows).toBe(1_200);
  expect(readdirSync(folder)).toEqual(['report']);
});

it('restores the old report if a process was killed after moving it aside', async () => {
  const [old, own] = [0, 5_000].map((at) => new TestJournal({ none: true }, {}, at));
  if (old === undefined || own === undefined) throw new Error('no journals');
  for (const [journal, name] of [
    [old, 'old'],
    [own, 'own'],
  ] as const) {
    journal.result(name);
    journal.entry({ kind: 'end', finish: 'leave', endedAt: 6_000 });
  }
  await write([inputOf(old)]);
  renameSync(directory, join(folder, '.report.old-0123456789ab'));
  // A half-deleted report does not count.
  mkdirSync(join(folder, '.report.old-ba9876543210', 'data'), { recursive: true });
  // This one is never moved into place.
  await expect(write([inputOf(own), () => new FolderSource(join(folder, 'gone'))])).rejects.toThrow('gone');
  expect(new ReportFolder(directory).titles).toEqual(['old']);
  renameSync(directory, join(folder, '.report.old-0123456789ab'));
  const merged = await makeReport({
    ...{ inputs: [directory, own.directory], directory: join(folder, 'merged'), settings: {} },
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

it('of a history that is too long to read, the newest runs are kept, and it says so', async () => {
  const history = join(folder, 'history.ndjson');
  const runs = Array.from({ length: 3 }, (_, run) => {
    const journal = new TestJournal({ none: true }, {}, run);
    journal.result('a', view('a.js', ['a']));
    return [inputOf(journal)];
  });
  await write(runs[0] ?? [], { history });
  // The first run is now at the beginning of a file that is longer than the limit.
  truncateSync(history, 32 * 1024 * 1024);
  appendFileSync(history, '\n');
  const { incomplete } = (await write(runs[1] ?? [], { history })).run;
  expect(incomplete).toEqual([
    `The history in ${history} is too long, so only its newest runs were read and are kept.`,
  ]);
  expect(statSync(history).size).toBeLessThan(10_000);
  const { run } = await write(runs[2] ?? [], { history });
  expect(run.history?.runs).toMatchObject([{ startedAt: 1 }]);
});

it('remembers the runs, and shows what is new, fixed, flaky and slow', async () => {
  const history = join(folder, 'history.ndjson');
  let report: ReportFolder | undefined;
  for (let run = 0; run < 7; run++) {
    const journal = new TestJournal({ none: true }, {}, run);
    const span = { startedOn: '2026-01-01T00:00:00.000Z', completedOn: '2026-01-01T00:00:00.250Z' };
    journal.result('steady', view('a.js', ['steady']), span);
    journal.result('breaks', view('a.js', ['breaks']), { outcome: run === 6 ? 'Failed' : 'Passed' });
    journal.result('recovers', view('a.js', ['recovers']), { outcome: run === 6 ? 'Passed' : 'Failed' });
    journal.result('flips', view('a.js', ['flips']), { outcome: run % 2 ? 'Passed' : 'Failed' });
    report = await write([inputOf(journal)], { history });
  }
  expect(report?.run.history?.runs).toHaveLength(6);
  expect(report?.run.history).toMatchObject({ newFailures: [1, 3], fixed: [2], flakiest: [{ row: 3, changes: 6 }] });
  expect(report?.run.history?.slowest).toEqual([{ row: 0, meanMs: 250 }]);
  expect(report?.run.history?.failing).toEqual([
    { row: 2, failures: 6, runs: 7 },
    { row: 3, failures: 4, runs: 7 },
  ]);
  // A session without an end was interrupted, and no test takes a second longer than before.
  expect(report?.run.history?.runs[0]?.isInterrupted).toBe(true);
  expect(report?.run.history?.slower).toEqual([]);
  expect(report?.history[0]?.outcomes[0]).toBe('P'.repeat(6));
  expect(report?.history[0]?.durations[0]).toEqual(Array(6).fill(250));
});

it('a test got slower if it takes half as long again as on average, and a second more', async () => {
  const history = join(folder, 'history.ndjson');
  let report: ReportFolder | undefined;
  const took = (seconds: number) => ({
    startedOn: '2026-01-01T00:00:00.000Z',
    completedOn: new Date(Date.UTC(2026, 0, 1) + seconds * 1_000).toISOString(),
  });
  for (let run = 0; run < 3; run++) {
    const journal = new TestJournal({ none: true }, {}, run);
    journal.result('much', view('a.js', ['much']), took(run === 2 ? 5 : 2));
    journal.result('little', view('a.js', ['little']), took(run === 2 ? 0.9 : 0.1));
    report = await write([inputOf(journal)], { history });
  }
  expect(report?.run.history?.slower).toEqual([{ row: 0, meanMs: 2_000 }]);
});

it('a failure is new if its test did not fail before, and nothing is new in the first run', async () => {
  const history = join(folder, 'history.ndjson');
  const runs = [
    { old: 'Failed', waits: 'Passed' },
    { old: 'Blocked', waits: 'Skipped' },
    { old: 'Failed', waits: 'Failed', added: 'Failed' },
  ];
  const changes = [];
  for (const [start, outcomes] of runs.entries()) {
    const journal = new TestJournal({ none: true }, {}, start);
    for (const [title, outcome] of Object.entries(outcomes)) journal.result(title, view('a.js', [title]), { outcome });
    const { run } = await write([inputOf(journal)], { history });
    changes.push(run.history?.newFailures);
  }
  expect(changes).toEqual([[], [], [1, 2]]);
});

it('a test that failed on one machine of a run is not fixed while it fails on another', async () => {
  const history = join(folder, 'history.ndjson');
  const machines = (outcomes: string[], run: number) =>
    outcomes.map((outcome, machine) => {
      const journal = new TestJournal({ none: true }, {}, run * 10 + machine);
      journal.result('same', view('a.js', ['same']), { outcome });
      journal.end('leave', run * 10 + 9);
      return inputOf(journal);
    });
  await write(machines(['Failed', 'Passed'], 0), { history });
  const half = await write(machines(['Passed', 'Failed'], 1), { history });
  expect(half.run.history).toMatchObject({ newFailures: [], fixed: [] });
  expect(half.history[0]?.outcomes).toEqual(['F', 'F']);
  const whole = await write(machines(['Passed', 'Passed'], 2), { history });
  expect(whole.run.history).toMatchObject({ newFailures: [], fixed: [0, 1] });
});
