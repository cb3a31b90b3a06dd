import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Result } from '@testpoint/interface';
import { startServer } from '@testpoint/reference-server';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { byId, PATIENCE, SECRET_KEY, Suite, useService } from './harness.js';

vi.setConfig({ testTimeout: PATIENCE, hookTimeout: PATIENCE });
const service = useService();
const suites: Suite[] = [];
const suite = (fixture = 'projects', url = service.url): Suite => {
  const created = new Suite(fixture, url);
  suites.push(created);
  return created;
};
afterEach(() => {
  for (const created of suites.splice(0)) created.clean();
});

const CHROMIUM = '33333333-3333-4333-8333-333333333333';
const DEFAULT = '77777777-7777-4777-8777-777777777777';
/** Test cases from the tests' tags, in the configurations of chromium (8) and of the other projects (7). */
const CATALOG = {
  users: [{ userName: 'ada', secretKey: SECRET_KEY }],
  projects: [{ globalId: 1, name: 'shop' }],
  configurations: [
    { globalId: 7, id: DEFAULT, projectGlobalId: 1, name: 'other' },
    { globalId: 8, id: CHROMIUM, projectGlobalId: 1, name: 'chromium' },
  ],
  testCases: [
    'passes every time @tc:1',
    'fails the first time @tc:2',
    'stops > fails @tc:6',
    'stops > is left out @tc:7',
  ].map((title) => ({
    globalId: Number(title.slice(-1)),
    projectGlobalId: 1,
    name: title,
    autoTests: [title],
  })),
  testPlans: [
    {
      globalId: 2,
      projectGlobalId: 1,
      name: 'plan',
      testPoints: [
        ...[1, 2].map((testCaseGlobalId) => ({ configurationGlobalId: 8, testCaseGlobalId })),
        ...[6, 7].map((testCaseGlobalId) => ({ configurationGlobalId: 7, testCaseGlobalId })),
      ],
    },
  ],
};
const ALL = [
  ['a/repeats.spec.ts > fails the first time @tc:2', 'Failed'],
  ['a/repeats.spec.ts > passes every time @tc:1', 'Passed'],
  ['b/same.spec.ts > same in two projects without a name @tc:3', 'Passed'],
  ['b/same.spec.ts > same in two projects without a name @tc:3 (2)', 'Passed'],
  ['b/same.spec.ts > serial > one @tc:4', 'Passed'],
  ['b/same.spec.ts > serial > one @tc:4 (2)', 'Passed'],
  ['b/same.spec.ts > serial > two @tc:5', 'Passed'],
  ['b/same.spec.ts > serial > two @tc:5 (2)', 'Passed'],
  ['[firefox] a/stops.spec.ts > stops > fails @tc:6', 'Failed'],
  ['[firefox] a/stops.spec.ts > stops > is left out @tc:7', 'Blocked'],
];
const configurations = { chromium: { id: CHROMIUM, globalId: 8 } };
const sorted = (outcomes: string[][]) => outcomes.sort(([a = ''], [b = '']) => a.localeCompare(b));
const outcomesIn = (results: ReadonlyMap<string, Result>) =>
  sorted([...results].map(([id, { outcome }]) => [id, outcome]));

describe('two shards', () => {
  let blobs: string;
  const shards: Map<string, Result>[] = [];
  beforeAll(async () => {
    blobs = mkdtempSync(join(tmpdir(), 'testpoint-blobs-'));
    for (const shard of ['1', '2']) {
      const part = new Suite('projects', service.url);
      await part.run({ configurations }, [`--shard=${shard}/2`], { BLOB: join(blobs, shard) });
      shards.push(byId(await part.arrived()));
      part.clean();
    }
  });
  afterAll(() => rmSync(blobs, { recursive: true, force: true }));

  it('report every test, and one in both of them only if its repeats are', () => {
    const ids = shards.flatMap((results) => [...results.keys()]);
    const expected = ALL.flatMap(([id = '']) => (id.includes('a/repeats') ? [id, id] : [id]));
    expect(ids.sort()).toEqual(expected.sort());
  });

  it('report projects with a configuration into it, and number equal names the same in each shard', () => {
    const [first, second] = shards as [Map<string, Result>, Map<string, Result>];
    expect(first.get('a/repeats.spec.ts > passes every time @tc:1')?.configurationId).toBe(CHROMIUM);
    expect(first.get('[firefox] a/stops.spec.ts > stops > fails @tc:6')?.configurationId).not.toBe(CHROMIUM);
    const own = ALL.filter(([id]) => id?.startsWith('b/') && id.endsWith(' (2)'));
    expect(outcomesIn(second).filter(([id]) => id?.startsWith('b/'))).toEqual(own);
    expect(first.has('b/same.spec.ts > serial > one @tc:4')).toBe(true);
    expect([...first.keys()].filter((id) => id.endsWith(' (2)'))).toEqual([]);
  });

  it('are one report when they are merged, in which repeats of different shards are one result, but only on request', async () => {
    const merged = suite();
    const asked = { merge: 'report', configurations, outboxDir: join(merged.folder, 'asked') };
    const { stderr } = await merged.merge(blobs, [{ testRunId: randomUUID() }, asked]);
    expect(stderr).toContain("Testpoint: off in merge-reports (option merge: 'report' turns it on)");
    expect(existsSync(merged.outbox)).toBe(false);
    await merged.flush(asked);
    const all = byId(await merged.held());
    expect(outcomesIn(all)).toEqual(sorted(ALL));
    const reason = 'Did not run: "fails @tc:6" failed before it (Error: stop here).';
    expect(all.get('[firefox] a/stops.spec.ts > stops > is left out @tc:7')?.message).toBe(reason);
  });

  it.runIf(IS_LONG)('have the same ids when they are merged without a config', async () => {
    const merged = suite();
    await merged.merge(blobs);
    // Its configuration is no longer known.
    const ids = ALL.map(([id = '']) => (id.startsWith('a/repeats') ? `[chromium] ${id}` : id));
    expect([...byId(await merged.arrived()).keys()].sort()).toEqual(ids.sort());
  });
});

it.runIf(IS_LONG)(
  'repeats are one result, test points come from the tests, and every result finds its test point',
  async () => {
    const server = await startServer({ port: 0, catalog: CATALOG });
    try {
      const run = suite('projects', server.url);
      const options = {
        testRunId: undefined,
        projectGlobalId: 1,
        testPlanGlobalId: 2,
        configurationId: DEFAULT,
        configurationGlobalId: 7,
        configurations,
        projectInId: false,
        externalId: 'title',
        testPoints: 'from-tests',
      };
      const { stderr } = await run.run(options, ['a/']);
      expect(stderr).toMatch(/4 results: 1 passed, 2 failed, 1 did not run/);
      expect(stderr).not.toContain('set aside');
      await run.flush({ url: server.url, ...options });
      const headers = { SecretKeyBase64: SECRET_KEY };
      const runs = await (await fetch(`${server.url}/inspect/runs`, { headers })).json();
      expect(runs).toMatchObject([{ status: 'Completed', testPoints: { total: 4, Passed: 1, Failed: 2, Blocked: 1 } }]);
      run.runId = runs[0].id;
      const repeated = (await run.held()).find(
        ({ body }) => body.parameters?.attempts === '2' && body.outcome === 'Failed',
      );
      expect(repeated?.body.configurationId).toBe(CHROMIUM);
      expect(repeated?.body.message).toMatch(/^Failed on attempt 1 of 2\n\nError: expect/);
    } finally {
      await server.close();
    }
  },
);
