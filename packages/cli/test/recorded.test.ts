import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TestJournal } from '../../core/test/journals.js';
import { inProcess, Workplace } from './harness.js';
import { suiteInProcess } from './in-process.js';

const RUNS = ['6f9619ff-8b86-d011-b42d-00cf4fc96401', '6f9619ff-8b86-d011-b42d-00cf4fc96402'] as const;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'testpoint-recorded-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

/** A session of a run in a folder, with one test. */
function record(place: string, run: 0 | 1, outcome = 'Passed', startedAt = Date.now()): void {
  const journal = new TestJournal({ use: RUNS[run] });
  journal.result(`${place} > works`, {}, { outcome });
  journal.end();
  const stamp = new Date(startedAt).toISOString().replace(/\D/g, '').slice(0, 14);
  const name = basename(journal.directory).replace(/^\d+/, stamp);
  cpSync(journal.directory, join(folder, place, '.testpoint', name), { recursive: true });
}

const testpoint = (...args: string[]) => inProcess(args, {}, folder);

describe('only a folder below has recorded', () => {
  beforeEach(() => {
    record('tests/e2e', 0, 'Failed');
    write('tests/e2e/testpoint.config.json', '{ "gate": { "minTests": 7 } }');
  });

  test('commands read it with its settings, and name it with its age', async () => {
    const summary = await testpoint('summary');
    expect(summary).toMatchObject({ code: 0, stdout: expect.stringContaining('1 test failed') });
    expect(summary.stderr).toMatch(/^Recorded in tests.e2e \(\d+ seconds? ago\)$/m);
    const gate = await testpoint('gate');
    expect(gate).toMatchObject({ code: 1, stderr: expect.stringContaining('✗ minTests: 1 result') });
    const exported = await testpoint('export', '--format', 'junit', '--out', '-');
    expect(exported.stdout).toContain('tests="1" failures="1"');
    const doctor = await testpoint('doctor');
    expect(doctor.stdout).toMatch(/^✓ recorded +tests.e2e \(\d+ seconds? ago\)$/m);
    expect(doctor.stdout).toMatch(/tests.e2e.\.testpoint.*: testpoint flush tests.e2e.\.testpoint$/m);
    const report = await testpoint('report');
    expect(report.stdout).toMatch(/tests\/e2e\/testpoint-report\/index\.html$/m);
    // It is below a folder in which nothing was recorded.
    expect(await inProcess(['gate', '--root', 'tests'], {}, folder)).toMatchObject({ code: 2 });
  });
});

describe('two folders have recorded', () => {
  test('of one run: the gate, the summary and the report count both', async () => {
    record('api', 0);
    record('web', 0, 'Failed');
    const gate = await testpoint('gate', '--min-tests', '2');
    expect(gate).toMatchObject({ code: 0, stderr: expect.stringContaining('The gate is open: minTests') });
    expect(gate.stderr).toMatch(/^Recorded in api \(.*\), web \(.*\)$/m);
    expect((await testpoint('summary')).stdout).toContain('1 passed, 1 failed');
    expect((await testpoint('report')).stderr).toContain('2 results of 2 sessions');
    // A report that was made of them is no run of its own, also beside an outbox that exec has left.
    mkdirSync(join(folder, '.testpoint'));
    record('web', 0, 'Passed', Date.now() + 60_000);
    expect((await testpoint('gate', '--min-tests', '2')).stderr).toMatch(/^Recorded in api \(.*\), web/m);
  });

  test('of different runs: the gate wants them named, others read both', async () => {
    record('api', 0);
    record('web', 1, 'Failed');
    const gate = await testpoint('gate', '--max-failed', '0');
    expect(gate.code).toBe(2);
    expect(gate.stderr).toMatch(
      /^No gate: these are not of one run or CI job: api \(.* ago\), web \(.* ago\)\. Pass one/m,
    );
    expect(await testpoint('gate', '--max-failed', '0', '--root', 'api')).toMatchObject({ code: 0 });
    expect((await testpoint('exec', '--', process.execPath, '-e', '')).stderr).toBe('');
    expect(await testpoint('gate', '--max-failed', '0', 'api/.testpoint', 'web/.testpoint')).toMatchObject({ code: 1 });
    expect((await testpoint('summary')).stdout).toContain('1 passed, 1 failed');
  });

  test('one of them this one, and of another run: the gate wants them named, others read this one', async () => {
    record('.', 0);
    record('web', 1, 'Failed');
    expect(await testpoint('gate', '--max-failed', '0')).toMatchObject({ code: 2 });
    const summary = await testpoint('summary');
    expect(summary.stdout).toContain('1 test passed');
    expect(summary.stderr).toMatch(/^Not read: web \(.* ago\)\. To read another folder, pass it with --root/m);
  });

  test('in one job of CI: they belong together', async () => {
    const job = {
      GITHUB_ACTIONS: 'true',
      GITHUB_SERVER_URL: 'https://x',
      GITHUB_REPOSITORY: 'a/b',
      GITHUB_RUN_ID: '7',
    };
    for (const [place, count] of [
      ['api', 2],
      ['web', 3],
    ] as const) {
      mkdirSync(join(folder, place));
      await suiteInProcess([count], { ...job, TMS_REPORT: '1' }, join(folder, place));
    }
    expect(await testpoint('gate', '--min-tests', '1')).toMatchObject({ code: 0 });
    const { stdout, stderr } = await testpoint('catalog', '--json');
    expect(JSON.parse(stdout)).toHaveLength(5);
    expect(stderr).toMatch(/^Tests of api \(.* ago\), web/m);
  });
});

test('flush delivers what waits in folders below, each with the settings of its folder', async () => {
  const place = await Workplace.open();
  try {
    const suites = ['api', 'web'];
    for (const suite of suites) {
      mkdirSync(join(place.folder, suite));
      const env = { ...place.env, TMS_URL: 'http://127.0.0.1:9', TMS_CLOSE_TIMEOUT: '100', TMS_CREATE_RUN: '0' };
      await suiteInProcess([3], { ...env, TMS_TEST_POINTS: '' }, join(place.folder, suite));
      const { stdout } = await place.run(['run', 'create', '--start']);
      place.write(join(suite, 'testpoint.config.json'), JSON.stringify({ testRunId: stdout.trim() }));
    }
    const { code, stderr } = await place.run(['flush'], { ...place.env, TMS_TEST_POINTS: '' });
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('Everything is delivered.') });
    expect(stderr).toMatch(/^Recorded in api \(.*\), web \(.*\)$/m);
    expect((await place.runs()).map(({ testPoints }) => testPoints.Passed)).toEqual([3, 3]);
  } finally {
    await place.close();
  }
});
