import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { bareEnvironment, FRAMEWORKS, type Framework, runExample } from './examples.js';
import { expect, servedTest as test } from './reports.js';

const CLI = fileURLToPath(new URL('../../../cli/dist/bin.js', import.meta.url));

// The pages come from a local server.
test.use({ offline: false });

let folder: string;
let server: ChildProcess;
/** The address that signs in once. */
let link: string;
test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'testpoint-serve-pages-'));
  server = spawn(process.execPath, [CLI, 'serve', '--no-open', '--port', '0'], {
    cwd: folder,
    env: bareEnvironment(),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(createInterface({ input: server.stdout as NodeJS.ReadableStream }), 'line')) as [string];
  link = line.split(' ')[0] ?? '';
});
test.afterEach(async () => {
  const ended = once(server, 'exit');
  server.kill('SIGINT');
  await ended;
  rmSync(folder, { recursive: true, force: true });
});

/** Runs an example without any setting for reporting. */
async function report(framework: Framework): Promise<void> {
  expect(await runExample(framework, folder)).toMatch(/all delivered\n {2}Results: http:\S+\/runs\//);
}

/** Outcomes that the server holds, by run, newest run first. */
async function held(): Promise<{ outcome: string }[][]> {
  const file = join(folder, '.testpoint', 'serve', 'server.json');
  const { url, key }: { url: string; key: string } = JSON.parse(readFileSync(file, 'utf8'));
  const ask = async (path: string) => {
    const answer = await fetch(url + path, { headers: { authorization: `PrivateToken ${key}` } });
    expect(answer.status).toBe(200);
    return answer.json();
  };
  const runs = (await ask('/api/Public/GetTestRuns/1')) as { id: string }[];
  return Promise.all(
    runs.map(({ id }) => ask(`/inspect/runs/${id}/results?bodies=false`) as Promise<{ outcome: string }[]>),
  );
}

test('a suite without any setting is seen on the open page', { tag: '@sample' }, async ({ page }) => {
  await page.goto(link);
  await expect(page.getByText('No run has been reported yet. Run your tests in another terminal')).toBeVisible();
  expect(page.url()).not.toContain('token');
  await report('mocha');
  const [results = []] = await held();
  expect(results.length).toBeGreaterThan(4);
  // The page that `serve` opened has gone to the run.
  await showsCompleted(page, results);
  await expect(page).toHaveTitle(/^(?:All )?\d+ tests passed/);
  expect(decodeURIComponent((await page.locator('link[rel=icon]').getAttribute('href')) ?? '')).toContain('#157a46');
  const address = page.url();
  await page.getByRole('button', { name: 'Follows new runs' }).click();
  await report('jest');
  expect(page.url()).toBe(address);
  await page.getByRole('button', { name: 'Follow new runs' }).click();
  await report('vitest');
  await expect(page).not.toHaveURL(address);
  expect(await held()).toHaveLength(3);
});

/** Waits until the page shows this run after its end. */
async function showsCompleted(page: Page, results: readonly { outcome: string }[]): Promise<void> {
  const live = page.locator('.live');
  await expect(live).toContainText('Completed');
  const passed = results.filter(({ outcome }) => outcome === 'Passed').length;
  await expect
    .poll(async () => {
      const numbers = await live.locator('span.passed, span.flaky').allInnerTexts();
      return numbers.reduce((sum, text) => sum + Number(text), 0);
    })
    .toBe(passed);
}

test('runs of all frameworks follow each other on one open page', async ({ page }) => {
  test.slow();
  await page.goto(link);
  for (const [index, framework] of FRAMEWORKS.entries()) {
    await report(framework);
    const runs = await held();
    expect(runs).toHaveLength(index + 1);
    await showsCompleted(page, runs[0] ?? []);
  }
});
