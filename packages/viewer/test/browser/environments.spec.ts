import { readFileSync } from 'node:fs';
import { environmentsReport } from '../sample/environments.js';
import { expect, open, test } from './reports.js';

test('a test that fails in one environment has failed, and repetitions are named @sample', async ({
  page,
  reports,
}) => {
  await open(page, reports.folder('environments', environmentsReport), '#/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 test failed');
  await expect(page.locator('.repeats')).toHaveText(
    'In 2 environments. 1 test passed only on a later attempt. 1 test failed and passed on a rerun. 1 test failed and passed on a later run.',
  );
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('set TMS_ENVIRONMENT');
});

test('an address without an environment opens the worst result of a test', async ({ page, reports }) => {
  const url = reports.folder('environments', environmentsReport);
  await open(page, url, '#/tests/answers00_');
  await expect(page.locator('.result .badge')).toHaveText('Failed');
  await open(page, url, '#/tests/answers00_?env=Linux%2C+Node+24');
  await expect(page.locator('.result .badge')).toHaveText('Passed');
  await open(page, url, '#/tests/recovers0_');
  await expect(page.locator('.result .badge')).toHaveText('Failed, passed on rerun');
  await open(page, url, '#/tests/answers00_?env=Solaris');
  await expect(page.locator('.result .badge')).toHaveText('Failed');
});

test('says that a test from an older link is not in this run', async ({ page, reports }) => {
  await open(page, reports.folder('environments', environmentsReport), '#/tests/elsewhere_');
  await expect(page.locator('.pane')).toContainText('This test is not in this run.');
});

test('the list splits and groups by environment', async ({ page, reports }) => {
  await open(page, reports.folder('environments', environmentsReport), '#/tests');
  await expect(page.getByRole('treeitem')).toHaveCount(2 + 8);
  await page.getByLabel('Environment').selectOption('Windows, Node 24');
  await expect(page.getByRole('treeitem')).toHaveCount(2 + 4);
  await page.getByLabel('Environment').selectOption('');
  await page.getByLabel('Order').selectOption('environments');
  await expect(page.getByRole('treeitem', { level: 1 })).toHaveCount(2);
  await expect(page.getByRole('treeitem')).toHaveCount(2 + 2 + 2 + 8);
});

test('the shown tests are saved as a table, and failed ones are run again by one command', async ({
  page,
  reports,
}) => {
  await open(page, reports.folder('environments', environmentsReport), '#/tests?environment=Windows%2C+Node+24');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  const lines = readFileSync(await download.path(), 'utf8').split('\r\n');
  expect(lines).toHaveLength(1 + 4 + 1);
  expect(lines[1]).toMatch(
    /^Failed,api\.test\.ts,status,answers,12,,"Windows, Node 24",2026-11-12T09:30:00\.020Z,55,1,api\.test\.ts > status > answers,answers00_,/,
  );
  await page.getByRole('button', { name: 'Copy command for failed' }).click();
  await page.getByRole('searchbox').focus();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(page.getByRole('searchbox')).toHaveValue(
    "npx vitest run api.test.ts --testNamePattern '^status answers$'",
  );
});

test('a link to a result opens it in another report', async ({ page, reports }) => {
  await open(page, reports.folder('environments', environmentsReport), '#/tests/answers00_?env=Windows%2C+Node+24&q=x');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('searchbox').fill('');
  await page.keyboard.press('ControlOrMeta+v');
  await expect(page.getByRole('searchbox')).toHaveValue(/#\/tests\/answers00_\?env=Windows,\+Node\+24$/);
});
