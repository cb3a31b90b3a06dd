import { randomUUID } from 'node:crypto';
import { CONFIGURATION, post, serve, stop } from './local-server.js';
import { expect, servedTest as test } from './reports.js';

// A server does not know which worker ran a test.
test.use({ offline: false });

test('tests of unknown workers that overlap do not cover each other', async ({ page }) => {
  const server = await serve('--open', '--port', '0');
  const run = randomUUID();
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
  const spans = [[0, 30] as const, [10, 20] as const, [20, 40] as const];
  const results = spans.map(([from, to], index) => ({
    ...{ configurationId: CONFIGURATION, autoTestExternalId: `a > t${index}`, outcome: 'Passed' },
    ...{ startedOn: at(from), completedOn: at(to) },
  }));
  await post(`${server.url}/api/v2/testRuns/${run}/testResults`, results);
  await page.goto(`${server.url}/runs/${run}#/timeline`);
  await expect(page.getByText('3 tests in 2 lanes, 40 s')).toBeVisible();
  await page.getByRole('application').focus();
  const selected = page.locator('.selected');
  await page.keyboard.press('Home');
  await expect(selected).toContainText('t0');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await expect(selected).toContainText('t2');
  await stop(server);
});
