import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { testKey } from '@testpoint/report';
import { HOSTILE, type Hostile, hostileReport } from '../sample/hostile.js';
import { itemOf } from '../sample/sample-test.js';
import { CONFIGURATION, type LocalServer, post, serve, stop } from './local-server.js';
import { expect, open, servedTest, test } from './reports.js';

// With the network on, no request fails before it leaves.
test.use({ offline: false });
servedTest.use({ offline: false });

for (const [index, hostile] of HOSTILE.entries()) {
  for (const form of ['folder', 'single'] as const) {
    const tag = index < 3 ? ['@sample'] : [];
    test(`${hostile.name}: shown as text, in a ${form}`, { tag }, async ({ page, reports }) => {
      const url = reports[form](`hostile-${index}`, () => hostileReport(hostile));
      await isOnlyText(page, hostile, url.replace(/[^/]*$/, ''), () => open(page, url, hostile.hash));
    });
  }
}

servedTest.describe('shown as text by a server', () => {
  let server: LocalServer;
  servedTest.beforeAll(async () => {
    server = await serve('--open', '--port', '0');
  });
  servedTest.afterAll(() => stop(server));

  for (const hostile of HOSTILE.filter(isOnWire)) {
    servedTest(hostile.name, async ({ page }) => {
      const [test] = [...hostileReport(hostile).tests];
      if (test === undefined) throw new Error('It has no test.');
      const { id, body } = itemOf(test, 0, []).entry as { id: string; body: object };
      const result = { ...body, configurationId: CONFIGURATION };
      const run = randomUUID();
      const answer = await post(`${server.url}/api/v2/testRuns/${run}/testResults`, [result]);
      expect(answer.status).toBe(REFUSED.has(hostile.name) ? 400 : 200);
      if (REFUSED.has(hostile.name)) return;
      const hash = hostile.hash.replace('row0000001', testKey(id));
      await isOnlyText(page, hostile, `${server.url}/`, () => open(page, `${server.url}/runs/${run}`, hash));
    });
  }
});

/** What the interface refuses, so that no page ever has to show it. */
const REFUSED: ReadonlySet<string> = new Set([
  'a property that is called __proto__',
  'an outcome that is called __proto__',
  'a link that is a script',
  'a link that is a script in mixed case',
  'a link that hides a script',
  'a link with data',
  'a link to a file',
]);

/** Whether a service gets what is hostile: not what only reports contain, nor properties by which only they group. */
function isOnWire({ report, run, session, test, hash = '' }: Hostile): boolean {
  const { view, files, body, project } = test ?? {};
  const message = body?.message ?? 'Error';
  const isInReports =
    report !== undefined || run !== undefined || session !== undefined || files !== undefined || project !== undefined;
  return !isInReports && !hash.includes('order=') && (view === undefined || message !== 'Error');
}

/** Opens the page, which shows the hostile text, and does nothing else. @param origin where all that it loads comes from */
async function isOnlyText(page: Page, hostile: Hostile, origin: string, openPage: () => Promise<void>): Promise<void> {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('dialog', (dialog) => {
    throw new Error(`A dialog opened: ${dialog.message()}`);
  });
  await openPage();
  await expect(page.locator('main')).toContainText(hostile.shows);

  expect(await page.evaluate(() => Object.hasOwn(window, 'hostile'))).toBe(false);
  expect(await page.evaluate(() => Object.hasOwn(Object.prototype, 'hostile'))).toBe(false);
  const leaves = requests.filter((one) => !one.startsWith(origin) && !/^(data|blob):/.test(one));
  expect(leaves).toEqual([]);
  for (const href of await page
    .locator('a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))) {
    expect(href).toMatch(/^(#|https?:\/\/|attachments\/|blob:|\/(?:$|viewer\/|tests\?id=|runs\/))/);
  }
}
