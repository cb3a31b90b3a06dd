import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext } from '@playwright/test';
import { TestJournal } from '../../../core/test/journals.js';
import { expect, open, test } from './reports.js';

const CLI = fileURLToPath(new URL('../../../cli/dist/bin.js', import.meta.url));
/** A project in which Playwright is installed; its trace viewer is used. */
const HERE = fileURLToPath(new URL('../..', import.meta.url));
const TRACE = 'attachments/1/000001.zip';

// The report comes from a local server.
test.use({ offline: false });

let folder: string;
const serving: ChildProcess[] = [];
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'testpoint-served-'));
});
test.afterEach(async () => {
  for (const child of serving.splice(0)) if (child.exitCode === null && child.kill()) await once(child, 'close');
  rmSync(folder, { recursive: true, force: true });
});

/** The addresses that a browser would have opened, one per line. */
function opened(): string[] {
  try {
    return readFileSync(join(folder, 'opened'), 'utf8').trim().split('\n');
  } catch {
    return [];
  }
}

/** Runs `testpoint report --open` with a script as the browser. The script records the address. */
async function serve(outbox: string, out = 'report'): Promise<string> {
  const before = opened().length;
  const browser = join(folder, 'xdg-open');
  writeFileSync(browser, `#!/bin/sh\necho "$1" >> "${join(folder, 'opened')}"\n`);
  chmodSync(browser, 0o755);
  const args = [CLI, 'report', outbox, '--out', join(folder, out), '--open'];
  const child = spawn(process.execPath, args, {
    cwd: HERE,
    env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` },
    stdio: 'ignore',
  });
  serving.push(child);
  await expect.poll(opened, { timeout: 30_000 }).toHaveLength(before + 1);
  return opened()[before] ?? '';
}

async function recordTrace(context: BrowserContext, path: string): Promise<void> {
  await context.tracing.start({ snapshots: true });
  const page = await context.newPage();
  await page.goto('data:text/html,<h1>A traced page</h1>');
  await page.close();
  await context.tracing.stop({ path });
}

/** The status of a request with another `Host`. */
async function statusFor(address: string, host: string): Promise<number | undefined> {
  const asking = request(address, { headers: { host } }).end();
  const [answer] = await once(asking, 'response');
  answer.resume();
  return answer.statusCode;
}

test.describe('a served report', () => {
  // Only on Linux does the CLI open the address with `xdg-open`, which this test replaces.
  test.skip(process.platform !== 'linux');

  test('opens once, under its own host name, and opens traces in the installed Playwright with one click', async ({
    page,
    browser,
  }) => {
    const context = await browser.newContext();
    await recordTrace(context, join(folder, 'trace.zip'));
    const journal = new TestJournal();
    journal.resultWithFile('traced', readFileSync(join(folder, 'trace.zip')), 'trace', 'application/zip');
    journal.end();
    const address = await serve(journal.outbox);

    expect(await statusFor(address, 'localhost.example')).toBe(421);
    await open(page, address, '');
    expect((await context.request.get(address)).status()).toBe(403);
    const { origin } = new URL(address);
    const piece = await page.request.get(`${origin}/${TRACE}`, { headers: { range: 'bytes=0-1' } });
    expect([piece.status(), await piece.text()]).toEqual([206, 'PK']);

    await page.goto(`${origin}/#/tests`);
    await page.getByRole('treeitem', { name: 'traced' }).click();
    const trace = page.locator('.attachment.trace');
    const [viewer] = await Promise.all([
      page.context().waitForEvent('page'),
      trace.getByRole('link', { name: 'Open trace' }).click(),
    ]);
    await expect(viewer.getByRole('treeitem', { name: 'Close page' })).toBeVisible({ timeout: 30_000 });
    await viewer.getByRole('treeitem', { name: 'Navigate' }).click();
    await expect(viewer.frameLocator('iframe.snapshot-visible').getByText('A traced page')).toBeVisible();
    await context.close();
  });

  test('stays open beside another one in the same browser, and neither can load the other', async ({
    page,
    context,
  }) => {
    const addresses: string[] = [];
    for (const title of ['first', 'second']) {
      const journal = new TestJournal();
      journal.result(title);
      journal.end();
      addresses.push(await serve(journal.outbox, title));
    }
    const [first = '', second = ''] = addresses;
    const other = await context.newPage();
    await open(page, first, '');
    await open(other, second, '');
    const origin = (address: string) => new URL(address).origin;
    for (const [shown, address, title] of [
      [page, first, 'first'],
      [other, second, 'second'],
    ] as const) {
      await shown.goto(`${origin(address)}/#/tests`);
      await shown.reload();
      await expect(shown.getByText(title, { exact: true }).first()).toBeVisible();
    }
    await expect(other.addScriptTag({ url: `${origin(first)}/data/run.js` })).rejects.toThrow();
  });
});
