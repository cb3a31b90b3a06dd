import type { Page } from '@playwright/test';
import { environmentsReport } from '../sample/environments.js';
import { extremeReport } from '../sample/extreme.js';
import { oneMoreReport } from '../sample/one-more.js';
import { shopReport } from '../sample/shop.js';
import { expect, open, test } from './reports.js';

/** The clipboard's text on one line, pasted as a person would do it. */
async function pasted(page: Page): Promise<string> {
  await page.locator('#search').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+v');
  return page.locator('#search').inputValue();
}

async function verdictOf(page: Page): Promise<unknown> {
  const heading = page.getByRole('heading', { level: 1 });
  const box = await heading.boundingBox();
  return [await page.title(), await heading.textContent(), await heading.getAttribute('class'), box];
}

test('a failed result shows message, difference, source and stack trace, then attempts and steps', async ({
  page,
  reports,
}) => {
  await open(page, reports.folder('shop', shopReport), '#/tests/row0000001');
  const error = page.getByRole('region', { name: 'Error', exact: true });
  await expect(error.locator('.says')).toContainText('The total is 99.90');
  await expect(error.locator('.diff mark').first()).toHaveText('10');
  await expect(error.locator('.frame .hit')).toContainText('> 31');
  await error.getByText('Stack trace', { exact: true }).click();
  await expect(error.getByRole('group', { name: 'Stack trace' })).toContainText('at applyVoucher');
  await expect(page.locator('.attempt')).toHaveCount(2);
  await expect(page.locator('.attempt').first()).toContainText('ERR_CONNECTION_REFUSED');
  await expect(page.getByRole('region', { name: 'Steps of the last attempt' })).toContainText(
    'Apply the voucher AUTUMN10',
  );
  await expect(page.locator('.attachment.json pre')).toContainText('"total": "99.90"');
  await expect(page.locator('.attachment.text pre').first()).toContainText('voucher AUTUMN10 refused: expired');
  await expect(page.locator('.attachment.missing')).toContainText(
    'Attachment missing: it was removed before it could be copied.',
  );
  await expect(page.getByRole('link', { name: 'SHOP-1203 Voucher is ignored' })).toHaveAttribute('rel', /noopener/);
  await expect(page.locator('.attachment.trace code')).toContainText('npx playwright show-trace /');
});

test('causes are open below the difference, the source is in color, and each step names the line that called it', async ({
  page,
  reports,
}) => {
  await open(page, reports.folder('shop', shopReport), '#/tests/row0000001');
  const error = page.getByRole('region', { name: 'Error', exact: true });
  await expect(error.locator('.cause pre').first()).toHaveText('Error: voucher AUTUMN10 refused: expired');
  await expect(error.locator('.frame .keyword')).toHaveText(['await', 'const', 'await', 'await']);
  await expect(error.locator('.frame .string')).toHaveText([
    "'AUTUMN10'",
    "'the total after the voucher'",
    "'button'",
    "'Pay'",
  ]);
  const step = page.locator('button.step', { hasText: 'Apply the voucher' });
  await expect(step.locator('.place')).toHaveText('tests/e2e/checkout.spec.ts:29');
});

test('steps are filtered, and a search marks what it found in them', async ({ page, reports }) => {
  await open(page, reports.folder('shop', shopReport), '#/tests/row0000001?q=voucher');
  const steps = page.getByRole('region', { name: 'Steps of the last attempt' });
  await expect(steps.locator('mark')).toHaveText(['voucher']);
  await steps.getByRole('searchbox').fill('timeout');
  await expect(steps.locator('button.step')).toHaveCount(4);
  await expect(steps.locator('mark')).toHaveText(['timeout', 'timeout']);
  await steps.getByRole('searchbox').fill('nothing like this');
  await expect(steps).toContainText('No step matches.');
});

test('buttons lead to the previous and next result, and a filter holds while a result is open', async ({
  page,
  reports,
}) => {
  await open(page, reports.folder('shop', shopReport), '#/tests/row0000001?outcome=failed');
  await expect(page.getByRole('region', { name: 'Result' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.locator('.result .facts')).toContainText('webkit');
  await page.getByRole('button', { name: 'Flaky' }).click();
  await expect(page.locator('.result .facts')).toContainText('webkit');
  await expect(page.locator('.found')).toContainText('7 of 112 tests');
});

test('error, rerun command and summary are copied', async ({ page, reports }) => {
  const url = reports.folder('shop', shopReport);
  await open(page, url, '#/tests/row0000001');
  await page.getByRole('button', { name: 'Copy rerun' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await pasted(page)).toBe('npx playwright test tests/e2e/checkout.spec.ts:8 --project chromium');
  await open(page, url, '#/tests/row0000001');
  await page.getByRole('button', { name: 'Copy error' }).click();
  expect(await pasted(page)).toContain('Error: expect(received).toEqual(expected)');
  await open(page, url, '#/tests/row0000001');
  await page.getByRole('button', { name: 'Copy as Markdown' }).click();
  expect(await pasted(page)).toContain('### Checkout › pays by card');
});

test('screenshots that differ are compared', async ({ page, reports }) => {
  await open(page, reports.folder('shop', shopReport), '#/tests?q=zooms+chromium');
  await page.locator('a.entry', { hasText: 'zooms into a picture' }).first().click();
  const comparison = page.locator('.error .comparison');
  await expect(page.locator('.comparison')).toHaveCount(1);
  await expect(comparison.locator('.sides img')).toHaveCount(2);
  for (const mode of ['slide', 'difference', 'expected', 'actual']) {
    await comparison.getByRole('button', { name: mode, exact: true }).click();
    await expect(comparison.locator('img').first()).toBeVisible();
    expect(
      await comparison
        .locator('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBe(960);
  }
});

for (const form of ['folder', 'single'] as const) {
  test(`the verdict is there without JavaScript, where the page shows it later, in a ${form}`, async ({
    browser,
    page,
    reports,
  }) => {
    const url = reports[form]('shop', shopReport);
    await page.goto(url);
    await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible();
    const context = await browser.newContext({ javaScriptEnabled: false });
    const before = await context.newPage();
    await before.goto(url);
    for (const width of [1280, 390]) {
      for (const shown of [page, before]) await shown.setViewportSize({ width, height: 844 });
      expect(await verdictOf(before)).toEqual(await verdictOf(page));
    }
    await context.close();
  });

  test(`a video plays, in a ${form}`, async ({ page, reports }) => {
    await open(page, reports[form]('shop', shopReport), '#/tests?q=zooms+chromium');
    await page.locator('a.entry', { hasText: 'zooms into a picture' }).first().click();
    const video = page.locator('.attachment.video video');
    await expect(video).toHaveAttribute('controls', '');
    const ended = await video.evaluate(async (player: HTMLVideoElement) => {
      const end = new Promise((resolve) => player.addEventListener('ended', resolve, { once: true }));
      player.muted = true;
      await player.play();
      await end;
      return [player.videoWidth, player.videoHeight, player.currentTime > 0];
    });
    expect(ended).toEqual([96, 54, true]);
  });

  test(`a message of 5 MB, 300 nested steps and 500 attachments are shown, in a ${form}`, async ({ page, reports }) => {
    await open(page, reports[form]('extreme', extremeReport), '#/tests/row0000001');
    await expect(page.getByRole('group', { name: 'Message' })).toContainText('line 0 of');
    await expect(page.getByRole('button', { name: /more characters/ }).first()).toBeVisible();
    await expect(page.locator('.says pre')).toHaveClass(/fades/);
    await page.locator('.says').getByRole('button', { name: 'Show in full' }).click();
    await expect(page.locator('.says pre')).not.toHaveClass(/fades/);
    const deep = page.getByRole('region', { name: 'Steps' }).locator('button.step').nth(100);
    await expect(deep).toBeAttached();
    // On a phone, the title of a deep step is still readable, not one letter per line.
    await page.setViewportSize({ width: 390, height: 844 });
    expect((await deep.locator('.title').boundingBox())?.height).toBeLessThan(60);
    await expect(page.locator('.attachment')).toHaveCount(20);
    await page.getByRole('button', { name: 'Show 100 more attachments' }).click();
    await expect(page.locator('.attachment')).toHaveCount(120);
  });
}

test('a result is printed whole, without the list beside it', async ({ page, reports }) => {
  await open(page, reports.folder('shop', shopReport), '#/tests/row0000001');
  const attachments = page.getByRole('region', { name: 'Attachments' }).last();
  await expect(attachments).not.toBeInViewport();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('region', { name: 'Tests', exact: true })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  // What is below the edge of its box is not printed.
  const end = await attachments.evaluate((list) => list.getBoundingClientRect().bottom + scrollY);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThanOrEqual(end);
  const clipped = await page
    .locator('.pane pre')
    .evaluateAll((texts) => texts.filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1).length);
  expect(clipped).toBe(0);
});

test('one of anything is in the singular', async ({ page, reports }) => {
  const url = reports.folder('one-more', oneMoreReport);
  await open(page, url, '#/tests/row0000001');
  for (const name of ['character', 'line', 'step', 'attachment']) {
    await expect(page.getByRole('button', { name: `Show 1 more ${name}`, exact: true })).toBeVisible();
  }
  await expect(page.locator('.found')).toHaveText('1 test');
  await open(page, url, '#/timeline');
  await expect(page.locator('.page header')).toContainText('1 test on 1 worker, ');
  await open(page, url, '#/insights');
  await expect(page.locator('.chart li').first()).toContainText(': 1 test, 0 failed');
});

test('a print shows all tests, steps and texts, and afterwards the page is as before', async ({ page, reports }) => {
  await page.addInitScript(() => {
    // Before the page closes again what it has opened.
    addEventListener('afterprint', () => {
      const closed = [...document.querySelectorAll('details, .step')].filter(
        (one) => one.matches('details:not([open])') || one.getAttribute('aria-expanded') === 'false',
      );
      Object.assign(window, { printed: { tests: document.querySelectorAll('a.entry').length, closed: closed.length } });
    });
  });
  const url = reports.folder('shop', shopReport);
  await open(page, url, '#/tests');
  const shown = await page.locator('a.entry').count();
  expect(shown).toBeLessThan(112);
  await page.pdf();
  expect(await page.evaluate('printed')).toMatchObject({ tests: 112 });
  await expect(page.locator('a.entry')).toHaveCount(shown);
  await open(page, url, '#/tests/row0000001');
  const closed = page.locator('.result details:not([open])');
  await expect(closed.first()).toBeVisible();
  const before = await closed.count();
  await page.pdf();
  expect(await page.evaluate('printed')).toMatchObject({ closed: 0 });
  await expect(closed).toHaveCount(before);
});

test('a title from right to left changes no order around it', async ({ page, reports }) => {
  const rightToLeft = () => {
    const report = environmentsReport();
    return { ...report, tests: [...report.tests].map((one) => ({ ...one, suites: ['שלום 1', '2 עולם', 'last'] })) };
  };
  await open(page, reports.folder('right-to-left', rightToLeft), '#/');
  const lefts = await page
    .locator('.line .where')
    .first()
    .locator('bdi')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().left));
  expect(lefts).toHaveLength(4);
  expect(lefts).toEqual(lefts.toSorted((one, other) => one - other));
});
