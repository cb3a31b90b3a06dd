import type { Page } from '@playwright/test';
import { environmentsReport } from '../sample/environments.js';
import { shopReport } from '../sample/shop.js';
import { expect, open, test } from './reports.js';

for (const form of ['folder', 'single'] as const) {
  test(`a search covers steps, parameters, properties, links and output, and shows where the hit is, in a ${form}`, {
    tag: form === 'folder' ? '@sample' : [],
  }, async ({ page, reports }) => {
    const url = reports[form]('shop', shopReport);
    for (const [words, where] of [
      ['lamps basket chromium pays', 'step: Put three lamps into the basket'],
      ['"voucher: autumn10"', 'parameter: voucher: AUTUMN10'],
      ['"owner: team basket"', 'property: owner: Team Basket'],
      ['wiki.example.com', 'link: https://wiki.example.com/vouchers'],
      ['"from the cache"', 'output: GET /orders/4711 the total was read from the cache'],
    ] as const) {
      await open(page, url, `#/tests?q=${encodeURIComponent(words)}`);
      await expect(page.locator('.found')).toContainText(/^\d+ of 112 tests(?!.*Searching)/);
      await expect(page.locator('a.entry .hit').first()).toHaveText(` ${where}`);
    }
  });
}

test('an opened hit is marked in the result', async ({ page, reports }) => {
  await open(page, reports.folder('shop', shopReport), '#/tests?q=%22from+the+cache%22');
  await page.locator('a.entry').first().click();
  await expect(page.locator('.attachment mark')).toHaveText('from the cache');
});

test('tests are filtered by a property and grouped by its values, and the address keeps both', async ({
  page,
  reports,
}) => {
  await open(page, reports.folder('shop', shopReport), '#/tests');
  await page.getByRole('combobox', { name: 'tags' }).selectOption('money');
  await expect(page.locator('.found')).toContainText('25 of 112 tests');
  const counts = page.getByRole('group', { name: 'Outcome' }).locator('.number');
  const sum = async () => (await counts.allTextContents()).reduce((total, text) => total + Number(text), 0);
  expect(await sum()).toBe(25);
  await page.getByRole('button', { name: /^Passed/ }).click();
  expect(await sum(), 'an outcome that is chosen changes no counts').toBe(25);
  await page.getByRole('button', { name: /^Passed/ }).click();
  await page.getByRole('combobox', { name: 'Order' }).selectOption('By owner');
  await expect(page.locator('.entry.outer .title')).toHaveText(['Team Orders', 'Team Price']);
  await page.reload();
  await expect(page.locator('.entry.outer .title')).toHaveText(['Team Orders', 'Team Price']);
  await expect(page.getByRole('tree')).toHaveAccessibleName('Tests by owner and file');
  await page.getByRole('combobox', { name: 'Order' }).selectOption('By tags');
  await expect(page.locator('.entry.outer .title').first()).toHaveText('fast');
});

/** Keeps the first part of the texts from arriving. @param fails whether the page learns that it will not arrive */
async function holdBack(page: Page, fails: boolean): Promise<void> {
  await page.addInitScript((isFailure) => {
    const { append } = Element.prototype;
    Element.prototype.append = function held(this: Element, ...nodes) {
      const [script] = nodes;
      const isHeld = script instanceof HTMLScriptElement && script.src.endsWith('/search-1.js');
      if (!isHeld) append.apply(this, nodes);
      else if (isFailure) script.dispatchEvent(new Event('error'));
    };
  }, fails);
}

test('a search shows its progress and can be stopped; titles are found meanwhile', async ({ page, reports }) => {
  await holdBack(page, false);
  await open(page, reports.folder('shop', shopReport), '#/tests?q=lamps');
  await expect(page.locator('.found')).toContainText('Searching steps and output: 0%');
  await expect(page.locator('.tree .nothing')).toHaveText('Searching …');
  await page.locator('#search').fill('invoice');
  await expect(page.locator('a.entry').first()).toContainText('pays by invoice');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.locator('.found')).not.toContainText('Searching');
});

test('a part of the texts that is missing is named, and the list shows the other hits', async ({ page, reports }) => {
  await holdBack(page, true);
  await open(page, reports.folder('shop', shopReport), '#/tests?q=invoice');
  await expect(page.locator('.found')).toContainText('data/search-1.js is missing from this report.');
  await expect(page.locator('a.entry').first()).toContainText('pays by invoice');
});

test('tests whose titles have the words come before others of their file', async ({ page, reports }) => {
  const equal = () => {
    const report = environmentsReport();
    // The failure of the first test says "equal", too.
    const rename = (title: string) => (title === 'retries' ? 'equal sums' : title);
    return { ...report, tests: [...report.tests].map((one) => ({ ...one, title: rename(one.title) })) };
  };
  await open(page, reports.folder('equal', equal), '#/tests?q=equal');
  await expect(page.locator('.entry .title .own, .entry.outer .title')).toHaveText([
    ...['In titles', 'equal sums', 'equal sums'],
    ...['Elsewhere', 'answers'],
  ]);
});
