import { randomUUID } from 'node:crypto';
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
  await expect(page.getByRole('link', { name: /^a > one/ })).toHaveText(names.map((name) => `a > one, ${name}`));
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
