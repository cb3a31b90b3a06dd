import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { CONFIGURATION, type LocalServer, post, serve, stop } from './local-server.js';
import { expect, servedTest as test } from './reports.js';

test.use({ offline: false });

const RUNS = 40;
const TESTS = 60;
let server: LocalServer;
let run = '';
test.beforeAll(async () => {
  server = await serve('--open', '--port', '0');
  for (let count = 0; count < RUNS; count++) {
    const created = await post(`${server.url}/api/Public/CreateTestRun`, {
      ...{ projectGlobalId: 1, testPlanGlobalId: 7, testPoints: [] },
    });
    run = ((await created.json()) as { id: string }).id;
    await send(run, 'a.spec.ts > one');
  }
  const outcomes = ['Passed', 'Blocked', 'Skipped'].map((outcome) => ({
    ...{ configurationId: CONFIGURATION, autoTestExternalId: `a.spec.ts > ${outcome}`, outcome },
  }));
  await post(`${server.url}/api/v2/testRuns/${run}/testResults`, outcomes);
});
test.afterAll(() => stop(server));

const send = (to: string, ...ids: string[]) =>
  post(
    `${server.url}/api/v2/testRuns/${to}/testResults`,
    ids.map((autoTestExternalId, index) => ({
      ...{ configurationId: CONFIGURATION, autoTestExternalId, outcome: 'Failed', message: `Error ${index}` },
    })),
  );

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

for (const width of [360, 900, 1280]) {
  test(`no page is wider than a window of ${width} pixels, and no view's name is broken`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ['/?plan=7', `/tests?id=${encodeURIComponent('a.spec.ts > one')}`, `/runs/${run}#/points`]) {
      await page.goto(server.url + path);
      await page.locator('main h1').waitFor();
      await page.waitForLoadState('networkidle');
      expect(await overflow(page), path).toBeLessThanOrEqual(0);
    }
    const heights = await page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('link')
      .evaluateAll((links) => links.map(({ clientHeight }) => clientHeight));
    expect(new Set(heights).size).toBe(1);
  });
}

test('where there is no room for all runs of a plan, the newest are in view', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`${server.url}/?plan=7`);
  const strokes = page.locator('.trend a');
  await expect(strokes).toHaveCount(RUNS);
  await expect(strokes.last()).toBeInViewport();
  await expect(strokes.first()).not.toBeInViewport();
});

test('on a narrow screen, a failed test keeps its name beside its environment', async ({ page }) => {
  const other = randomUUID();
  const results = [CONFIGURATION, randomUUID()].map((configurationId) => ({
    ...{ configurationId, autoTestExternalId: 'a.spec.ts > pays by card', outcome: 'Failed', message: 'Error' },
  }));
  await post(`${server.url}/api/v2/testRuns/${other}/testResults`, results);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`${server.url}/runs/${other}`);
  const title = page.locator('.group .title').first();
  await expect(title).toHaveText('pays by card');
  expect(await title.evaluate(({ scrollWidth, clientWidth }) => clientWidth >= scrollWidth && clientWidth > 60)).toBe(
    true,
  );
});

test('on a narrow screen, new results are announced below the header, however far one has scrolled', async ({
  page,
}) => {
  const other = randomUUID();
  const ids = Array.from({ length: TESTS }, (_, index) => `a.spec.ts > test ${index} of many`);
  await send(other, ...ids);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`${server.url}/runs/${other}`);
  await expect(page.getByRole('heading', { name: `${TESTS} tests failed` })).toBeVisible();
  await page.mouse.wheel(0, 900);
  await expect(page.getByRole('heading', { name: `${TESTS} tests failed` })).not.toBeInViewport();
  await send(other, 'a.spec.ts > late');
  // Playwright scrolls to a button that something covers, and clicks where it has become free.
  const more = page.getByRole('button', { name: '1 new result' });
  await expect(more).toBeVisible();
  const isOnTop = await more.evaluate((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) === button;
  });
  expect(isOnTop).toBe(true);
});
