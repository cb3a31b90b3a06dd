import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Ended, start } from '../../../scripts/processes.mjs';
import { TestJournal } from '../../core/test/journals.js';
import { ReportFolder } from '../../core/test/report-folder.js';
import { serveReport } from '../src/report/report-server.js';
import { inProcess, suiteInProcess } from './in-process.js';

const BIN = fileURLToPath(new URL('../dist/bin.js', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'testpoint-cli-report-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function testpoint(...args: string[]): Promise<Ended> {
  return inProcess(['report', ...args], {}, folder);
}

function journalWith(...ids: string[]): TestJournal {
  const journal = new TestJournal();
  for (const id of ids) journal.result(id);
  journal.end();
  return journal;
}

it('merges outboxes and reports, keeps undelivered results, and prints the path of the report', async () => {
  const [one, other] = [journalWith('one'), journalWith('other')];
  expect((await testpoint(one.outbox, '--out', 'first')).code).toBe(0);
  const { code, stdout } = await testpoint(other.outbox, 'first');
  expect(code).toBe(0);
  expect(stdout.trim()).toMatch(/^file:\/\/.*testpoint-report\/index\.html$/);
  expect(new ReportFolder(join(folder, 'testpoint-report')).run.rows).toBe(2);
  expect(readdirSync(one.directory)).toContain('journal.ndjson');
});

it('names a session that was killed, whose results count', async () => {
  const killed = new TestJournal();
  killed.result('ended before');
  const { code, stderr } = await testpoint(killed.outbox);
  expect(stderr).toMatch(
    /1 result of 1 session: 1 passed[\s\S]*Session \S+ did not end: it was killed, or is still running\./,
  );
  expect(code).toBe(0);
});

it('writes scripts in which linters and TypeScript find nothing', async () => {
  expect((await testpoint(journalWith('one').outbox)).code).toBe(0);
  const script = (name: string) => readFileSync(join(folder, 'testpoint-report', name), 'utf8');
  expect(script('viewer/app.js')).toMatch(/^\/\* eslint-disable \*\/\n\/\/ @ts-nocheck\n/);
  for (const name of ['run', 'rows-1', 'results-1'])
    expect(script(`data/${name}.js`)).toMatch(/^\/\*\* @type \{any\} \*\/ \(globalThis\)\.testpoint\(/);
});

it.each([
  [
    'counts the failure of one machine beside the success of another',
    5_000,
    '6 results of 2 sessions: 5 passed, 1 failed',
  ],
  ['names a success after a failure', 20_000, '2 passed, 0 failed, 1 flaky'],
])('%s', async (_, start, says) => {
  const machines = ['Failed', 'Passed'].map((outcome, index) => {
    const journal = new TestJournal(undefined, {}, index * start);
    for (const id of ['one', 'two', 'three']) journal.result(id, {}, id === 'one' ? { outcome } : {});
    journal.end('leave', index * start + 10_000);
    return journal.outbox;
  });
  const { stderr } = await testpoint(...machines);
  expect(stderr).toContain(says);
  expect(stderr.includes('set TMS_ENVIRONMENT')).toBe(start < 10_000);
});

it('counts what a declared rerun and a later run repaired', async () => {
  const session = (startedAt: number, outcome: string, isRerun?: true) => {
    const journal = new TestJournal(undefined, {}, startedAt, isRerun && { view: { isRerun } });
    journal.result(isRerun || startedAt < 2_000 ? 'one' : 'two', {}, { outcome });
    if (startedAt < 2_000) journal.result('two', {}, { outcome });
    journal.end('leave', startedAt + 500);
    return journal.outbox;
  };
  const outboxes = [session(1_000, 'Failed'), session(2_000, 'Passed', true), session(3_000, 'Passed')];
  const { stderr } = await testpoint(...outboxes);
  expect(stderr).toContain('0 passed, 0 failed, 2 flaky');
});

it('exits with 1 for an incomplete report, and 2 for a wrong input or a folder that is not a report', async () => {
  const damaged = journalWith('one');
  damaged.raw('rubbish\n');
  const { code, stderr } = await testpoint(damaged.outbox);
  expect(code).toBe(1);
  expect(stderr).toMatch(/1 line of the journal of session \S+ can't be read, so the report is incomplete\./);
  mkdirSync(join(folder, 'mine'));
  writeFileSync(join(folder, 'mine/thesis.txt'), 'ten years of work');
  expect((await testpoint('nowhere')).code).toBe(2);
  const neither = await testpoint('mine');
  expect(neither).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('contains neither sessions nor a Testpoint report'),
  });
  writeFileSync(join(folder, 'testpoint.config.json'), '{ "redact": "word" }');
  const unmasked = await testpoint(damaged.outbox);
  expect(unmasked).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('No report: the secrets to mask (option redact) are unknown.\n'),
  });
  rmSync(join(folder, 'testpoint.config.json'));
  expect((await testpoint(damaged.outbox, '--out', 'mine')).code).toBe(2);
  expect((await testpoint('--nonsense')).code).toBe(2);
  expect(readdirSync(join(folder, 'mine'))).toEqual(['thesis.txt']);
});

it('exits with 1 if results of an earlier report are missing, or a report is newer than this version', async () => {
  await testpoint(journalWith('one', 'two').outbox, '--out', 'first');
  const data = join(folder, 'first/data/results-1.js');
  truncateSync(data, statSync(data).size - 50);
  const cut = await testpoint('first', '--out', 'again');
  expect(cut.code).toBe(1);
  expect(cut.stderr).toMatch(/1 of 2 results is missing from .*, so this report is incomplete\./);
  writeFileSync(join(folder, 'first/testpoint-report.json'), '{"testpointReport":3,"createdAt":1}');
  const newer = await testpoint('first', journalWith('one').outbox, '--out', 'again');
  expect(newer.code).toBe(1);
  expect(newer.stderr).toMatch(
    /Results are missing: .*first is a report in format 3, and this version knows only format 2: update Testpoint\./,
  );
  expect((await testpoint(journalWith('one').outbox, '--out', 'first')).code).toBe(2);
});

it('says what to do about a report that can’t be written', async () => {
  const journal = journalWith('one');
  writeFileSync(join(folder, 'file'), '');
  const { stderr } = await testpoint(journal.outbox, '--out', 'file/report');
  expect(stderr).toMatch(
    /No report: \S+report can't be written \(.+\): choose another folder \(option report, or --out\)\./,
  );
  const single = await testpoint(journal.outbox, '--single', 'file/report.html');
  expect(single.stderr).toMatch(/No report: \S+html can't be written \(.+\): choose another file \(--single\)\./);
  expect((await testpoint(journal.outbox, '--single', 'new/report.html')).code).toBe(0);
});

it('writes everything into one file, in which no text can end a script', async () => {
  const journal = new TestJournal();
  journal.resultWithFile('</script><script>alert(1)</script>', '\x89PNG\0binary', 'shot.png', 'image/png');
  journal.end();
  expect((await testpoint(journal.outbox, '--single', 'report.html')).code).toBe(0);
  const html = readFileSync(join(folder, 'report.html'), 'utf8');
  expect(html).not.toContain('<script>alert(1)');
  expect(html).toContain('id="rows-1"');
  expect(html).toContain(`id="attachments/1/000001.png">${Buffer.from('\x89PNG\0binary').toString('base64')}<`);
  expect(readdirSync(folder)).toEqual(['report.html']);
});

it.each([['open'], ['report', '--open']])(
  'testpoint %s opens the last report if the outbox is empty',
  async (...args) => {
    await testpoint(journalWith('one').outbox);
    mkdirSync(join(folder, '.testpoint'));
    writeFileSync(join(folder, '.testpoint/.gitignore'), '*');
    const page = join(folder, 'testpoint-report/index.html');
    const { mtimeMs } = statSync(page);
    // Without a PATH there is no browser to start.
    const env = { ...process.env, PATH: folder };
    const { child, printed, ended } = start(process.execPath, [BIN, ...args], { cwd: folder, env });
    const served = new Promise<string | undefined>((resolve) => {
      child.stderr?.on('data', () => {
        const address = /http:\S+/.exec(printed.stderr)?.[0];
        if (address !== undefined && printed.stderr.includes('Ctrl+C')) resolve(address);
      });
      void ended.then(() => resolve(undefined));
    });
    const entered = fetch((await served) ?? 'no-address', { redirect: 'manual' });
    expect((await entered.catch(() => undefined))?.status, printed.stderr).toBe(303);
    child.kill();
    const { stdout, stderr } = await ended;
    expect(stdout.trim()).toBe(pathToFileURL(page).href);
    expect(stderr).toContain('Nothing has been recorded since this report.');
    expect(statSync(page).mtimeMs).toBe(mtimeMs);
  },
);

it('makes other forms of the last report if nothing was recorded since', async () => {
  await suiteInProcess([2], { TMS_REPORT: '1' }, folder);
  const plain = await testpoint();
  expect(plain.stderr).toContain('Nothing has been recorded since this report.');
  expect(plain.stdout.trim()).toBe(pathToFileURL(join(folder, 'testpoint-report/index.html')).href);
  for (const form of [
    ['--single', 'one.html'],
    ['--compare', 'one.html'],
    ['--out', 'other'],
  ]) {
    const { code, stderr } = await testpoint(...form);
    expect(stderr).toContain('2 results of 1 session');
    expect(code).toBe(0);
  }
  expect(existsSync(join(folder, 'one.html'))).toBe(true);
  expect(new ReportFolder(join(folder, 'testpoint-report')).run.comparison).toBeDefined();
  expect(new ReportFolder(join(folder, 'other')).run.rows).toBe(2);
});

it('expands patterns that the shell has left, for each command that reads results', async () => {
  for (const name of ['shard-1', 'shard-2']) await testpoint(journalWith(name).outbox, '--out', `${name}/report`);
  expect((await testpoint('shard-*/report')).stderr).toContain('2 results of 2 sessions');
  const gate = await inProcess(['gate', 'shard-*/report', '--min-tests', '2'], {}, folder);
  expect(gate.code).toBe(0);
  expect((await testpoint('nothing-*/report')).stderr).toContain('nothing-*/report does not exist');
});

it('takes the page of a report for the report', async () => {
  await testpoint(journalWith('one').outbox);
  const page = 'testpoint-report/index.html';
  expect((await testpoint(page, '--out', 'other', '--compare', page)).stderr).toContain('still failing: 0');
  const gate = await inProcess(['gate', page, '--max-failed', '0'], {}, folder);
  expect(gate.stderr).toContain('The gate is open: maxFailed');
});

it('finds the outboxes of suites below, such as where Jest has its rootDir, unless a report is here', async () => {
  const session = (place: string) => {
    cpSync(journalWith(place).outbox, join(folder, place, '.testpoint'), { recursive: true });
  };
  session('apps/shop');
  expect((await testpoint()).stdout).toMatch(/apps\/shop\/testpoint-report\/index\.html$/m);
  await testpoint(journalWith('all').outbox);
  expect((await testpoint()).stdout).toMatch(/testpoint-cli-report-\w+\/testpoint-report\/index\.html$/m);
  rmSync(join(folder, 'testpoint-report'), { recursive: true });
  session('apps/admin');
  const { stdout, stderr } = await testpoint();
  expect(stderr).toMatch(/^Recorded in apps\/admin \(.* ago\), apps\/shop \(.* ago\)$/m);
  expect(stderr).toContain('2 results of 2 sessions');
  expect(stdout).toMatch(/testpoint-cli-report-\w+\/testpoint-report\/index\.html$/m);
});

it('says what to do if there is neither a session nor a report to open', async () => {
  const { code, stderr } = await testpoint('--open');
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /No report: .*\.testpoint does not exist\. Run the tests first, or name an outbox or a report\./,
  );
});

it('serves a report only to the holder of the token, once, and under its own host name', async () => {
  const journal = journalWith('one');
  await testpoint(journal.outbox);
  const traceViewer = join(folder, 'viewer');
  mkdirSync(traceViewer);
  writeFileSync(join(traceViewer, 'index.html'), 'Traces');
  const address = new URL(await serveReport({ directory: join(folder, 'testpoint-report'), traceViewer }));
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(new URL(path, address), { headers, redirect: 'manual' });
  expect((await get('/')).status).toBe(403);
  const entered = await get(address.href);
  expect(entered.status).toBe(303);
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect((await get(address.href)).status).toBe(403);
  expect(cookie).toMatch(new RegExp(`^testpoint-${address.port}=`));
  const page = await get('/', { cookie });
  expect([page.status, page.headers.get('content-security-policy')]).toEqual([200, "frame-ancestors 'none'"]);
  expect(page.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  expect((await get('/data/run.js', { cookie, 'sec-fetch-site': 'same-site' })).status).toBe(403);
  expect((await get('/data/run.js', { cookie, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  const head = await fetch(new URL('/data/run.js', address), { method: 'HEAD', headers: { cookie } });
  const length = readFileSync(join(folder, 'testpoint-report/data/run.js')).length;
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, `${length}`, '']);
  expect((await fetch(address, { method: 'PUT', headers: { cookie } })).status).toBe(405);
  expect((await get(`${address.origin}//`, { cookie })).status).toBe(404);
  const served = await (await get('/data/served.js', { cookie })).text();
  expect(served).toBe('testpoint("served",{"hasTraceViewer":true});\n');
  for (const path of ['/testpoint-report.json', '/..%2f..%2fetc/passwd', '/data/../../x.js']) {
    expect((await get(path, { cookie })).status).toBe(404);
  }
  const piece = await get('/index.html', { cookie, range: 'bytes=1-8' });
  expect([piece.status, await piece.text()]).toEqual([206, '!doctype']);
  expect(piece.headers.get('content-range')).toMatch(/^bytes 1-8\/\d+$/);
  expect((await get('/index.html', { cookie, range: 'bytes=99999999-' })).status).toBe(416);
  const tracePage = await get('/trace-viewer/index.html', { cookie });
  expect([tracePage.status, tracePage.headers.get('content-security-policy')]).toEqual([200, "frame-ancestors 'self'"]);
  expect((await get('/trace-viewer/../report.json', { cookie })).status).toBe(404);
});

it('sets known failures apart, beside their reasons, and counts expired ones', async () => {
  const journal = new TestJournal();
  for (const id of ['known', 'expired', 'failed']) journal.result(id, {}, { outcome: 'Failed' });
  journal.result('passed');
  journal.end();
  const known = { test: 'known', reason: 'issue 7', owner: 'Ada', until: '2999-12-31' };
  const expired = { test: 'expired', reason: 'slow', until: '2020-01-31' };
  writeFileSync(join(folder, 'testpoint.known.json'), JSON.stringify([known, expired]));
  const { code, stderr } = await testpoint(journal.outbox);
  expect(code).toBe(0);
  expect(stderr).toContain('1 passed, 2 failed, 1 known to fail');
  expect(stderr).toContain('The known failure "expired" counts again: it expired on 2020-01-31.');
  const { run, rows, titles } = new ReportFolder(join(folder, 'testpoint-report'));
  expect(run).toMatchObject({
    counts: { failed: 3, known: 1 },
    tests: { failed: 3, known: 1 },
    sessions: [{ counts: { failed: 3, known: 1 } }],
    known: [
      { ...known, isExpired: false, keys: [expect.any(String)] },
      { ...expired, isExpired: true, keys: [expect.any(String)] },
    ],
  });
  expect(rows[0]?.outcomes[titles.indexOf('known')]).toBe('K');
  expect(rows[0]?.outcomes[titles.indexOf('expired')]).toBe('F');
  expect(run.failureGroups.flatMap((group) => group.rows)).not.toContain(titles.indexOf('known'));
});

it('says that no failure counts as known if the file has a mistake', async () => {
  writeFileSync(join(folder, 'testpoint.known.json'), '{}');
  const { code, stderr } = await testpoint(journalWith('one').outbox);
  expect(code).toBe(1);
  expect(stderr).toMatch(/No known failure is set apart: .*testpoint\.known\.json: it is not a list/);
});

describe('--with-trace-viewer', () => {
  it('copies the trace viewer of the installed Playwright into the report', async () => {
    mkdirSync(join(folder, 'node_modules'));
    const installed = fileURLToPath(new URL('../../viewer/node_modules/@playwright', import.meta.url));
    symlinkSync(installed, join(folder, 'node_modules/@playwright'));
    const { code } = await testpoint(journalWith('one').outbox, '--out', 'report', '--with-trace-viewer');
    expect(code).toBe(0);
    const report = new ReportFolder(join(folder, 'report'));
    expect(report.run.hasTraceViewer).toBe(true);
    expect(report.text('trace-viewer/index.html')).toContain('Trace Viewer');
    expect(report.files.map(String)).toContain('trace-viewer/sw.bundle.js');
  });

  it('is refused where Playwright has none to copy', async () => {
    // Packages without a viewer hide those of a folder above.
    for (const name of ['@playwright/test', 'playwright', 'playwright-core']) {
      mkdirSync(join(folder, 'node_modules', name), { recursive: true });
      writeFileSync(join(folder, 'node_modules', name, 'package.json'), '{}');
    }
    const { code, stderr } = await testpoint(journalWith('one').outbox, '--out', 'report', '--with-trace-viewer');
    expect([code, existsSync(join(folder, 'report'))]).toEqual([2, false]);
    expect(stderr).toMatch(
      /^No report: Playwright is not installed in .*\. Install it, or leave out --with-trace-viewer\.\n$/,
    );
  });
});

it.each(['a report', 'an outbox', 'a history'])('compares with %s', async (kind) => {
  const results = (start: number, outcomes: Record<string, string>) => {
    const journal = new TestJournal(undefined, {}, start);
    for (const [id, outcome] of Object.entries(outcomes)) journal.result(id, {}, { outcome });
    journal.end();
    return journal;
  };
  const before = results(0, { breaks: 'Passed', fails: 'Failed', recovers: 'Failed', goes: 'Passed', stays: 'Passed' });
  const now = results(60_000, {
    breaks: 'Failed',
    fails: 'Failed',
    recovers: 'Passed',
    comes: 'Passed',
    stays: 'Passed',
  });
  expect((await testpoint(before.outbox, '--out', 'before', '--history', 'history.ndjson')).code).toBe(0);
  const other = { 'a report': 'before', 'an outbox': before.outbox, 'a history': 'history.ndjson' }[kind] ?? '';
  const { code, stderr } = await testpoint(now.outbox, '--compare', other);
  expect(code).toBe(0);
  expect(stderr).toContain(
    'Compared with the run of 1970-01-01T00:00:00.000Z: new failures: 1, still failing: 1, fixed: 1, slower: 0, added: 1, gone: 1',
  );
  const { run, titles, comparison } = new ReportFolder(join(folder, 'testpoint-report'));
  const { gone, ...lists } = comparison;
  const named = Object.entries(lists).map(([name, { rows }]) => [name, rows.map((row) => titles[row])]);
  expect(Object.fromEntries(named)).toEqual({
    'new failures': ['breaks'],
    'still failing': ['fails'],
    fixed: ['recovers'],
    slower: [],
    added: ['comes'],
  });
  expect(gone).toEqual([expect.objectContaining({ id: kind === 'a history' ? '' : 'goes', outcome: 'P' })]);
  expect(run.comparison?.counts).toMatchObject({ 'new failures': 1, gone: 1 });
});

it('refuses to compare with something else', async () => {
  const { code, stderr } = await testpoint(journalWith('one').outbox, '--compare', folder);
  expect(code).toBe(2);
  expect(stderr).toMatch(/No other run to compare with: .* contains neither sessions nor a Testpoint report\./);
});

it('shows the verdict of the gate, if rules are set', async () => {
  const settings = (gate: object) => writeFileSync(join(folder, 'testpoint.config.json'), JSON.stringify({ gate }));
  settings({ minTests: 5, maxFailed: 0, allDelivered: true });
  await testpoint(journalWith('one').outbox, '--out', 'closed');
  expect(new ReportFolder(join(folder, 'closed')).run.gate).toEqual({
    broken: [
      { rule: 'minTests', what: '1 result, at least 5 needed' },
      {
        rule: 'allDelivered',
        what: 'the results of 1 session are not delivered. Deliver them with: npx testpoint flush',
      },
    ],
  });
  settings({ minTests: 1 });
  await testpoint(journalWith('one').outbox, '--out', 'open');
  expect(new ReportFolder(join(folder, 'open')).run.gate).toEqual({ broken: [] });
  settings({});
  await testpoint(journalWith('one').outbox, '--out', 'none');
  expect(new ReportFolder(join(folder, 'none')).run.gate).toBeUndefined();
});
