import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { cleanEnvironment, run } from '../../../scripts/processes.mjs';
import { inProcess } from '../../cli/test/in-process.js';
import { ReportFolder } from '../../core/test/report-folder.js';
import { reckon } from './reckoning.js';
import { type Framework, jest, MOCHA_RUN, mocha, playwright, vitest } from './selection/frameworks.js';
import { Place } from './selection/place.js';

const ENVIRONMENTS = ['linux', 'macOS', 'web/1', ...(IS_LONG ? ['windows, Node 24'] : [])];
const FAIL = "throw new Error('broken')";

/** How a test passes on its second attempt. */
const FLAKY = {
  mocha: `test('is flaky', function () { this.retries(1); if (this.test.currentRetry() === 0) ${FAIL}; });`,
  jest: `jest.retryTimes(1); let attempts = 0; test('is flaky', () => { if (++attempts === 1) ${FAIL}; });`,
  vitest: `let attempts = 0; test('is flaky', { retry: 1 }, () => { if (++attempts === 1) ${FAIL}; });`,
  playwright: `test.describe.configure({ retries: 1 }); test('is flaky', () => { if (test.info().retry === 0) ${FAIL}; });`,
};
type Name = keyof typeof FLAKY;

const FRAMEWORKS: Record<Name, Framework> = {
  mocha: { ...mocha('mocha'), script: MOCHA_RUN },
  jest: jest('jest'),
  vitest: vitest(),
  playwright: playwright(),
};
/** `npm test` has one framework; `npm run test:long` all four. */
const NAMES = IS_LONG ? (Object.keys(FRAMEWORKS) as Name[]) : (['mocha'] as const);

/** Two shards: some of their tests fail in one environment only, and some until they are repaired. */
function shards(name: Name): Record<string, string> {
  const { head, beforeAll: hook } = FRAMEWORKS[name].dialect;
  const inEnvironment = (title: string, environment: string) =>
    `test('${title}', () => { if (process.env.TMS_ENVIRONMENT === '${environment}') ${FAIL}; });`;
  const untilRepaired = `test('is repaired', () => { if (!process.env.FIXED) ${FAIL}; });`;
  const cart = [
    ...[head, FLAKY[name], untilRepaired, inEnvironment('fails on the web', 'web/1')],
    "test('passes', () => {}); test.skip('is left out', () => {});",
  ];
  const order = [
    ...[head, untilRepaired, `test('fails everywhere', () => { ${FAIL}; });`, inEnvironment('fails on one', 'macOS')],
    `describe('with a broken hook', () => { ${hook}(() => { ${FAIL}; }); test('can not run', () => {}); });`,
  ];
  return { [`${name}-cart`]: cart.join('\n'), [`${name}-order`]: order.join('\n') };
}

const places: Place[] = [];
const target = mkdtempSync(join(tmpdir(), 'testpoint-environments-'));
let sessions: string[];

/** Runs both shards in each environment, then a declared rerun of one, and one that nothing declares. */
async function runAll(name: Name): Promise<void> {
  const { modules, script, files } = FRAMEWORKS[name];
  const place = new Place(modules, script, files(shards(name)), {});
  places.push(place);
  const start = async (shard: string, environment: string, more: NodeJS.ProcessEnv = {}) => {
    const file = Object.keys(files({ [`${name}-${shard}`]: '' })).find((path) => path.includes(shard)) ?? '';
    await run(process.execPath, [...script.split(' ').filter(Boolean).slice(1), file], {
      cwd: place.folder,
      env: { ...cleanEnvironment(), ...WAITING, TMS_ENVIRONMENT: environment, ...more },
    });
  };
  for (const environment of ENVIRONMENTS) {
    await start('cart', environment);
    await start('order', environment);
  }
  await start('cart', 'linux', { TMS_RERUN: '1', FIXED: '1' });
  await start('order', 'macOS', { FIXED: '1' });
}

/** A service that does not answer, so that the journals stay. */
const WAITING = {
  ...{ TMS_URL: 'http://127.0.0.1:9', TMS_SECRET_KEY: 'a2V5LW9mLXRlc3Rz', TMS_CLOSE_TIMEOUT: '1', TMS_REPORT: 'false' },
  ...{ TMS_TEST_RUN_ID: '11111111-1111-4111-8111-111111111111' },
  ...{ TMS_CONFIGURATION_ID: '22222222-2222-4222-8222-222222222222' },
};

async function merged(inputs: readonly string[], name: string): Promise<ReportFolder> {
  const folder = join(target, name);
  const { code, output } = await inProcess(['report', ...inputs, '--out', folder], {}, target);
  expect(code, output).toBe(0);
  return new ReportFolder(folder);
}

beforeAll(async () => {
  await Promise.all(NAMES.map(runAll));
  sessions = places.flatMap(({ folder }) => {
    const outbox = join(folder, '.testpoint');
    const folders = readdirSync(outbox, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    return folders.map(({ name }) => join(outbox, name)).sort();
  });
}, 240_000);

afterAll(() => {
  for (const place of places) place.clean();
  rmSync(target, { recursive: true, force: true });
});

const ORDERS: Record<string, (list: string[]) => string[]> = {
  forwards: (list) => list,
  backwards: (list) => list.toReversed(),
  'every third first': (list) => [0, 1, 2].flatMap((rest) => list.filter((_, index) => index % 3 === rest)),
};

test.each(Object.entries(ORDERS))(
  'a merge of all sessions, %s, has the numbers of their journals',
  async (name, order) => {
    const { run: merge, rows } = await merged(order(sessions), name);
    const reckoning = reckon(sessions);
    expect(sessions).toHaveLength((2 * ENVIRONMENTS.length + 2) * NAMES.length);
    expect(merge.sessions).toHaveLength(reckoning.sessions);
    expect(merge.counts).toEqual(reckoning.results);
    expect(merge.tests).toEqual(reckoning.tests);
    expect([...merge.environments].sort()).toEqual([...ENVIRONMENTS].sort());
    expect(merge.incomplete).toEqual([]);
    const failed: Record<string, string[]> = {};
    for (const { outcomes, environments, files, titles, suites } of rows) {
      for (const [index, title] of titles.entries()) {
        if (outcomes[index] !== 'F') continue;
        const path = [merge.files[files[index] ?? 0], ...(merge.suites[suites[index] ?? 0] ?? []), title];
        const environment = merge.environments[environments[index] ?? -1] ?? '';
        failed[environment] = [...(failed[environment] ?? []), ` ${path.join(' > ')}`];
      }
    }
    for (const tests of Object.values(failed)) tests.sort();
    expect(failed).toEqual(reckoning.failed);
    expect(merge.failureGroups.reduce((sum, { count }) => sum + count, 0)).toBe(merge.counts.failed);
    // Each kind occurs, so that none of these numbers is right by chance.
    expect(Object.values(merge.counts).every((count) => count > 0)).toBe(true);
  },
);

test('a link from the report of one environment opens the same test in the report of all', async () => {
  const ofLinux = sessions.filter((folder) =>
    readFileSync(join(folder, 'journal.ndjson'), 'utf8').includes('"environment":"linux"'),
  );
  const one = await merged(ofLinux, 'one');
  const all = await merged(sessions, 'all');
  const pathsByKey = (report: ReportFolder) =>
    new Map(
      report.rows.flatMap(({ keys, titles, files }) =>
        titles.map((title, index) => {
          const width = keys.length / titles.length;
          return [keys.slice(index * width, (index + 1) * width), `${report.run.files[files[index] ?? 0]} ${title}`];
        }),
      ),
    );
  const known = pathsByKey(all);
  const links = [...pathsByKey(one)];
  expect(links).toHaveLength(9 * NAMES.length);
  expect(links.filter(([key, path]) => known.get(key ?? '') !== path)).toEqual([]);
});
