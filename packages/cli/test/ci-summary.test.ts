import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Ended, ended, SUITE, startIn, Workplace } from './harness.js';

const MEBIBYTE = 1024 * 1024;

let folder: string;
let page: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'testpoint-ci-summary-'));
  page = join(folder, 'step.md');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a suite of some tests as a step of a job in GitHub Actions, for a report only. */
function suite(env: Record<string, string> = {}, tests = 3): Promise<Ended> {
  const actions = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: page, TMS_REPORT: '1' };
  return ended(startIn(folder, process.execPath, [SUITE, String(tests), 'close'], { ...actions, ...env }));
}

test('each suite appends its summary to what the page of the job has', async () => {
  writeFileSync(page, '# Build\n\n');
  await suite();
  await suite({}, 2);
  const text = readFileSync(page, 'utf8');
  expect(text).toMatch(
    /^# Build\n\n## ✅ All 3 tests passed\n\n3 passed, 0 failed · [\s\S]+\n## ✅ All 2 tests passed\n/,
  );
});

test('the summary names the run in the service', async () => {
  const place = await Workplace.open();
  try {
    writeFileSync(join(folder, 'points.json'), readFileSync(join(place.folder, 'points.json')));
    const { stderr } = await suite({ ...place.env, TMS_REPORT: '', TMS_RUN_URL: 'https://tms.example.com/{id}' });
    expect(stderr).toMatch(/all delivered/);
    expect(readFileSync(page, 'utf8')).toMatch(/\[Run\]\(<https:\/\/tms\.example\.com\/[0-9a-f-]{36}>\)/);
  } finally {
    await place.close();
  }
});

test('ciSummary: false writes none', async () => {
  await suite({ TMS_CI_SUMMARY: 'false' });
  expect(existsSync(page)).toBe(false);
});

test('a wrong value is named, and the page is written', async () => {
  const { stderr } = await suite({ TMS_CI_SUMMARY: 'sometimes' });
  expect(stderr).toMatch(/ciSummary .*"sometimes" is neither 'auto', true nor false\. Write one of them\./);
  expect(existsSync(page)).toBe(true);
});

test('the page never gets longer than GitHub accepts', async () => {
  const before = MEBIBYTE - 150;
  writeFileSync(page, 'x'.repeat(before));
  await suite();
  expect(statSync(page).size).toBeLessThanOrEqual(MEBIBYTE);
  expect(readFileSync(page, 'utf8').slice(before)).toMatch(/_The page is too long: \d+ more parts? left out\._\n/);
});

test('a page that can’t be written is one line, and nothing else', async () => {
  mkdirSync(page);
  const { code, stderr } = await suite();
  expect(code).toBe(0);
  expect(stderr).toMatch(/ {2}! No summary on the page of the job: EISDIR[^\n]*\n/);
  expect(existsSync(join(folder, 'testpoint-report', 'index.html'))).toBe(true);
});

test('a mistake in the known failures is one line, and nothing else', async () => {
  writeFileSync(join(folder, 'testpoint.known.json'), '{}');
  const { code, stderr } = await suite();
  expect(code).toBe(0);
  expect(stderr).toMatch(/ {2}! No summary on the page of the job: \S+testpoint\.known\.json: it is not a list\./);
});
