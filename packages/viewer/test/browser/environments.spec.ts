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
