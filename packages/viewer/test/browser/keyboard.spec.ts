import { comparedReport } from '../sample/compared.js';
import { shopReport } from '../sample/shop.js';
import { expect, open, test } from './reports.js';

test.beforeEach(({ page }) => {
  // Using the mouse fails these tests.
  page.mouse.click = () => {
    throw new Error('Use only the keyboard.');
  };
});

test('/ searches, Enter goes to the list, Enter opens a result, Escape closes it', { tag: '@sample' }, async ({
  page,
  reports,
}) => {
  await open(page, reports.folder('shop', shopReport));
  await page.keyboard.press('/');
  await page.keyboard.type('"pays by card" checkout');
  await expect(page.locator('.found')).toContainText('2 of 112 tests');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tree')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.locator('.result h1')).toHaveText('pays by card');
  await expect(page).toHaveURL(/#\/tests\/row0000001\?q=/);
  await page.keyboard.press('Escape');
  await expect(page.locator('.pane')).toHaveCount(0);
  await expect(page.getByRole('tree')).toBeFocused();
});

test('Back leads from a search to where it began, and Escape in an empty search leads nowhere', async ({
  page,
  reports,
}) => {
  const url = reports.folder('shop', shopReport);
  await open(page, url, '#/insights');
  await page.keyboard.press('/');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/#\/insights$/);
  await page.keyboard.press('/');
  await page.keyboard.type('card');
  await expect(page).toHaveURL(/#\/tests\?q=card$/);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/#\/tests$/);
  await page.goBack();
  await expect(page).toHaveURL(/#\/insights$/);
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

test('arrow keys move in the tree, and fold and unfold it', async ({ page, reports }) => {
  await open(page, reports.folder('shop', shopReport), '#/tests');
  const marked = page.locator('.entry.active');
  await page.getByRole('tree').focus();
  await expect(marked).toContainText('tests/e2e/checkout.spec.ts');
  const entries = await page.locator('.entry').count();
  await page.keyboard.press('ArrowLeft');
  await expect(marked).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowDown');
  await expect(marked).toContainText('tests/e2e/search.spec.ts');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await expect(marked).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(marked).toContainText('Checkout');
  await page.keyboard.press('ArrowRight');
  await expect(marked).toContainText('pays by card');
  await page.keyboard.press('ArrowLeft');
  await expect(marked).toContainText('Checkout');
  await page.keyboard.press('End');
  await expect(marked).toContainText('is fast enough');
  await expect(marked).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(marked).toContainText('tests/e2e/checkout.spec.ts');
  expect(await page.locator('.entry').count()).toBe(entries);
});

test('j and k go from result to result', async ({ page, reports }) => {
  await open(page, reports.folder('shop', shopReport), '#/tests/row0000001?outcome=failed');
  await expect(page.locator('.result h1')).toHaveText('pays by card');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(page.locator('.result h1')).toHaveText('changes the password');
  await page.keyboard.press('k');
  await expect(page.locator('.result h1')).toHaveText('pays by card');
  await expect(page.locator('.result .facts')).toContainText('webkit');
});

test('arrow keys unfold and fold steps', async ({ page, reports }) => {
  await open(page, reports.folder('shop', shopReport), '#/tests/row0000002');
  const steps = page.getByRole('region', { name: 'Steps' }).locator('button.step');
  await expect(steps).toHaveCount(6);
  await steps.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(steps).toHaveCount(8);
  await page.keyboard.press('ArrowDown');
  await expect(steps.nth(1)).toBeFocused();
  await expect(steps.nth(1)).toContainText('Fixture "browser"');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(steps).toHaveCount(6);
});

test('Tab and Enter lead through a comparison', async ({ page, reports }) => {
  await open(
    page,
    reports.folder('compared', () => comparedReport()),
  );
  const reach = async (name: string | RegExp) => {
    const link = page.getByRole('link', { name });
    for (let turn = 0; turn < 40; turn++) {
      await page.keyboard.press('Tab');
      if (await link.evaluateAll((found) => found.includes(document.activeElement as HTMLElement))) return;
    }
    throw new Error(`Tab does not reach ${name}`);
  };
  await reach('Compare');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Compared with another run' })).toBeVisible();
  await reach(/pays/);
  await page.keyboard.press('Enter');
  await expect(page.locator('.result h1')).toHaveText('pays');
});

test('? shows help and Escape closes it', async ({ page, reports }) => {
  await open(page, reports.folder('shop', shopReport));
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('arrow keys move in the timeline, and Enter opens a result', async ({ page, reports }) => {
  await open(page, reports.folder('shop', shopReport), '#/timeline');
  await page.getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.selected')).toContainText('pays by card');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('.selected')).toContainText('pays by invoice');
  await page.keyboard.press('+');
  await page.keyboard.press('Enter');
  await expect(page.locator('.result h1')).toHaveText('pays by invoice');
});

test('Enter enlarges a picture, and Escape closes it', async ({ page, reports }) => {
  await open(page, reports.folder('shop', shopReport), '#/tests/row0000001');
  await page.getByRole('button', { name: 'Enlarge screenshot' }).last().press('Enter');
  await expect(page.getByRole('dialog', { name: 'screenshot' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('.result h1')).toHaveText('pays by card');
});

test('on a narrow screen, the focus moves to the result and then back to the list', async ({ page, reports }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, reports.folder('shop', shopReport), '#/tests');
  await page.getByRole('tree').focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect(page.getByRole('region', { name: 'Result' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tree')).toBeFocused();
  await expect(page.locator('.entry.active')).toContainText('pays by card');
});

test('a link inside a page moves the focus to what it shows', async ({ page, reports }) => {
  await open(page, reports.folder('shop', shopReport));
  await page.locator('.counters a').first().press('Enter');
  await expect(page.getByRole('tree')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await open(page, reports.folder('shop', shopReport), '#/insights');
  await page.locator('.board a.line').first().press('Enter');
  await expect(page.getByRole('region', { name: 'Result' })).toBeFocused();
  await open(
    page,
    reports.folder('compared', () => comparedReport()),
    '#/compare',
  );
  await page.getByRole('link', { name: /^fixed/i }).press('Enter');
  await expect(page.getByRole('group', { name: 'fixed' })).toBeFocused();
  await expect(page.locator('.differences bdi')).toHaveText(['shop.spec.ts', 'orders', 'wraps']);
  await page.getByRole('link', { name: 'Everything' }).press('Enter');
  await expect(page.getByRole('group', { name: 'Everything' })).toBeFocused();
});
