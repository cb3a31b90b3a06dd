import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { shopReport } from '../sample/shop.js';
import { expect, open, test } from './reports.js';
import { SHOP_PAGES } from './shop-pages.js';

const folder = process.env.PICTURES ?? 'test-results/pictures';

// Takes pictures of every page for people to look at, in both themes, on a phone and on a desktop.
for (const theme of ['light', 'dark'] as const) {
  for (const [device, width, height] of [
    ['desk', 1440, 900],
    ['phone', 390, 844],
  ] as const) {
    for (const { name, hash, shows } of SHOP_PAGES) {
      test(`picture of ${name}, ${theme}, ${device}`, async ({ page, reports }) => {
        await page.emulateMedia({ colorScheme: theme });
        await page.setViewportSize({ width, height });
        await open(page, reports.folder('shop', shopReport), hash);
        await expect(page.locator(shows).first()).toBeVisible();
        await page.waitForLoadState('networkidle');
        mkdirSync(folder, { recursive: true });
        await page.screenshot({ path: join(folder, `${name}-${theme}-${device}.png`) });
      });
    }
  }
}
