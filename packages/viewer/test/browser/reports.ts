import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test as base, expect, type Page } from '@playwright/test';
import { type SampleReport, writeFolder, writeSingle } from '../sample/write-report.js';

/** Writes reports to the worker's own folder, and returns their addresses. */
export interface Reports {
  folder(name: string, report: () => SampleReport): string;
  single(name: string, report: () => SampleReport): string;
}

/** A test with reports on disk. An error in the page fails the test. */
export const test = base.extend<{ noErrors: undefined }, { reports: Reports }>({
  reports: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright Test reads the fixture's dependencies from the pattern
    async ({}, use, { workerIndex }) => {
      const root = join(tmpdir(), `testpoint-viewer-${process.pid}-${workerIndex}`);
      mkdirSync(root, { recursive: true });
      const written = new Map<string, string>();
      const once = (path: string, write: () => void) => {
        const url = written.get(path) ?? pathToFileURL(path).href;
        if (!written.has(path)) write();
        written.set(path, url);
        return url;
      };
      await use({
        folder: (name, report) => {
          const folder = join(root, name);
          return `${once(folder, () => writeFolder(folder, report()))}/index.html`;
        },
        single: (name, report) => {
          const file = join(root, `${name}.html`);
          return once(file, () => writeSingle(file, report()));
        },
      });
      rmSync(root, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  noErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(`${error}`));
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      await use(undefined);
      if (errors.length > 0) throw new Error(`The page has errors:\n${errors.join('\n')}`);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';

/** Opens a view of a report, and waits until the page is rendered. */
export async function open(page: Page, url: string, hash = '#/'): Promise<void> {
  await page.goto(`${url}${hash}`);
  await page.locator('main').waitFor();
}

/**
 * A test with pages of a server. They ask for what may not be there, and browsers write each refusal to the console, so only errors of
 * scripts count. Its file needs `test.use({ offline: false })`.
 */
export const servedTest = test.extend({
  noErrors: async ({ page }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(`${error}`));
    await use(undefined);
    expect(errors).toEqual([]);
  },
});
