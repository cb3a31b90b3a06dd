import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '@testpoint/reference-server';
import { afterEach, expect, it, vi } from 'vitest';
import { byId, PATIENCE, SECRET_KEY, Suite, useService } from './harness.js';

vi.setConfig({ testTimeout: PATIENCE, hookTimeout: PATIENCE });
const service = useService();
const suites: Suite[] = [];
const suite = (): Suite => {
  const created = new Suite('projects', service.url);
  suites.push(created);
  return created;
};
afterEach(() => {
  for (const created of suites.splice(0)) created.clean();
});

const CHROMIUM = '33333333-3333-4333-8333-333333333333';
const DEFAULT = '77777777-7777-4777-8777-777777777777';
/** Test cases 1 and 2 from the tests' tags, in the configurations of chromium (8) and of the other projects (7). */
const CATALOG = {
  users: [{ userName: 'ada', secretKey: SECRET_KEY }],
  projects: [{ globalId: 1, name: 'shop' }],
  configurations: [
    { globalId: 7, id: DEFAULT, projectGlobalId: 1, name: 'other' },
    { globalId: 8, id: CHROMIUM, projectGlobalId: 1, name: 'chromium' },
  ],
  testCases: [['passes every time @tc:1'], ['fails the first time @tc:2']].map((autoTests, index) => ({
    globalId: index + 1,
    projectGlobalId: 1,
    name: `case ${index + 1}`,
    autoTests,
  })),
  testPlans: [
    {
      globalId: 2,
      projectGlobalId: 1,
      name: 'plan',
      testPoints: [7, 8].flatMap((configurationGlobalId) =>
        [1, 2].map((testCaseGlobalId) => ({ configurationGlobalId, testCaseGlobalId })),
      ),
    },
  ],
};
const ALL = [
  ['a/repeats.spec.ts > fails the first time @tc:2', 'Failed'],
  ['a/repeats.spec.ts > passes every time @tc:1', 'Passed'],
  ['[firefox] a/repeats.spec.ts > fails the first time @tc:2', 'Failed'],
  ['[firefox] a/repeats.spec.ts > passes every time @tc:1', 'Passed'],
  ['b/same.spec.ts > same in two projects without a name @tc:3', 'Passed'],
  ['b/same.spec.ts > same in two projects without a name @tc:3 (2)', 'Passed'],
  ['b/same.spec.ts > serial > one @tc:4', 'Passed'],
  ['b/same.spec.ts > serial > one @tc:4 (2)', 'Passed'],
  ['b/same.spec.ts > serial > two @tc:5', 'Passed'],
  ['b/same.spec.ts > serial > two @tc:5 (2)', 'Passed'],
  ['a/stops.spec.ts > stops > fails @tc:6', 'Failed'],
  ['a/stops.spec.ts > stops > is left out @tc:7', 'Blocked'],
  ['[firefox] a/stops.spec.ts > stops > fails @tc:6', 'Failed'],
  ['[firefox] a/stops.spec.ts > stops > is left out @tc:7', 'Blocked'],
];
const sorted = (outcomes: string[][]) => outcomes.sort(([a = ''], [b = '']) => a.localeCompare(b));

it('repeats are one result, projects with a configuration report into it, and equal names are numbered', async () => {
  const run = suite();
  await run.run({ configurations: { chromium: { id: CHROMIUM } } });
  const results = byId(await run.arrived());
  expect(sorted([...results].map(([id, { outcome }]) => [id, outcome]))).toEqual(sorted(ALL));
  const repeated = results.get('a/repeats.spec.ts > fails the first time @tc:2');
  expect(repeated).toMatchObject({ configurationId: CHROMIUM, parameters: { attempts: '2' } });
  expect(repeated?.message).toMatch(/^Failed on attempt 1 of 2\n\nError: expect/);
  expect(results.get('[firefox] a/repeats.spec.ts > passes every time @tc:1')?.configurationId).not.toBe(CHROMIUM);
});

it('shards together report every test once, and merging their reports sends nothing', async () => {
  const blobs = mkdtempSync(join(tmpdir(), 'testpoint-blobs-'));
  try {
    const first = suite();
    const results = new Map<string, string>();
    for (const shard of ['1/2', '2/2']) {
      const part = shard === '1/2' ? first : suite();
      await part.run({ configurations: { chromium: { id: CHROMIUM } } }, [`--shard=${shard}`], {
        BLOB: join(blobs, shard.slice(0, 1)),
      });
      for (const [id, { outcome }] of byId(await part.arrived())) {
        expect(results.get(id)).toBeUndefined();
        results.set(id, outcome);
      }
    }
    expect(results.size).toBeGreaterThan(5);
    const reports = readdirSync(blobs);
    expect(reports).toHaveLength(2);
    const merged = suite();
    const skipped = await merged.merge(blobs, {});
    expect(skipped.stderr).toContain("Testpoint: off in merge-reports (option merge: 'report' turns it on)");
    expect(await merged.held()).toEqual([]);
    await merged.merge(blobs, { merge: 'report', configurations: { chromium: { id: CHROMIUM } } });
    const all = byId(await merged.arrived());
    expect(sorted([...all].map(([id, { outcome }]) => [id, outcome]))).toEqual(sorted(ALL));
    const reason = 'Did not run: "fails @tc:6" failed before it (Error: stop here).';
    expect(all.get('[firefox] a/stops.spec.ts > stops > is left out @tc:7')?.message).toBe(reason);
  } finally {
    rmSync(blobs, { recursive: true, force: true });
  }
});

it('a shard without the first of two projects with equal names gives the tests of the second the same ids', async () => {
  const run = suite();
  await run.run({}, ['same', '--shard=2/2']);
  const second = ALL.filter(([id]) => id?.startsWith('b/') && id.endsWith(' (2)'));
  const outcomes = [...byId(await run.arrived())].map(([id, { outcome }]) => [id, outcome]);
  expect(sorted(outcomes)).toEqual(sorted(second));
});

it('merging without a config gives tests the ids that they have in the shards', async () => {
  const blobs = mkdtempSync(join(tmpdir(), 'testpoint-blobs-'));
  try {
    const shard = new Suite('stops', service.url);
    const merged = new Suite('stops', service.url);
    suites.push(shard, merged);
    await shard.run({}, ['fails']);
    await shard.run(false, ['fails', '--reporter=blob'], { PLAYWRIGHT_BLOB_OUTPUT_DIR: join(blobs, '1') });
    await merged.merge(blobs);
    const ids = [...byId(await shard.arrived()).keys()].sort();
    expect(ids.length).toBeGreaterThan(1);
    expect([...byId(await merged.arrived()).keys()].sort()).toEqual(ids);
  } finally {
    rmSync(blobs, { recursive: true, force: true });
  }
});

it('repeats in different shards are one result of the merged report', async () => {
  const blobs = mkdtempSync(join(tmpdir(), 'testpoint-blobs-'));
  try {
    for (const shard of ['1', '2']) {
      await suite().run(false, ['repeats', '--project=chromium', `--shard=${shard}/2`], { BLOB: join(blobs, shard) });
    }
    const merged = suite();
    await merged.merge(blobs, { merge: 'report', configurations: { chromium: { id: CHROMIUM } } });
    const outcomes = [...byId(await merged.arrived())].map(([id, { outcome }]) => [id, outcome]);
    expect(sorted(outcomes)).toEqual(sorted(ALL.filter(([id]) => id?.startsWith('a/repeats'))));
  } finally {
    rmSync(blobs, { recursive: true, force: true });
  }
});

it('test points come from the tests, and every result finds its test point', async () => {
  const server = await startServer({ port: 0, catalog: CATALOG });
  try {
    const run = new Suite('projects', server.url);
    suites.push(run);
    const options = {
      testRunId: undefined,
      projectGlobalId: 1,
      testPlanGlobalId: 2,
      configurationId: DEFAULT,
      configurationGlobalId: 7,
      configurations: { chromium: { id: CHROMIUM, globalId: 8 } },
      projectInId: false,
      externalId: 'title',
      testPoints: 'from-tests',
    };
    const { stderr } = await run.run(options, ['repeats']);
    expect(stderr).toMatch(/4 results: 2 passed, 2 failed/);
    expect(stderr).not.toContain('set aside');
    await run.flush({ url: server.url, ...options });
    const headers = { SecretKeyBase64: SECRET_KEY };
    const runs = await (await fetch(`${server.url}/inspect/runs`, { headers })).json();
    expect(runs).toMatchObject([{ status: 'Completed', testPoints: { total: 4, Passed: 2, Failed: 2 } }]);
  } finally {
    await server.close();
  }
});
