import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, servedTest as test } from './reports.js';

const EXAMPLES = fileURLToPath(new URL('../../../../examples', import.meta.url));
const CLI = fileURLToPath(new URL('../../../cli/dist/bin.js', import.meta.url));

/** How each example runs its tests, without any setting for reporting. */
const COMMANDS = {
  mocha: ['mocha/bin/mocha.js'],
  jest: ['jest/bin/jest.js'],
  vitest: ['vitest/vitest.mjs', 'run'],
  playwright: ['@playwright/test/cli.js', 'test'],
} as const;

// The pages come from a local server.
test.use({ offline: false });

let folder: string;
let server: ChildProcess;
/** The address that signs in once. */
let link: string;
test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'testpoint-serve-pages-'));
  server = spawn(process.execPath, [CLI, 'serve', '--no-open', '--port', '0'], {
    cwd: folder,
    env: environment(),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(createInterface({ input: server.stdout as NodeJS.ReadableStream }), 'line')) as [string];
  link = line.split(' ')[0] ?? '';
});
test.afterEach(async () => {
  const ended = once(server, 'exit');
  server.kill('SIGINT');
  await ended;
  rmSync(folder, { recursive: true, force: true });
});

/** Neither CI nor settings, which would lead the suites elsewhere. */
function environment(): NodeJS.ProcessEnv {
  const own =
    /^(?:TMS_|TESTPOINT_|CI$|GITHUB_|GITLAB_|JENKINS_|BUILD_|TF_BUILD|TEST_WORKER_INDEX|PW_|PLAYWRIGHT_|NODE_OPTIONS|FORCE_COLOR|DEBUG_COLORS)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}

/** Runs an example in a copy, as its user would. */
async function runExample(framework: keyof typeof COMMANDS): Promise<void> {
  const source = join(EXAMPLES, framework);
  const copy = join(folder, framework);
  const generated = new Set(['node_modules', '.testpoint', 'testpoint-report', 'test-results']);
  cpSync(source, copy, { recursive: true, filter: (path) => !generated.has(basename(path)) });
  symlinkSync(join(source, 'node_modules'), join(copy, 'node_modules'), 'junction');
  const [program, ...args] = COMMANDS[framework];
  const child = spawn(process.execPath, [join(copy, 'node_modules', program), ...args], {
    cwd: copy,
    env: environment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk;
  });
  await once(child, 'close');
  expect(printed).toMatch(/all delivered\n {2}Results: http:\S+\/runs\//);
}

/** Outcomes that the server holds, by run, newest run first. */
async function held(): Promise<{ outcome: string }[][]> {
  const file = join(folder, '.testpoint', 'serve', 'server.json');
  const { url, key }: { url: string; key: string } = JSON.parse(readFileSync(file, 'utf8'));
  const ask = async (path: string) => {
    const answer = await fetch(url + path, { headers: { authorization: `PrivateToken ${key}` } });
    expect(answer.status).toBe(200);
    return answer.json();
  };
  const runs = (await ask('/api/Public/GetTestRuns/1')) as { id: string }[];
  return Promise.all(
    runs.map(({ id }) => ask(`/inspect/runs/${id}/results?bodies=false`) as Promise<{ outcome: string }[]>),
  );
}

test('a suite without any setting is seen on the open page', { tag: '@sample' }, async ({ page }) => {
  await page.goto(link);
  await expect(page.getByText('No run has been reported yet. Run your tests in another terminal')).toBeVisible();
  expect(page.url()).not.toContain('token');
  await runExample('mocha');
  const [results = []] = await held();
  expect(results.length).toBeGreaterThan(4);
  await page.getByRole('row').filter({ hasText: 'Completed' }).getByRole('link').first().click();
  const passed = results.filter(({ outcome }) => outcome === 'Passed').length;
  await expect(page.getByRole('banner')).toContainText(String(passed));
});

test('runs of all frameworks follow each other on one open page', async ({ page }) => {
  test.slow();
  await page.goto(link);
  for (const [index, framework] of (Object.keys(COMMANDS) as (keyof typeof COMMANDS)[]).entries()) {
    await runExample(framework);
    const rows = page.getByRole('row').filter({ hasText: 'Completed' });
    await expect(rows).toHaveCount(index + 1);
    const [results = []] = await held();
    const passed = results.filter(({ outcome }) => outcome === 'Passed').length;
    await expect(rows.first()).toContainText(String(passed));
  }
  expect(await held()).toHaveLength(4);
});
