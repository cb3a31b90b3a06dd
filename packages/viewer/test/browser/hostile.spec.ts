import { HOSTILE, hostileReport } from '../sample/hostile.js';
import { expect, open, test } from './reports.js';

// With the network on, no request fails before it leaves.
test.use({ offline: false });

for (const [index, hostile] of HOSTILE.entries()) {
  for (const form of ['folder', 'single'] as const) {
    const tag = index < 3 ? ['@sample'] : [];
    test(`${hostile.name}: shown as text, in a ${form}`, { tag }, async ({ page, reports }) => {
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      page.on('dialog', (dialog) => {
        throw new Error(`A dialog opened: ${dialog.message()}`);
      });
      const url = reports[form](`hostile-${index}`, () => hostileReport(hostile));
      await open(page, url, hostile.hash);
      await expect(page.locator('main')).toContainText(hostile.shows);

      expect(await page.evaluate(() => Object.hasOwn(window, 'hostile'))).toBe(false);
      expect(await page.evaluate(() => Object.hasOwn(Object.prototype, 'hostile'))).toBe(false);
      const inside = url.replace(/[^/]*$/, '');
      const leaves = requests.filter((one) => !one.startsWith(inside) && !/^(data|blob):/.test(one));
      expect(leaves).toEqual([]);
      for (const href of await page
        .locator('a')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))) {
        expect(href).toMatch(/^(#|https?:\/\/|attachments\/|blob:)/);
      }
    });
  }
}
