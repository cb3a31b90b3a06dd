import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { comparedReport } from '../sample/compared.js';
import { shopReport } from '../sample/shop.js';
import { sampleKey } from '../sample/write-report.js';
import { expect, open, test } from './reports.js';
import { FAILED_RESULT, SHOP_PAGES } from './shop-pages.js';

for (const theme of ['light', 'dark'] as const) {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    test(`axe finds no violations on any page, ${theme}, ${width} wide`, {
      tag: width === 1440 ? '@sample' : [],
    }, async ({ page, reports }) => {
      test.setTimeout(240_000);
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width, height });
      await page.addInitScript(axe.source);
      const found: string[] = [];
      for (const { name, hash, shows } of SHOP_PAGES) {
        await open(page, reports.folder('shop', shopReport), hash);
        await expect(page.locator(shows).first(), name).toBeVisible();
        await page.locator('details').evaluateAll((all: HTMLDetailsElement[]) => {
          for (const details of all) details.open = true;
        });
        found.push(...(await violations(page, name, theme)));
      }
      for (const [hash, shows] of COMPARED_PAGES) {
        await open(
          page,
          reports.folder('compared', () => comparedReport()),
          hash,
        );
        await expect(page.locator(shows).first(), hash).toBeVisible();
        found.push(...(await violations(page, `compared, ${hash}`, theme)));
        if (process.env.PICTURES) {
          const name = `compared${hash.replaceAll('/', '-')}-${theme}-${width}.png`;
          await page.screenshot({ path: `${process.env.PICTURES}/${name}` });
        }
      }
      await open(page, reports.folder('shop', shopReport), SHOP_PAGES.at(-1)?.hash);
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
      found.push(...(await violations(page, 'help', theme)));
      await page.keyboard.press('Escape');
      await open(page, reports.folder('shop', shopReport), FAILED_RESULT);
      await page.getByRole('button', { name: 'Enlarge screenshot' }).last().press('Enter');
      await page.getByRole('dialog').waitFor();
      found.push(...(await violations(page, 'an enlarged picture', theme)));
      expect(found).toEqual([]);
    });
  }
}

const COMPARED_PAGES = [
  ['#/', '.group'],
  ['#/tests', 'a.entry'],
  [`#/tests/${sampleKey(1)}`, '.result .known'],
  [`#/tests/${sampleKey(2)}`, '.result .notice'],
  ['#/compare', '.compare a'],
  ['#/compare/gone', '.compare a'],
  ['#/compare/nothing', '.compare a'],
  ['#/nothing', '.group'],
  ['#/tests/nothing', '.pane .nothing'],
  ['#/tests?project=nothing', '.tree .nothing'],
] as const;

/** A theme changes only colors: in the dark one, no other rule can find more. */
async function violations(page: Page, name: string, theme: 'light' | 'dark'): Promise<string[]> {
  const rules = theme === 'dark' ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {};
  const found = await page.evaluate(async (rules) => {
    // Preloading would fetch style sheets, which a page from file:// may not do.
    const results = await window.axe.run(document, { ...rules, resultTypes: ['violations'], preload: false });
    return results.violations.flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    );
  }, rules);
  return found.map((violation) => `${name}: ${violation}`);
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
