import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { ReportFolder } from '../../core/test/report-folder.js';
import { outline, Suite, useService } from './harness.js';

const service = useService();

/** How the summaries on the page of a job begin. */
const OURS = '## ❌ ';
const THEIRS = 'Vitest Test Report';

describe('projects', () => {
  test('put their names into ids, have steps and worker numbers in every pool, own configurations, and hooks in parallel', async () => {
    const suite = new Suite('projects', service.url);
    const id = '22222222-2222-4222-8222-222222222222';
    const report = join(suite.folder, 'report');
    const { code, stderr } = await suite.run({ configurations: { two: { id } }, report });
    const held = await suite.held();
    const workers = new ReportFolder(report).rows.flatMap((rows) => rows.workers);
    suite.clean();
    expect(code).toBe(0);
    expect(held.map(({ autoTestExternalId }) => autoTestExternalId).sort()).toEqual([
      '[one] shared.case.ts > adds',
      '[parallel] hooks/parallel.case.ts > only',
      'own/more.case.ts > adds',
      'shared.case.ts > adds',
    ]);
    expect(workers).toHaveLength(4);
    expect(Math.min(...workers)).toBeGreaterThanOrEqual(0);
    const [parallel] = held.filter(({ autoTestExternalId: name }) => name.startsWith('[parallel]'));
    const hooks = (kind: string) => ['a', 'b', 'c'].map((name) => [kind, `${kind} ${name}1`, `${kind} ${name}2`]);
    expect(outline(parallel?.body.setupResults)).toEqual([...hooks('beforeAll'), ...hooks('beforeEach')]);
    expect(outline(parallel?.body.teardownResults)).toEqual(hooks('afterAll'));
    expect(stderr).not.toContain('outside a test');
    for (const { autoTestExternalId, body } of held) {
      if (body === parallel?.body) continue;
      expect([outline(body.setupResults), outline(body.stepResults)]).toEqual([[['beforeEach', 'prepare']], ['add']]);
      expect(body.configurationId === id).toBe(!autoTestExternalId.startsWith('[one]'));
    }
  });
});

describe('tests that are filtered out', () => {
  test('by tags or a name have no result; skipped tests that match do; the page of a job has only Vitest’s own summary', async () => {
    const suite = new Suite('tags', service.url);
    const page = join(suite.folder, 'step.md');
    await suite.run(
      {},
      ['--tags-filter=slow or unit/*', '--tags-filter=!(slow and not unit/db)', '-t', 'slow|skipped'],
      { GITHUB_STEP_SUMMARY: page, OTHER_REPORTER: JSON.stringify('github-actions') },
    );
    const results = await suite.results();
    expect(summariesIn(page)).toEqual([THEIRS]);
    suite.clean();
    expect([...results].map(([id, { outcome }]) => [id, outcome]).sort()).toEqual([
      ['a.case.ts > is skipped', 'Skipped'],
      ['a.case.ts > is slow and uses the database', 'Passed'],
    ]);
  });
});

describe('shards', () => {
  let suite: Suite;
  let blobs: string;
  let codes: (number | null)[];
  let ids: string[];
  let summaries: string[];
  beforeAll(async () => {
    suite = new Suite('rows', service.url);
    blobs = join(suite.folder, 'blobs');
    const page = join(suite.folder, 'step.md');
    codes = [];
    for (const shard of [1, 2]) {
      const env = { OTHER_REPORTER: blob(join(blobs, `${shard}.json`)), GITHUB_STEP_SUMMARY: page };
      codes.push((await suite.run({}, ['hooks', 'verdicts', `--shard=${shard}/2`], env)).code);
    }
    ids = [...(await suite.results()).keys()].sort();
    summaries = summariesIn(page);
    return () => suite.clean();
  });

  test('each report their own files into a given run, and none completes it', () => {
    expect(codes).toEqual([1, 1]);
    expect(new Set(ids.map((id) => id.split(' > ')[0]))).toEqual(new Set(['hooks.case.ts', 'verdicts.case.ts']));
  });

  test('add our summary to the page of a job in GitHub Actions', () => {
    expect(summaries).toEqual([OURS]);
  });

  test.runIf(IS_LONG)('are reported when they are merged only on request', async () => {
    suite.newRun();
    const { stderr } = await suite.run({}, [`--merge-reports=${blobs}`]);
    expect(stderr).toContain('off in merge-reports');
    expect(await suite.held()).toHaveLength(0);
  });

  test('have the same results when they are merged, also those under a failed beforeAll or afterAll', async () => {
    suite.newRun();
    await suite.run({ merge: 'report' }, [`--merge-reports=${blobs}`]);
    const results = await suite.results();
    expect([...results.keys()].sort()).toEqual(ids);
    expect(results.get('verdicts.case.ts > fails')).toMatchObject({ outcome: 'Failed', startedOn: expect.any(String) });
    expect(await suite.outcomes()).toMatchObject({
      'hooks.case.ts > beforeAll fails > first': 'Blocked',
      'hooks.case.ts > beforeAll fails > nested > second': 'Blocked',
      'hooks.case.ts > afterAll fails > is all right': 'Passed',
      'hooks.case.ts > afterAll fails > is to be written': 'Skipped',
    });
  });
});

describe('modes that run no tests', () => {
  test.runIf(IS_LONG)('a separate type check is not reported', async () => {
    const suite = new Suite('bail', service.url);
    const { stderr } = await suite.run({}, ['--typecheck.only', '--passWithNoTests']);
    suite.clean();
    expect(stderr).toContain('off in typecheck mode');
  });

  test.runIf(IS_LONG)('without a key the suite runs the same as without us, after one line', async () => {
    const suite = new Suite('trees', service.url);
    const { code, stderr } = await suite.run({ secretKey: undefined }, ['api']);
    const isQuiet = !existsSync(suite.outbox);
    suite.clean();
    expect([code, isQuiet]).toEqual([0, true]);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

describe.runIf(IS_LONG)('tests in another environment', () => {
  test.each(['--pool=vmThreads', '--no-isolate', '--pool=threads'])('have their steps with %s', async (option) => {
    const suite = new Suite('trees', service.url);
    const { code } = await suite.run({}, ['hooks', 'concurrent', option, '--maxWorkers=1']);
    const results = await suite.results();
    suite.clean();
    expect(code).toBe(0);
    expect(outline(results.get('hooks.case.ts > inner > second')?.setupResults)).toEqual([
      ['beforeAll', 'open a page'],
      ['beforeEach', 'log in'],
    ]);
    expect(outline(results.get('concurrent.case.ts > together > b')?.stepResults)).toEqual(['b1', 'b2', 'b3']);
  });
});

const OTHER_SUMMARIES: [string, unknown, Record<string, unknown>, string[]][] = [
  ['has both with ciSummary: true', 'github-actions', { ciSummary: true }, [THEIRS, OURS]],
  [
    'gets ours if that of Vitest’s own reporter is off',
    ['github-actions', { jobSummary: { enabled: false } }],
    {},
    [OURS],
  ],
];

describe.runIf(IS_LONG)('the page of a job in GitHub Actions', () => {
  test.each(OTHER_SUMMARIES)('%s', async (_what, other, options, summaries) => {
    const suite = new Suite('bail', service.url);
    const page = join(suite.folder, 'step.md');
    await suite.run(options, ['a.case'], { GITHUB_STEP_SUMMARY: page, OTHER_REPORTER: JSON.stringify(other) });
    expect(summariesIn(page)).toEqual(summaries);
    suite.clean();
  });
});

function blob(outputFile: string): string {
  return JSON.stringify(['blob', { outputFile }]);
}

function summariesIn(page: string): string[] {
  const text = existsSync(page) ? readFileSync(page, 'utf8') : '';
  return [THEIRS, OURS].filter((part) => text.includes(part));
}
