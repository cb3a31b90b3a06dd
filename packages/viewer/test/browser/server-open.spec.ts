import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONFIGURATION, type LocalServer, post, serve, stop } from './local-server.js';
import { expect, servedTest as test } from './reports.js';

// An open server has no names for runs and configurations.
test.use({ offline: false });

const OTHER = '00000000-0000-4000-8000-000000000002';
let server: LocalServer;
test.beforeAll(async () => {
  server = await serve('--open', '--port', '0');
});
test.afterAll(() => stop(server));

const send = (run: string, ...results: object[]) => post(`${server.url}/api/v2/testRuns/${run}/testResults`, results);
const result = (autoTestExternalId: string, more = {}) => ({
  ...{ configurationId: CONFIGURATION, autoTestExternalId, outcome: 'Passed' },
  ...more,
});

test('configurations without names are told apart by the ends of their GUIDs', async ({ page }) => {
  const [before, after] = [randomUUID(), randomUUID()];
  for (const [run, outcome] of [
    [before, 'Passed'],
    [after, 'Failed'],
  ] as const) {
    await send(run, result('a > one', { outcome }), result('a > one', { outcome, configurationId: OTHER }));
  }
  const names = ['…000000000001', '…000000000002'];
  await page.goto(`${server.url}/runs/${after}#/tests?order=slowest`);
  await expect(page.locator('.entry .tag')).toHaveText(names);
  await page.goto(`${server.url}/runs/${after}#/points`);
  await expect(page.locator('td code')).toHaveText(names);
  await page.goto(`${server.url}/compare?run=${after}&with=${before}`);
  await expect(page.locator('.differences li')).toHaveText(names.map((name) => `a › one${name}`));
});

test('a run that has begun has no results yet, and one that was stopped had none', async ({ page }) => {
  const run = randomUUID();
  await post(`${server.url}/api/Public/StartTestRun/${run}`);
  await page.goto(`${server.url}/runs/${run}`);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('No results yet');
  await post(`${server.url}/api/Public/StopTestRun/${run}`);
  await expect(heading).toHaveText('No tests ran');
});

test('a run without a plan’s name goes by the number of its plan', async ({ page }) => {
  const created = await post(`${server.url}/api/Public/CreateTestRun`, {
    ...{ projectGlobalId: 1, testPlanGlobalId: 7, testPoints: [] },
  });
  const { id } = (await created.json()) as { id: string };
  await post(`${server.url}/api/Public/StopTestRun/${id}`);
  await page.goto(`${server.url}/runs/${id}`);
  await expect(page.getByText('The Plan 7 run was interrupted.')).toBeVisible();
});

test('Insights does not ask for an option that only reports have', async ({ page }) => {
  const run = randomUUID();
  await send(run, result('a > one'));
  await page.goto(`${server.url}/runs/${run}#/insights`);
  await expect(page.getByText('Slowest in this run')).toBeVisible();
  await expect(page.getByText('reportHistory')).toBeHidden();
});

test('the page of a server without runs has a block of settings that works when pasted', async ({ page }) => {
  const empty = await serve('--open', '--port', '0');
  const folder = mkdtempSync(join(tmpdir(), 'testpoint-pasted-'));
  try {
    await page.goto(empty.url);
    await page.getByRole('combobox', { name: 'Shell' }).selectOption('PowerShell');
    const block = page.getByRole('region', { name: 'Settings' }).locator('pre');
    await expect(block).toContainText(`$env:TMS_URL = '${empty.url}'`);
    await page.getByRole('combobox', { name: 'Shell' }).selectOption('POSIX');
    const pasted = Object.fromEntries(
      (await block.innerText()).split('\n').map((line) => line.replace('export ', '').split('=') as [string, string]),
    );
    const suite = fileURLToPath(new URL('../../../cli/test/fixtures/suite.mjs', import.meta.url));
    const { PATH = '', SystemRoot = '' } = process.env;
    const child = spawn(process.execPath, [suite, '3', 'close'], { cwd: folder, env: { PATH, SystemRoot, ...pasted } });
    await once(child, 'close');
    await page.getByRole('rowheader').getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('All 3 tests passed so far');
  } finally {
    await stop(empty);
    rmSync(folder, { recursive: true, force: true });
  }
});

for (const [path, says] of [
  ['/nothing', 'Nothing is at /nothing.'],
  ['/nothing/here?x=1', 'Nothing is at /nothing/here.'],
  ['/tests', 'The address does not contain the id of a test.'],
  ['/compare?run=1', 'The address does not contain the ids of two runs.'],
  ['/runs/1', 'The address does not contain the id of a run.'],
  ['/?plan=abc', 'In this address, plan must be a number, not “abc”.'],
  ['/?project=1.5', 'In this address, project must be a number, not “1.5”.'],
  ['/?status=red', 'In this address, status must be one of Pending, In progress, Stopped, Completed, not “red”.'],
  ['/?after=x', 'In this address, after must be the id of a run, not “x”.'],
  ['/tests?id=nothing', 'No run has a test of this name.'],
] as const) {
  test(`${path} is a page that leads to all runs`, async ({ page }) => {
    await page.goto(`${server.url}${path}`);
    await expect(page.getByRole('main')).toContainText(says);
    await page.getByRole('link', { name: 'All runs', exact: true }).click();
    await expect(page).toHaveURL(`${server.url}/`);
    await expect(page.getByRole('heading', { name: 'Runs' })).toBeVisible();
  });
}
