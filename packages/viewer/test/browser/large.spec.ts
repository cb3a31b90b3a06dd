import type { CDPSession, Page } from '@playwright/test';
import { largeReport } from '../sample/large.js';
import { sampleKey } from '../sample/write-report.js';
import { expect, open, test } from './reports.js';

const RESULTS = Number(process.env.LARGE_RESULTS ?? 100_000);
const NUMBER = RESULTS.toLocaleString('en-US');
const HEAP_LIMIT = 100_000_000;

/** JavaScript memory in use, in bytes. */
async function heapOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.POSITIVE_INFINITY;
}

/** Milliseconds from a keystroke until the list shows the result of the search. */
async function filterTime(page: Page, word: string): Promise<number> {
  return page.evaluate(async (text) => {
    const input = document.querySelector<HTMLInputElement>('#search');
    const found = document.querySelector('.found');
    if (input === null || found === null) throw new Error('The list of tests is not open.');
    const changed = new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        observer.disconnect();
        resolve();
      });
      observer.observe(found, { childList: true, subtree: true, characterData: true });
    });
    const started = performance.now();
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await changed;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - started;
  }, word);
}

/** Milliseconds from a keystroke until the first hit in a step, and until all steps are searched. */
async function searchTime(page: Page, words: string): Promise<{ first: number; all: number }> {
  await page.locator('#search').fill('');
  return page.evaluate(async (text) => {
    const input = document.querySelector<HTMLInputElement>('#search');
    if (input === null) throw new Error('The page has no search.');
    const until = async (holds: () => boolean) => {
      while (!holds()) await new Promise((resolve) => requestAnimationFrame(resolve));
      return performance.now() - started;
    };
    const started = performance.now();
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    const first = await until(
      () =>
        document.querySelector('.tree .entry') !== null &&
        /^[^·]* of /.test(document.querySelector('.found')?.textContent ?? ''),
    );
    const all = await until(() => document.querySelector('.searching') === null);
    return { first, all };
  }, words);
}

test(`${NUMBER} results can be opened, filtered and read with little memory`, async ({ page, reports }, {
  annotations,
}) => {
  test.setTimeout(600_000);
  const url = reports.folder('large', () => largeReport(RESULTS));
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');

  await page.addInitScript(() => {
    // The time of the first painted rows, by the page's own clock: measuring from outside adds a delay.
    const look = () => {
      if (document.querySelector('.entry') === null) requestAnimationFrame(look);
      else performance.mark('first rows');
    };
    requestAnimationFrame(look);
  });
  await page.goto(`${url}#/tests`);
  await page.locator('.entry').first().waitFor();
  const firstRows = await page.evaluate(() => performance.getEntriesByName('first rows')[0]?.startTime);
  await expect(page.locator('.found')).toHaveText(`${NUMBER} tests`, { timeout: 60_000 });
  const allRows = await page.evaluate(() => performance.now());
  expect(await page.locator('.entry').count()).toBeLessThan(100);

  const filters = [];
  for (const word of ['value 4242', 'module-77', 'expected', 'no such word', ''])
    filters.push(await filterTime(page, word));
  const searches = [];
  for (const words of ['step 3', `document ${RESULTS - 1}`]) searches.push(await searchTime(page, words));
  await page.locator('#search').fill('');
  await page.getByRole('button', { name: /^Failed/ }).click();
  await expect(page.locator('.found')).toContainText(`${Math.ceil(RESULTS / 20).toLocaleString('en-US')} of`);

  for (let index = 0; index < 10; index++) {
    await open(page, url, `#/tests/${sampleKey(index * Math.floor(RESULTS / 11))}`);
    await expect(page.locator('.result h1')).toContainText(`value ${index * Math.floor(RESULTS / 11)} `);
  }
  const heap = await heapOf(session);
  const measured = { firstRows, allRows, filters, searches, heap };
  annotations.push({ type: 'measured', description: JSON.stringify(measured) });
  console.log(JSON.stringify(measured));
  expect(heap).toBeLessThan(HEAP_LIMIT);
});
