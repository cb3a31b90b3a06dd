import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, expect, test } from '@playwright/test';
import { step } from '@testpoint/playwright/api';

const executablePath = installedChromium();
test.use({ launchOptions: executablePath === undefined ? {} : { executablePath } });

const storefront = join(import.meta.dirname, 'storefront/index.html');

test.describe('Storefront', () => {
  test('names every product', async () => {
    const products = await step('reads the page', () => {
      const html = readFileSync(storefront, 'utf8');
      return [...html.matchAll(/<li>(.*)<\/li>/g)].map(([, product]) => product);
    });
    expect(products).toEqual(['book', 'pencil']);
  });

  test.describe('in a browser', () => {
    test.skip(executablePath === undefined, 'no Chromium found: install one, or set CHROMIUM_PATH');

    test('knows its customers', async ({ page }) => {
      await page.goto(pathToFileURL(storefront).href);
      await step('logs in', async () => {
        await page.getByLabel('Name').fill('Ada');
        // Text typed into a password field is masked in the result.
        await page.getByLabel('Password').fill('ada-1843');
        await page.getByRole('button', { name: 'Log in' }).click();
      });
      await expect(page.getByRole('status')).toHaveText('Welcome, Ada');
      await test.info().attach('storefront', { body: await page.screenshot(), contentType: 'image/png' });
    });
  });
});

/** Chromium from CHROMIUM_PATH, from the system, or installed by `npx playwright install chromium`. */
function installedChromium(): string | undefined {
  const places = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome', chromium.executablePath()];
  return places.find((place) => place && existsSync(place));
}
