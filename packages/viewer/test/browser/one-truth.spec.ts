import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { inProcess } from '../../../cli/test/in-process.js';
import { RUN } from '../../../core/test/journals.js';
import {
  type CountedResult,
  countJournals,
  groupedBy,
  inStates,
  STATES,
  type State,
  testsIn,
  words,
} from '../sample/count.js';
import { knownOf, LARGE, SMALL, writeImports, writeRun } from '../sample/mixed-run.js';
import { KEY, serve, stop } from './local-server.js';
import { expect, open, servedTest as test } from './reports.js';

const IS_LONG = process.env.TESTPOINT_LONG !== undefined;
const SIZE = IS_LONG ? LARGE : SMALL;
/** How many earlier runs, of which two were interrupted. */
const EARLIER = IS_LONG ? 12 : 3;

// One part of the pages comes from a local server.
test.use({ offline: false });

let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'testpoint-truth-'));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command in the folder. It has our sources, so no session of it has a delivery thread. @returns what it printed */
async function testpoint(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  return (await inProcess(args, env, folder)).output;
}

const grouped = (count: number) => `${count}`.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
const counted = (count: number, what: string) => `${grouped(count)} ${what}${count === 1 ? '' : 's'}`;
const NAMES: Record<State, string> = {
  ...{ failed: 'Failed', known: 'Known failure', 'did not run': 'Did not run' },
  ...{ flaky: 'Flaky', skipped: 'Skipped', passed: 'Passed' },
};

/** The numbers beside the names of outcomes in a list of cards or chips. */
async function shownStates(page: Page, group: string): Promise<Record<string, number>> {
  const texts = await page.locator(group).allInnerTexts();
  const numbers = texts.map((text) => text.toLowerCase().replaceAll('\n', ' '));
  return Object.fromEntries(
    STATES.map((state) => {
      const own = numbers.find((text) => text.includes(NAMES[state].toLowerCase())) ?? '';
      return [state, Number(/(?:^|[a-z] )([\d,]+)(?: |$)/.exec(own)?.[1]?.replaceAll(',', '') ?? 0)];
    }),
  );
}

/** The parts of "28 passed, 49 failed, 4 known to fail". */
function statesIn(text: string): Record<State, number> {
  const words = { ...Object.fromEntries(STATES.map((state) => [state, state])), known: 'known to fail' } as Record<
    State,
    string
  >;
  const numberOf = (word: string) => Number(new RegExp(`([\\d,]+) ${word}`).exec(text)?.[1]?.replaceAll(',', '') ?? 0);
  return Object.fromEntries(STATES.map((state) => [state, numberOf(words[state])])) as Record<State, number>;
}

/** Each format of `export` has the numbers of the journals. */
async function expectExports(outbox: string, results: readonly CountedResult[], all: Record<State, number>) {
  const times = results.map(({ took }) => took ?? 0).sort(ascending);
  const failed = all.failed + all.known;
  const exported = async (format: string) => {
    await testpoint(['export', outbox, '--format', format, '--out', `exported.${format}`]);
    return join(folder, `exported.${format}`);
  };
  const junit = readFileSync(await exported('junit'), 'utf8');
  expect(junit).toContain(` tests="${results.length}" failures="${failed}" errors="${all['did not run']}">`);
  expect(junit.match(/<skipped/g)).toHaveLength(all.skipped);
  expect(junit.match(/<flakyFailure/g)).toHaveLength(all.flaky);
  const seconds = [...junit.matchAll(/<testcase .* time="([\d.]+)">/g)].map(([, time]) => Number(time));
  expect(seconds.map((time) => Math.round(time * 1_000)).sort(ascending)).toEqual(times);

  const csv = readFileSync(await exported('csv'), 'utf8');
  const lines = [...csv.matchAll(/^(\w[\w ]+)(?:,[^,\n]*){7},(\d*),\d+,/gm)];
  expect(lines.map(([, , time]) => Number(time)).sort(ascending)).toEqual(times);
  for (const [word, count] of Object.entries({ Failed: failed, 'Did not run': all['did not run'], Flaky: all.flaky })) {
    expect(lines.filter(([, own]) => own === word)).toHaveLength(count);
  }

  const allure = await exported('allure');
  const files = readdirSync(allure).filter((name) => name.endsWith('-result.json'));
  const statuses = files.map((name) => JSON.parse(readFileSync(join(allure, name), 'utf8')).status as string);
  const retries = results.reduce((sum, one) => sum + one.retries, 0);
  const counts = { failed: failed + retries, broken: all['did not run'], skipped: all.skipped };
  for (const [status, count] of Object.entries({ ...counts, passed: all.passed + all.flaky })) {
    expect(statuses.filter((one) => one === status)).toHaveLength(count);
  }
}

const ascending = (one: number, other: number) => one - other;

/** What the list says of each result: `environment id` → time. */
async function listedTimes(page: Page, url: string): Promise<string[]> {
  await open(page, url, '#/tests?order=slowest');
  const entries = page.getByRole('treeitem');
  await entries.first().waitFor();
  return entries.locator('.time').allInnerTexts();
}

test('every page and command counts like the journals @sample', async ({ page }) => {
  test.setTimeout(IS_LONG ? 600_000 : 60_000);
  const knownFile = knownOf(SIZE) as { test: string; until?: string }[];
  writeFileSync(join(folder, 'testpoint.known.json'), JSON.stringify(knownFile));
  const known = new Set(knownFile.flatMap(({ test, until }) => (until === undefined ? test : [])));
  for (let age = EARLIER; age > 0; age--) {
    const earlier = writeRun(SIZE, age, age % 6 === 2);
    await testpoint(['report', earlier, '--out', 'earlier', '--history', 'history.ndjson']);
  }
  const outbox = writeRun(SIZE);
  const results = countJournals(outbox, known);
  const [tests, all] = [inStates(results), inStates(results, 'result')];
  const failures = results.filter(({ cause }) => cause !== '');
  const causes = groupedBy(failures, ({ cause }) => cause);
  const testsOfCauses = [...causes.values()].map(testsIn).sort(ascending);
  const changed = results.filter(({ state }) => ['failed', 'known', 'did not run'].includes(state));
  const slowest = results.map(({ took = -1 }) => took).sort((one, other) => other - one);

  // Commands.
  const report = await testpoint([
    'report',
    outbox,
    '--out',
    'report',
    '--history',
    'history.ndjson',
    '--compare',
    'earlier',
  ]);
  expect(statesIn(report)).toEqual(all);
  expect(report.match(/counts again: it expired on 2026-01-31/g)).toHaveLength(1);
  const gate = await testpoint([
    'gate',
    outbox,
    '--max-failed',
    '0',
    '--max-flaky',
    '9',
    '--all-ran',
    '--max-test-duration',
    '1',
  ]);
  const judged = tests.failed + tests['did not run'] + tests.passed + tests.flaky;
  expect(gate).toContain(`✗ maxFailed: ${counted(tests.failed, 'test')} failed, 0 allowed`);
  expect(gate).toContain(`maxFlaky: ${counted(tests.flaky, 'test')} passed only after a failure, 9 allowed`);
  expect(gate).toContain(`the longest took ${words(slowest[0])}`);
  expect(gate.trim().split('\n').at(-1)).toBe('The gate is closed: maxFailed, maxTestDuration, allRan');
  expect(gate.match(/counts again/g)).toHaveLength(1);
  const rate = (tests.passed + tests.flaky) / judged;
  expect(await testpoint(['gate', outbox, '--min-pass-rate', '0'])).toContain(
    `minPassRate: ${grouped(tests.passed + tests.flaky)} of ${counted(judged, 'test')} passed (${Math.floor(rate * 1_000) / 10} %)`,
  );
  const summary = await testpoint(['summary', outbox]);
  expect(statesIn(summary)).toEqual(tests);
  const headline = `${counted(tests.failed, 'test')} failed, ${counted(tests.known, 'known failure')}`;
  expect(summary).toContain(`## ❌ ${headline}\n`);
  const sizes = (text: string) =>
    [...text.matchAll(/^(\d+) tests? failed with:/gm)].map(([, size]) => Number(size)).sort(ascending);
  expect(sizes(summary)).toEqual(testsOfCauses);
  const annotations = (await testpoint(['summary', outbox, '--annotations'])).split('\n');
  const errors = annotations.filter((line) => line.startsWith('::error '));
  const others = errors.map((line) => Number(/The same in (\d+) other/.exec(line)?.[1] ?? 0));
  // GitHub shows ten.
  expect(others.map((count) => count + 1).sort(ascending)).toEqual(testsOfCauses.slice(-10));
  const flaky = testsIn(results.filter(({ state }) => state === 'flaky'));
  expect(annotations.filter((line) => line.startsWith('::warning '))).toHaveLength(Math.min(10, flaky));
  await testpoint(['export', outbox, '--format', 'ctrf', '--out', 'ctrf.json']);
  const exported = JSON.parse(readFileSync(join(folder, 'ctrf.json'), 'utf8')).results;
  expect(exported.summary).toMatchObject({
    tests: results.length,
    failed: all.failed + all.known,
    passed: all.passed + all.flaky,
    skipped: all.skipped,
  });
  expect(exported.tests.filter(({ flaky }: { flaky?: boolean }) => flaky === true)).toHaveLength(all.flaky);
  await expectExports(outbox, results, all);

  // The pages of a report.
  const url = pathToFileURL(join(folder, 'report', 'index.html')).href;
  await open(page, url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(headline);
  expect(await shownStates(page, '.counters li')).toEqual(tests);
  const groups = await page.locator('.group', { has: page.locator('.says') }).allInnerTexts();
  expect(groups.map((text) => Number(/(\d+) tests?/.exec(text)?.[1])).sort(ascending)).toEqual(testsOfCauses);
  await expect(page.locator('.group .says')).toHaveCount(causes.size);
  // An opened group says the same as its card.
  const largest = [...causes.values()].find((own) => testsIn(own) === testsOfCauses.at(-1)) ?? [];
  await page.locator('.group .says').first().click();
  await expect(page.locator('.found')).toContainText(
    `${testsIn(largest)} of ${counted(testsIn(results), 'test')}, ${largest.length} of ${counted(results.length, 'result')}`,
  );
  await open(page, url);
  const session = page.locator('.sessions li', { hasText: 'windows' });
  await expect(session).toContainText(
    `Results${grouped(results.filter(({ environment }) => environment === 'windows').length)}`,
  );
  // The run before had the same failures. A comparison counts tests that did not run with them.
  await expect(page.locator('.changes')).toContainText(
    `0 new failures, 0 fixed, ${grouped(testsIn(changed))} still failing`,
  );
  await expect(page.locator('.sessions')).toContainText('windows');
  for (const name of ['linux', 'windows']) {
    const line = await page.locator('.environments li', { has: page.getByRole('link', { name }) }).innerText();
    const own = results.filter(({ environment }) => environment === name);
    expect(statesIn(line), name).toEqual(inStates(own, 'result'));
    expect(line).toContain('Playwright 1.65.1, Linux 6.18, Node 24.1.0');
  }
  await open(page, url, '#/compare/still-failing');
  await expect(page.getByRole('heading', { level: 2 })).toContainText(counted(testsIn(changed), 'test'));
  await expect(page.locator('.differences li')).toHaveCount(changed.length);
  await open(page, url, '#/tests');
  expect(await shownStates(page, '.chip')).toEqual(all);
  await open(page, url, '#/tests?q=cart.test.js');
  const ofJest = inStates(
    results.filter(({ id }) => id.startsWith('cart.test.js')),
    'result',
  );
  await expect(page.locator('.found')).toContainText(`of ${grouped(results.length)}`);
  expect(await shownStates(page, '.chip')).toEqual(ofJest);
  // Every second failure of Playwright has a screenshot and a trace.
  await open(page, url, '#/tests?environment=windows&outcome=failed');
  await expect(page.locator('a.entry')).toHaveCount(10);
  for (const what of ['picture', 'trace'])
    await expect(page.getByRole('img', { name: `Has a ${what}` })).toHaveCount(5);
  const listed = await listedTimes(page, url);
  expect(listed.slice(0, 10)).toEqual(slowest.slice(0, 10).map((took) => words(took)));
  await open(page, url, '#/tests?outcome=flaky');
  await page.getByRole('treeitem', { name: /Flaky/ }).first().click();
  await expect(page.locator('.result header .facts')).toContainText('750 ms');
  await open(page, url, '#/timeline');
  await expect(page.locator('main')).toContainText(
    // The others have no times.
    `${grouped(results.filter(({ took }) => took !== undefined).length)} of ${counted(results.length, 'result')}`,
  );
  await open(page, url, '#/insights');
  await expect(page.getByRole('region', { name: 'Flaky in this run' }).getByRole('heading')).toContainText(
    `${tests.flaky}`,
  );
  const bars = page.locator('.chart li');
  await expect(bars).toHaveCount(EARLIER + 1);
  const ages = Array.from({ length: EARLIER }, (_, index) => EARLIER - index);
  await expect(page.locator('.chart .interrupted')).toHaveCount(ages.filter((age) => age % 6 === 2).length);
  await expect(page.locator('.chart')).toContainText(grouped(testsIn(results)));
  for (const word of ['failed', 'flaky', 'did not run', 'passed', 'interrupted'])
    await expect(page.locator('.chart .legend')).toContainText(word);
  await page.getByRole('region', { name: 'Fail most often' }).getByRole('link').first().click();
  await expect(page.getByRole('region', { name: 'Error', exact: true })).toBeVisible();
});

test('the server counts like the journals @sample', async ({ page }) => {
  test.setTimeout(IS_LONG ? 600_000 : 60_000);
  const server = await serve('--open', '--port', '0');
  try {
    const outbox = writeRun(SIZE);
    // The server knows of no known failures.
    const results = countJournals(outbox, new Set());
    const [tests, all] = [inStates(results), inStates(results, 'result')];
    const flushed = await testpoint(['flush', outbox], { TMS_URL: server.url, TMS_SECRET_KEY: KEY });
    expect(flushed).toContain('Everything is delivered.');
    expect(flushed).not.toContain('missing');
    const url = `${server.url}/runs/${RUN}`;
    await open(page, url, '#/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${counted(tests.failed, 'test')} failed so far`);
    expect(await shownStates(page, '.counters li')).toEqual(tests);
    const messages = groupedBy(
      results.filter(({ cause }) => cause !== ''),
      ({ cause }) => cause.replace(/ \S+:\d+$/, ''),
    );
    await expect(page.locator('.group .says')).toHaveCount(messages.size);
    const groups = await page.locator('.group .says .number').allInnerTexts();
    expect(groups.map((text) => Number(/(\d+) tests?/.exec(text)?.[1])).sort(ascending)).toEqual(
      [...messages.values()].map(testsIn).sort(ascending),
    );
    await open(page, url, '#/tests');
    expect(await shownStates(page, '.chip')).toEqual(all);
    const slowest = results.map(({ took = -1 }) => took).sort((one, other) => other - one);
    expect((await listedTimes(page, url)).slice(0, 10)).toEqual(slowest.slice(0, 10).map((took) => words(took)));
  } finally {
    await stop(server);
  }
});

test('imports show the times that their files have @sample', async ({ page }) => {
  for (const path of Object.values(writeImports(folder))) await testpoint(['import', path], { TMS_REPORT: '1' });
  await testpoint(['report']);
  const url = pathToFileURL(join(folder, 'testpoint-report', 'index.html')).href;
  // Playwright's file knows the time of each test.
  const times = [...Array(4).fill('1.5 s'), ...Array(5).fill('0 ms'), ...Array(3).fill('unknown')];
  expect(await listedTimes(page, url)).toEqual(times);
  await open(page, url);
  const cards = page.locator('.sessions li');
  await expect(cards.locator('h3')).toHaveText([
    ...[/^JUnit XML/, /^robot 7\.1 \(CTRF\)/, /^pytest \(Allure results\)/, /^Playwright JSON/],
  ]);
  await expect(cards.nth(0)).toContainText(/Duration\s*unknown/);
  await expect(page.locator('.verdict .facts')).toContainText('1.5 s');
  // The run took place on the day that the files name, and the imports today.
  for (const card of [cards.nth(1), cards.nth(2), cards.nth(3)]) {
    await expect(card).toContainText(/Started\s*23 Nov 2026/);
    await expect(card).toContainText(/Duration\s*1\.5 s/);
    await expect(card).toContainText('Imported');
  }
});
