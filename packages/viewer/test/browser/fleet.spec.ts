import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Postgres } from '../../../reference-server/test/postgres.js';
import { FRAMEWORKS, runExample } from './examples.js';
import { CONFIGURATION, KEY, type LocalServer, post, serve, stop } from './local-server.js';
import { expect, servedTest as test } from './reports.js';

// The pages come from local servers.
test.use({ offline: false });

let folder: string;
let postgres: Postgres;
let database: string;
let servers: LocalServer[];
test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'testpoint-fleet-pages-'));
  postgres = await Postgres.start();
  database = await postgres.database();
  servers = [];
  for (let count = 0; count < 3; count++) servers.push(await start('0'));
});
test.afterEach(async () => {
  for (const server of servers) await stop(server);
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
});

function start(port: string): Promise<LocalServer> {
  return serve('--open', '--port', port, '--database', database, '--attachments', join(folder, 'attachments'));
}

function address(index: number): string {
  return servers[index]?.url ?? '';
}

test('a page of one server shows the runs that suites of all frameworks report to the others', async ({ page }) => {
  test.slow();
  await page.goto(address(0));
  for (const [index, framework] of FRAMEWORKS.entries()) {
    const run = randomUUID();
    await runExample(framework, folder, {
      TMS_URL: address(1 + (index % 2)),
      TMS_SECRET_KEY: KEY,
      TMS_TEST_RUN_ID: run,
      TMS_CONFIGURATION_ID: CONFIGURATION,
    });
    const row = page.getByRole('row').filter({ has: page.locator(`a[href="/runs/${run}"]`) });
    await expect(row).toBeVisible();
    const { Passed, Failed } = await held(run);
    expect(Passed).toBeGreaterThan(2);
    await expect(row).toContainText(`${Passed}`);
    if (Failed > 0) await expect(row).toContainText(`${Failed}`);
  }
});

test('a page recovers from the end of its server, of PostgreSQL, and of its network, and shows what is stored', async ({
  page,
  context,
}) => {
  test.slow();
  const run = randomUUID();
  let sent = 0;
  const send = async (server: number) => {
    const id = `a.spec.ts > test ${sent + 1}`;
    const result = { configurationId: CONFIGURATION, autoTestExternalId: id, outcome: 'Failed', message: `m${sent}` };
    const { status } = await post(`${address(server)}/api/v2/testRuns/${run}/testResults`, [result]);
    if (status === 200) sent++;
    return status;
  };
  expect(await send(1)).toBe(200);
  await page.goto(`${address(0)}/runs/${run}`);
  await isShown(page, '1 test failed');

  // The server of the page is killed, another one takes a result, and it comes back.
  const { port } = new URL(address(0));
  servers[0]?.child.kill('SIGKILL');
  await expect(page.getByText('The server does not answer')).toBeVisible({ timeout: 30_000 });
  expect(await send(1)).toBe(200);
  servers[0] = await start(port);
  await isShown(page, '2 tests failed');

  await postgres.kill();
  expect(await send(2)).toBe(503);
  await postgres.resume();
  await expect.poll(() => send(2)).toBe(200);
  await isShown(page, `${sent} tests failed`);

  await context.setOffline(true);
  expect(await send(2)).toBe(200);
  await context.setOffline(false);
  await isShown(page, `${sent} tests failed`);

  expect(await held(run)).toMatchObject({ Failed: sent });
  await page.getByRole('link', { name: 'Tests', exact: true }).click();
  await expect(page.getByText(`${sent} tests`)).toBeVisible();
});

async function isShown(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { name: title })).toBeVisible({ timeout: 40_000 });
}

/** How many tests of a run have each outcome, as the servers have it. */
async function held(run: string): Promise<{ Passed: number; Failed: number }> {
  const answer = await fetch(`${address(2)}/viewer/runs/${run}`);
  return ((await answer.json()) as { testPoints: { Passed: number; Failed: number } }).testPoints;
}
