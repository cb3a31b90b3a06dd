import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import AxeBuilder from 'axe-core';
import { CONFIGURATION, KEY, type LocalServer, post as postTo, serve as startServer, stop } from './local-server.js';
import { expect, servedTest as test } from './reports.js';

const CATALOG = {
  users: [{ userName: 'ada', secretKey: KEY }],
  projects: [{ globalId: 1, name: 'Shop' }],
  configurations: [{ globalId: 10, id: CONFIGURATION, projectGlobalId: 1 }],
  testCases: [1, 2, 3].map((number) => ({
    globalId: number,
    projectGlobalId: 1,
    autoTests: [`a.spec.ts > t${number}`],
  })),
  testPlans: [
    {
      globalId: 5,
      projectGlobalId: 1,
      name: 'Regression <b>',
      testPoints: [1, 2, 3].map((number) => ({ configurationGlobalId: 10, testCaseGlobalId: number })),
    },
  ],
};

// The pages come from a local server.
test.use({ offline: false });

let folder: string;
const servers: LocalServer[] = [];
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'testpoint-server-pages-'));
});
test.afterEach(async () => {
  for (const server of servers.splice(0)) await stop(server);
  rmSync(folder, { recursive: true, force: true });
});

async function serve(...args: string[]): Promise<LocalServer> {
  const server = await startServer(...args);
  servers.push(server);
  return server;
}

async function post(url: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await postTo(url + path, body);
  expect(answer.status).toBe(200);
  return answer.json();
}

function result(name: string, outcome: string, more = {}) {
  const times = { startedOn: '2026-01-31T12:00:00.000Z', completedOn: '2026-01-31T12:00:01.000Z' };
  return { configurationId: CONFIGURATION, autoTestExternalId: name, outcome, ...times, ...more };
}

const send = (url: string, run: string, results: unknown[]) =>
  post(url, `/api/v2/testRuns/${run}/testResults`, results);

test('a run is seen from its first result to its end, without a reload @sample', async ({ page }) => {
  const { url } = await serve('--open', '--port', '0');
  await page.goto(url);
  await expect(page.getByText('No run has been reported yet')).toBeVisible();

  const run = randomUUID();
  const properties = { branch: 'main', commit: '0123456789abcdef', jobUrl: 'https://ci.example.org/7' };
  await post(url, `/api/Public/StartTestRun/${run}`);
  await send(url, run, [
    result('shop.spec.ts > pays', 'Passed', { properties }),
    result('shop.spec.ts > refunds', 'Failed', { message: 'Expected 5, got 4', traces: 'at refund.ts:7' }),
  ]);
  const row = page.getByRole('row').filter({ hasText: 'In progress' });
  await expect(row).toContainText('main');
  await expect(row).toContainText('0123456789');
  await row.getByRole('link').first().click();

  await expect(page.getByRole('heading', { name: '1 test failed' })).toBeVisible();
  await expect(page.locator('.live')).toContainText('In progress');
  // The overview changes in place.
  await send(url, run, [result('shop.spec.ts > ships', 'Failed', { message: 'Lost' })]);
  await expect(page.getByRole('heading', { name: '2 tests failed' })).toBeVisible();

  // An open result stays, and new ones come up behind a button.
  await page
    .getByRole('link', { name: /refunds/ })
    .first()
    .click();
  await expect(page.getByRole('region', { name: 'Error' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'All its runs' })).toHaveAttribute('href', /^\/tests\?id=shop\.spec\.ts/);
  const address = page.url();
  await send(url, run, [result('shop.spec.ts > wraps', 'Passed'), result('shop.spec.ts > packs', 'Passed')]);
  const more = page.getByRole('button', { name: '2 new results' });
  await expect(more).toBeVisible();
  await expect(page.getByRole('region', { name: 'Error' })).toBeVisible();
  await more.click();
  await expect(more).toBeHidden();
  await expect(page.getByText('1 of 5 tests')).toBeVisible();
  expect(page.url()).toBe(address);

  await post(url, `/api/Public/CompleteTestRun/${run}`);
  await expect(page.locator('.live')).toContainText('Completed');
  await expect(page.locator('.live span.failed')).toContainText('2');
  await expect(page.locator('.live span.passed')).toContainText('3');
});

test('a page recovers when its server comes back, and shows what it holds then', async ({ page }) => {
  const database = join(folder, 'service.db');
  const first = await serve('--open', '--port', '0', '--database', database);
  const run = randomUUID();
  await send(first.url, run, [result('a.spec.ts > one', 'Passed')]);
  await page.goto(`${first.url}/runs/${run}`);
  await expect(page.getByRole('heading', { name: '1 test passed' })).toBeVisible();
  await stop(first);
  const { port } = new URL(first.url);
  const again = await serve('--open', '--port', port, '--database', database);
  await send(again.url, run, [result('a.spec.ts > two', 'Failed', { message: 'late' })]);
  await expect(page.getByRole('heading', { name: '1 test failed' })).toBeVisible({ timeout: 30_000 });
});

test('one signs in with a key, follows a link, compares runs, and signs out', async ({ page }) => {
  const catalog = join(folder, 'catalog.json');
  writeFileSync(catalog, JSON.stringify(CATALOG));
  const { url } = await serve('--catalog', catalog, '--port', '0');
  const testPoints = CATALOG.testPlans[0]?.testPoints;
  const runs: string[] = [];
  for (const outcome of ['Passed', 'Failed']) {
    const created = await post(url, '/api/Public/CreateTestRun', {
      projectGlobalId: 1,
      testPlanGlobalId: 5,
      testPoints,
    });
    const { id } = created as { id: string };
    runs.push(id);
    await send(url, id, [result('a.spec.ts > t1', outcome, { message: 'why' }), result('a.spec.ts > t2', 'Passed')]);
  }
  const link = `${url}/runs/${runs[1]}`;
  await page.goto(link);
  await page.getByLabel('Secret key').fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('The key is wrong');
  await page.getByLabel('Secret key').fill(KEY);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: '1 test failed' })).toBeVisible();
  await expect(page.locator('.live')).toContainText('1 test point waiting');

  await page.goto(`${url}/?plan=5`);
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('link', { name: 'Regression <b>' }).first()).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'The last 2 runs of this plan, oldest first' }).getByRole('link'),
  ).toHaveCount(2);
  // The older one has none before it.
  await page.getByRole('link', { name: 'with the run before' }).click();
  await expect(page.getByRole('heading', { name: /new failures/ })).toContainText('1 test');
  // One click leads to the error, and from there one to all runs of the test.
  await page.getByRole('link', { name: 'a.spec.ts › t1' }).click();
  await expect(page.getByRole('region', { name: 'Error' })).toContainText('why');
  await page.getByRole('link', { name: 'All its runs' }).click();
  await expect(page.getByText('Failed in 1 of 2 runs')).toBeVisible();
  await page.locator('.trend a').first().click();
  await expect(page.locator('.result .badge')).toHaveText('Passed');
  await page.goBack();
  await page.getByRole('row').nth(1).getByRole('link').click();
  await expect(page.getByRole('region', { name: 'Error' })).toContainText('why');
  expect(page.url()).toContain(`/runs/${runs[1]}#/tests/`);
  await page.goto(`${url}/`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Secret key')).toBeVisible();
  expect((await page.context().cookies()).filter(({ value }) => value !== '')).toEqual([]);
});

test('a run says what has changed since the run before, and its end is shown wherever one reads', async ({ page }) => {
  const { url } = await serve('--open', '--port', '0');
  const [other, before, run] = [randomUUID(), randomUUID(), randomUUID()];
  await send(url, before, [
    result('a > one', 'Passed'),
    result('a > two', 'Failed', { message: 'no' }),
    result('a > three', 'Passed'),
  ]);
  // It has not the first test.
  await send(url, other, [result('b > else', 'Passed')]);
  await post(url, `/api/Public/StartTestRun/${run}`);
  await send(url, run, [result('a > one', 'Failed', { message: 'yes' })]);
  await page.goto(`${url}/runs/${run}`);
  await expect(page).toHaveTitle('Running: 1 test failed');
  await expect(page.locator('.repeats').filter({ hasText: 'After the run of' })).toContainText(
    'which had 3 test points.',
  );
  await page.getByRole('link', { name: 'Insights' }).click();
  await send(url, run, [result('a > two', 'Passed'), result('a > four', 'Failed', { message: 'new' })]);
  await expect(page.getByRole('button', { name: '2 new results, 1 new failure' })).toBeVisible();
  // Until they are shown, the header says what the page says.
  await expect(page.locator('.live span.failed')).toHaveText('1');
  await post(url, `/api/Public/CompleteTestRun/${run}`);
  await expect(page.locator('.live')).toContainText('Completed');
  await expect(page.locator('.live span.failed')).toHaveText('2');
  await expect(page).toHaveTitle('2 tests failed – test report');
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 tests failed');
  await expect(page.locator('.changes')).toContainText(
    'which had 3 test points: 2 new failures, 1 fixed, 0 still failing',
  );
  await page.getByRole('link', { name: '2 new failures' }).click();
  await expect(page.getByRole('heading', { name: /new failures/ })).toContainText('2 tests');
});

test('who ran each run, what fails now, and how a test went before, are shown', async ({ page }) => {
  const { url } = await serve('--open', '--port', '0');
  const runs = [randomUUID(), randomUUID(), randomUUID()];
  const environments = ['Linux', 'Windows', 'Windows'];
  for (const [index, run] of runs.entries()) {
    const ci = { branch: `branch-${index}` };
    const session = {
      id: `${index}`,
      framework: 'vitest',
      frameworkVersion: '4.0',
      environment: environments[index],
      ci,
    };
    const header = Buffer.from(JSON.stringify(session)).toString('base64url');
    const results = [
      result('a.spec.ts > one', 'Passed'),
      result('a.spec.ts > two', index === 0 ? 'Passed' : 'Failed', { message: 'no' }),
      result('a.spec.ts > three', index === 2 ? 'Passed' : 'Failed', { message: 'no' }),
    ];
    await postTo(`${url}/api/v2/testRuns/${run}/testResults`, results, { 'Testpoint-Session': header });
  }
  await page.goto(url);
  await expect(page.getByRole('row').nth(1)).toContainText('Vitest 4.0Windows branch-2');
  await expect(page.getByRole('row').nth(3)).toContainText('Vitest 4.0Linux branch-0');
  await page.getByText('Failing now: 1 test').click();
  await page.getByRole('link', { name: 'a.spec.ts › two' }).click();
  await expect(page.getByText('Failed in 2 of 3 runs')).toBeVisible();
  await expect(page.locator('.history li')).toHaveCount(3);
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.locator('.sessions li')).toContainText('Vitest 4.0');
  await expect(page.locator('.sessions li')).toContainText('Windows');
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Runs' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Runs');
});

test('a run shows its test points, what fills each, and what is waiting', async ({ page }) => {
  const catalog = join(folder, 'catalog.json');
  writeFileSync(catalog, JSON.stringify(CATALOG));
  const { url } = await serve('--catalog', catalog, '--port', '0');
  const [plan] = CATALOG.testPlans;
  const run = { projectGlobalId: 1, testPlanGlobalId: 5, testPoints: plan?.testPoints };
  const { id } = (await post(url, '/api/Public/CreateTestRun', run)) as { id: string };
  await send(url, id, [result('a.spec.ts > t1', 'Failed', { message: 'why' }), result('a.spec.ts > t2', 'Passed')]);
  await page.goto(`${url}/runs/${id}`);
  await page.getByLabel('Secret key').fill(KEY);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Test points' }).click();
  const rows = page.getByRole('row');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(1)).toContainText(/Failed/);
  await expect(rows.filter({ hasText: 't3' })).toContainText(/waiting/i);
  await page.getByRole('link', { name: 'a.spec.ts › t1' }).click();
  await expect(page.getByRole('region', { name: 'Error' })).toContainText('why');
  await page.goBack();
  await page.getByLabel('State').selectOption('Passed');
  await expect(rows).toHaveCount(2);
  // It follows the run.
  await send(url, id, [result('a.spec.ts > t3', 'Passed')]);
  await expect(rows).toHaveCount(3);
});

test('configurations go by their names, and a run counts once', async ({ page }) => {
  const other = '00000000-0000-4000-8000-000000000002';
  const catalog = join(folder, 'catalog.json');
  const [plan] = CATALOG.testPlans;
  const configurations = [...CATALOG.configurations, { globalId: 11, id: other, projectGlobalId: 1, name: 'Firefox' }];
  const testPoints = [10, 11].map((configurationGlobalId) => ({ configurationGlobalId, testCaseGlobalId: 1 }));
  writeFileSync(
    catalog,
    JSON.stringify({ ...CATALOG, configurations, testPlans: [{ ...plan, name: 'Regression', testPoints }] }),
  );
  const { url } = await serve('--catalog', catalog, '--port', '0');
  const runs: string[] = [];
  for (const outcomes of [
    ['Passed', 'Passed'],
    ['Passed', 'Failed'],
    ['Failed', 'Failed'],
  ]) {
    const sent = { projectGlobalId: 1, testPlanGlobalId: 5, testPoints };
    const { id } = (await post(url, '/api/Public/CreateTestRun', sent)) as { id: string };
    runs.push(id);
    const [own = '', others = ''] = outcomes;
    await send(url, id, [result('a.spec.ts > t1', others, { configurationId: other }), result('a.spec.ts > t1', own)]);
  }
  await page.goto(`${url}/runs/${runs[1]}#/points`);
  await page.getByLabel('Secret key').fill(KEY);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Configuration 10' });
  await row.getByRole('link', { name: 'a.spec.ts › t1' }).click();
  await expect(page.locator('.result .badge')).toHaveText('Passed');
  // A plan is no framework, so there is no command.
  await expect(page.getByRole('button', { name: 'Save as CSV' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy command for failed' })).toBeHidden();
  await page.getByRole('link', { name: 'All its runs' }).click();
  await expect(page.getByText('Failed in 2 of 3 runs')).toBeVisible();
  await page.goto(`${url}/compare?run=${runs[2]}&with=${runs[0]}`);
  await expect(page.locator('.differences li')).toHaveText(['a.spec.ts › t1Configuration 10', 'a.spec.ts › t1Firefox']);
});

test('a run is searched in full, and downloaded as a report that opens by itself', async ({ page }) => {
  const { url } = await serve('--open', '--port', '0');
  const run = randomUUID();
  await send(url, run, [
    result('shop.spec.ts > pays', 'Passed', { stepResults: [{ title: 'Fill card number' }] }),
    result('shop.spec.ts > refunds', 'Failed', { message: 'Expected 5, got 4', properties: { owner: 'Ada' } }),
  ]);
  await page.goto(`${url}/runs/${run}`);
  await page.getByRole('searchbox', { name: 'Search results, with steps' }).fill('card');
  await expect(page.getByText('1 of 2 tests')).toBeVisible();
  await expect(page.getByRole('treeitem', { name: /pays/ })).toContainText('Fill card number');
  await page.getByRole('searchbox').fill('"owner: ada" card');
  await expect(page.getByText('No tests match these filters.')).toBeVisible();

  await page.getByRole('button', { name: 'Download' }).click();
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/download.png` });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /One page/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`testpoint-${run.slice(0, 8)}.html`);
  const file = join(folder, 'run.html');
  await download.saveAs(file);
  await page.goto(pathToFileURL(file).href);
  await expect(page.getByRole('heading', { name: '1 test failed' })).toBeVisible();
  await page.getByRole('searchbox').fill('card');
  await expect(page.getByRole('treeitem', { name: /pays/ })).toContainText('Fill card number');
});

test('a run is read with the keyboard alone', async ({ page }) => {
  page.mouse.click = () => {
    throw new Error('Use only the keyboard.');
  };
  const { url } = await serve('--open', '--port', '0');
  const run = randomUUID();
  const failures = ['pays', 'refunds'].map((name) => result(`shop.spec.ts > ${name}`, 'Failed', { message: name }));
  await send(url, run, [...failures, result('shop.spec.ts > ships', 'Passed')]);
  const reach = async (name: string | RegExp) => {
    const link = page.getByRole('link', { name }).or(page.getByRole('button', { name }));
    for (let turn = 0; turn < 40; turn++) {
      await page.keyboard.press('Tab');
      if (await link.evaluateAll((found) => found.includes(document.activeElement as HTMLElement))) return;
    }
    throw new Error(`Tab does not reach ${name}`);
  };
  await page.goto(url);
  await expect(page.getByRole('row')).toHaveCount(2);
  await reach(/2026/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '2 tests failed' })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('shop');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tree')).toBeFocused();
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect(page.locator('.result h1')).toHaveText('pays');
  await page.keyboard.press('j');
  await expect(page.locator('.result h1')).toHaveText('refunds');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tree')).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Home');
  await reach('Download');
  await page.keyboard.press('Enter');
  await reach(/One page/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: /One page/ })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Download' })).toBeFocused();
});

test('an address that leads nowhere says so, with a way back', async ({ page }) => {
  const { url } = await serve('--open', '--port', '0');
  for (const [path, text] of [
    ['/runs/latest', 'There is no such run'],
    [`/runs/${randomUUID()}`, 'There is no such run'],
    ['/?after=x', 'after'],
    [`/?after=${randomUUID()}`, 'There is no test run'],
    ['/?status=Gone', 'status'],
    ['/tests?id=unknown', 'No run has a test of this name'],
    ['/tests', 'There is no such test'],
    ['/compare', 'There is nothing to compare'],
    [`/compare?run=${randomUUID()}&with=x`, 'There is nothing to compare'],
  ] as const) {
    await page.goto(url + path);
    await expect(page.locator('main'), path).toContainText(text);
    await page
      .getByRole('link', { name: /all runs/i })
      .first()
      .click();
    await expect(page.getByText('No run has been reported yet'), path).toBeVisible();
  }
});

for (const [how, hasLocks] of [
  ['share one stream', true],
  ['ask again and again where there are no locks', false],
] as const) {
  test(`eight tabs ${how}`, async ({ page: first, context }) => {
    const { url } = await serve('--open', '--port', '0');
    const run = randomUUID();
    await send(url, run, [result('a.spec.ts > one', 'Passed')]);
    // Browsers have none over plain http beyond loopback.
    if (!hasLocks) await context.addInitScript('delete Navigator.prototype.locks');
    const streams = new Set<unknown>();
    const isStream = (request: { url(): string }) => request.url().includes('/viewer/events');
    context.on('request', (request) => isStream(request) && streams.add(request));
    const hasEnded = (request: unknown) => void streams.delete(request);
    context.on('requestfinished', hasEnded);
    context.on('requestfailed', hasEnded);
    const pages = [first];
    while (pages.length < 8) pages.push(await context.newPage());
    for (const page of pages) await page.goto(`${url}/runs/${run}`);
    const all = (text: string) =>
      Promise.all(
        pages.map((page) => expect(page.getByRole('heading', { name: text })).toBeVisible({ timeout: 20_000 })),
      );
    await all('1 test passed');
    await send(url, run, [result('a.spec.ts > two', 'Failed')]);
    await all('1 test failed');
    expect(streams.size).toBe(hasLocks ? 1 : 0);

    // The tab that has the stream closes, and another one takes over.
    await pages.shift()?.close();
    await send(url, run, [result('a.spec.ts > three', 'Failed')]);
    await all('2 tests failed');
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the server's pages are accessible, ${colorScheme}`, async ({ page }) => {
    // Thirty pages, each looked at by axe.
    test.setTimeout(240_000);
    await page.emulateMedia({ colorScheme });
    const { url } = await serve('--open', '--port', '0');
    const [before, after] = [randomUUID(), randomUUID()];
    await send(url, before, [result('a > one', 'Passed'), result('a > two', 'Failed', { message: 'no' })]);
    await send(url, after, [result('a > one', 'Failed', { message: 'yes' }), result('a > two', 'Passed')]);
    await send(url, after, [result('a > one', 'Passed', { configurationId: randomUUID() })]);
    const paths = [
      '/',
      `/runs/${after}`,
      `/runs/${after}#/points`,
      `/tests?id=${encodeURIComponent('a > one')}`,
      `/compare?run=${after}&with=${before}`,
    ];
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of [
        ...paths,
        '/?status=Stopped',
        ...['/?plan=abc', '/?after=x', '/runs/1', '/tests?id=nothing', `/compare?run=${randomUUID()}`],
        '/nothing',
        '/tests',
        '/compare',
        `/runs/${randomUUID()}`,
      ]) {
        await page.goto(url + path);
        await page.locator('main h1').waitFor();
        await page.evaluate(AxeBuilder.source);
        const violations = await page.evaluate(async () => {
          const { axe } = globalThis as unknown as { axe: typeof AxeBuilder };
          return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
        });
        expect(violations, `${path} at ${width}`).toEqual([]);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        expect(wide, `${path} at ${width} is wider than the screen`).toBe(false);
        if (process.env.PICTURES)
          await page.screenshot({ path: `${process.env.PICTURES}/${colorScheme}-${width}-${paths.indexOf(path)}.png` });
      }
    }
  });
}
