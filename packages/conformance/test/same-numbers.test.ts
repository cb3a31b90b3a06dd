import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ReportFolder } from '../../core/test/report-folder.js';
import { type Framework, jest, mocha } from './selection/frameworks.js';
import { Place } from './selection/place.js';

interface Numbers {
  passed: number;
  failed: number;
  blocked: number;
  skipped: number;
  /** Passed only after a failure: on a retry, or on a rerun. */
  late: number;
}

const EXPECTED: Numbers = { passed: 6, failed: 3, blocked: 2, skipped: 1, late: 2 };
const TOTAL = 12;
const FRAMEWORKS = { mocha: mocha('mocha'), jest: jest('jest', '--runInBand') };
const THROW = "throw new Error('broken');";

const mixed = `
it('passes', () => {});
it('passes, too', () => {});
it('fails', () => { ${THROW} });
it.skip('is left out', () => {});
describe('with a broken hook', () => {
  before(() => { ${THROW} });
  it('can not run', () => {});
  it('can not run either', () => {});
});`;
const killed = `
it('ends before', () => {});
it('dies', () => process.kill(process.pid, 'SIGKILL'));`;
const retried = `
jest.retryTimes(1);
let attempts = 0;
test('is flaky', () => { if (++attempts === 1) ${THROW} });
test('fails each time', () => { ${THROW} });
test('passes in Jest', () => {});`;
const again = `
test('is repaired', () => { if (!process.env.FIXED) ${THROW} });
test('stays broken', () => { ${THROW} });`;

const places: Place[] = [];
const target = mkdtempSync(join(tmpdir(), 'testpoint-numbers-'));
let inputs: string[];

function shard({ modules, script, files }: Framework, name: string, content: string): Place {
  const place = new Place(modules, script, files({ [name]: content }), { TMS_REPORT: '1' });
  places.push(place);
  return place;
}

/** Runs a command on all shards. */
function command(name: string, ...args: string[]): Promise<Awaited<ReturnType<Place['cli']>>> {
  const [place] = places as [Place];
  return place.cli([name, ...inputs, ...args], { GITHUB_OUTPUT: join(target, `${name}.txt`) });
}

beforeAll(async () => {
  const repaired = shard(FRAMEWORKS.jest, 'again', again);
  await Promise.all([
    shard(FRAMEWORKS.mocha, 'mixed', mixed).exec([]),
    shard(FRAMEWORKS.mocha, 'killed', killed).exec([]),
    shard(FRAMEWORKS.jest, 'retried', retried).exec([]),
    repaired.exec([]),
  ]);
  await repaired.exec(['--only', 'failed'], { FIXED: '1' });
  inputs = places.map(({ folder }) => {
    const report = join(folder, 'testpoint-report');
    return existsSync(report) ? report : join(folder, '.testpoint');
  });
});

afterAll(() => {
  for (const place of places) place.clean();
  rmSync(target, { recursive: true, force: true });
});

function find(text: string, pattern: RegExp): number {
  return Number(pattern.exec(text)?.[1] ?? 0);
}

test('one shard was killed, and its results are only in its outbox', () => {
  expect(inputs.filter((input) => input.endsWith('.testpoint'))).toHaveLength(1);
});

/** What the summary's line of counts says. */
function numbersIn(page: string): Numbers {
  const late = find(page, /(\d+) flaky/);
  return {
    passed: find(page, /^(\d+) passed/m) + late,
    failed: find(page, /passed, (\d+) failed/),
    blocked: find(page, /(\d+) did not run/),
    skipped: find(page, /(\d+) skipped/),
    late,
  };
}

/** The first one: it must leave everything to the others. */
test('report, and the summary and gate of the report', async () => {
  const folder = join(target, 'report');
  const { output } = await command('report', '--out', folder);
  const { counts, rows } = new ReportFolder(folder).run;
  const { passed, failed, blocked, skipped, flaky, passedOnRerun, passedLater } = counts;
  expect({ passed, failed, blocked, skipped, late: flaky + passedOnRerun + passedLater }, output).toEqual(EXPECTED);
  expect(rows).toBe(TOTAL);
  expect(output).toMatch(/12 results of \d sessions: 4 passed, 3 failed, 2 flaky, 2 did not run, 1 skipped/);
  expect(output).toMatch(/Session \S+ did not end: it was killed, or is still running\./);
  const [place] = places as [Place];
  const page = await place.cli(['summary', folder]);
  expect(numbersIn(page.output), page.output).toEqual(EXPECTED);
  const gate = await place.cli(['gate', folder, '--max-failed', '3', '--max-flaky', '2', '--min-tests', '12']);
  expect(gate.code, gate.output).toBe(0);
});

test('summary', async () => {
  const { output } = await command('summary');
  expect(numbersIn(output), output).toEqual(EXPECTED);
});

test('gate', async () => {
  const rules = ['--max-failed', '0', '--max-flaky', '0', '--min-pass-rate', '1', '--min-tests', '99', '--all-ran'];
  const { code, output } = await command('gate', ...rules);
  expect(code).toBe(1);
  expect(output).toContain(`✗ minTests: ${TOTAL} results, at least 99 needed`);
  expect(output).toContain('✗ maxFailed: 3 tests failed, 0 allowed');
  expect(output).toContain('✗ minPassRate: 6 of 11 tests passed (54.5 %), 100 % needed');
  expect(output).toContain('✗ maxFlaky: 2 tests passed only after a failure, 0 allowed');
  expect(output).toContain('✗ allRan: 2 tests did not run');
});

test.each(['summary', 'gate'])('the outputs of a step after %s', async (name) => {
  await command(name, ...(name === 'gate' ? ['--max-failed', '3'] : []));
  const outputs = readFileSync(join(target, `${name}.txt`), 'utf8');
  expect(outputs).toMatch(/^passed=6\nfailed=3\nflaky=2\n/m);
});

test('export as JUnit', async () => {
  const path = join(target, 'junit.xml');
  const { output } = await command('export', '--format', 'junit', '--out', path);
  const xml = readFileSync(path, 'utf8');
  expect(xml, output).toContain('<testsuites name="Testpoint" tests="12" failures="3" errors="2">');
  expect(xml.match(/<testcase /g)).toHaveLength(TOTAL);
  expect(xml.match(/<failure /g)).toHaveLength(EXPECTED.failed);
  expect(xml.match(/<error /g)).toHaveLength(EXPECTED.blocked);
  expect(xml.match(/<skipped/g)).toHaveLength(EXPECTED.skipped);
});

test('export as CTRF', async () => {
  const path = join(target, 'ctrf.json');
  await command('export', '--format', 'ctrf', '--out', path);
  const { summary, tests } = JSON.parse(readFileSync(path, 'utf8')).results;
  const { passed, failed, other: blocked, skipped, flaky: late } = summary;
  expect({ passed, failed, blocked, skipped, late }).toEqual(EXPECTED);
  expect(tests).toHaveLength(TOTAL);
  expect(tests.filter(({ flaky }: { flaky?: boolean }) => flaky)).toHaveLength(EXPECTED.late);
});

test('export as CSV', async () => {
  const path = join(target, 'results.csv');
  await command('export', '--format', 'csv', '--out', path);
  const lines = readFileSync(path, 'utf8').split('\r\n');
  const count = (word: RegExp) => lines.filter((line) => word.test(line)).length;
  expect(count(/^(Passed|Flaky|Failed, passed|"Failed, passed|Passed on)/)).toBe(EXPECTED.passed);
  expect(count(/^Failed,/)).toBe(EXPECTED.failed);
  expect(count(/^Did not run,/)).toBe(EXPECTED.blocked);
  expect(count(/^Skipped,/)).toBe(EXPECTED.skipped);
});
