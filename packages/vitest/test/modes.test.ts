import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { ReportFolder } from '../../core/test/report-folder.js';
import { expectedOutcomes } from './faithful.js';
import { outline, Suite, useService } from './harness.js';

const service = useService();

describe('projects', () => {
  test('put their names into ids, have steps and worker numbers in every pool, and their own configurations', async () => {
    const suite = new Suite('projects', service.url);
    const id = '22222222-2222-4222-8222-222222222222';
    const report = join(suite.folder, 'report');
    const { code } = await suite.run({ configurations: { two: { id } }, report });
    const held = await suite.held();
    const workers = new ReportFolder(report).rows.flatMap((rows) => rows.workers);
    suite.clean();
    expect(code).toBe(0);
    expect(held.map(({ autoTestExternalId }) => autoTestExternalId).sort()).toEqual([
      '[one] shared.case.ts > adds',
      'own/more.case.ts > adds',
      'shared.case.ts > adds',
    ]);
    expect(workers).toHaveLength(3);
    expect(Math.min(...workers)).toBeGreaterThanOrEqual(0);
    for (const { autoTestExternalId, body } of held) {
      expect([outline(body.setupResults), outline(body.stepResults)]).toEqual([[['beforeEach', 'prepare']], ['add']]);
      expect(body.configurationId === id).toBe(!autoTestExternalId.startsWith('[one]'));
    }
  });
});

describe('tests that are filtered out', () => {
  test('by a name pattern have no result; skipped tests that match do', async () => {
    const suite = new Suite('rows', service.url);
    const { report } = await suite.run({}, ['verdicts', '-t', 'is|twice']);
    const results = await suite.results();
    suite.clean();
    const matching = [...expectedOutcomes(report ?? { testResults: [] }, suite.root).keys()].filter((id) =>
      /is|twice/.test(id.slice('verdicts.case.ts > '.length).replaceAll(' > ', ' ')),
    );
    expect([...results.keys()].sort()).toEqual(matching.sort());
    expect(results.get('verdicts.case.ts > is skipped')?.outcome).toBe('Skipped');
  });

  test('by a line have no result', async () => {
    const suite = new Suite('bail', service.url);
    await suite.run({}, ['a.case.ts:5', '--includeTaskLocation']);
    const results = await suite.results();
    suite.clean();
    expect([...results].map(([id, { outcome }]) => [id, outcome])).toEqual([['a.case.ts > passes', 'Passed']]);
  });

  test('by tags have no result; skipped tests that match do', async () => {
    const suite = new Suite('tags', service.url);
    await suite.run({}, ['--tags-filter=slow or unit/*', '--tags-filter=!(slow and not unit/db)']);
    const results = await suite.results();
    suite.clean();
    expect([...results].map(([id, { outcome }]) => [id, outcome]).sort()).toEqual([
      ['a.case.ts > is skipped', 'Skipped'],
      ['a.case.ts > is slow and uses the database', 'Passed'],
    ]);
  });
});

describe('shards', () => {
  test('each report their own files into a given run, and none completes it', async () => {
    const suite = new Suite('bail', service.url);
    const first = await suite.run({}, ['--shard=1/2']);
    const second = await suite.run({}, ['--shard=2/2']);
    const results = await suite.results();
    suite.clean();
    expect([first.code, second.code]).toEqual([1, 1]);
    expect(results.size).toBe(8);
  });
});

describe('modes that run no tests, or more than once', () => {
  test('merged reports of shards are reported only on request', async () => {
    const suite = new Suite('bail', service.url);
    const blobs = join(suite.folder, 'blobs');
    await suite.run(false, ['--reporter=blob', `--outputFile=${join(blobs, 'one.json')}`]);
    const skipped = await suite.run({}, [`--merge-reports=${blobs}`]);
    expect(skipped.stderr).toContain('off in merge-reports');
    expect(await suite.held()).toHaveLength(0);
    await suite.run({ merge: 'report' }, [`--merge-reports=${blobs}`]);
    const results = await suite.results();
    suite.clean();
    expect(results.size).toBe(8);
    expect(results.get('a.case.ts > fails')).toMatchObject({ outcome: 'Failed' });
    expect(results.get('a.case.ts > fails')?.startedOn).toBeDefined();
  });

  test('in merged reports, tests after a failed beforeAll are Blocked, but not those under a failed afterAll', async () => {
    const suite = new Suite('rows', service.url);
    const blobs = join(suite.folder, 'blobs');
    await suite.run(false, ['hooks', '--reporter=blob', `--outputFile=${join(blobs, 'one.json')}`]);
    await suite.run({ merge: 'report' }, [`--merge-reports=${blobs}`]);
    const outcomes = await suite.outcomes();
    suite.clean();
    expect(outcomes).toMatchObject({
      'hooks.case.ts > beforeAll fails > first': 'Blocked',
      'hooks.case.ts > beforeAll fails > nested > second': 'Blocked',
      'hooks.case.ts > afterAll fails > is all right': 'Passed',
      'hooks.case.ts > afterAll fails > is to be written': 'Skipped',
    });
  });

  test('a separate type check is not reported', async () => {
    const suite = new Suite('bail', service.url);
    const { stderr } = await suite.run({}, ['--typecheck.only', '--passWithNoTests']);
    suite.clean();
    expect(stderr).toContain('off in typecheck mode');
  });

  test('without a key the suite runs the same as without us, after one line', async () => {
    const suite = new Suite('trees', service.url);
    const { code, stderr } = await suite.run({ secretKey: undefined }, ['api']);
    const isQuiet = !existsSync(suite.outbox);
    suite.clean();
    expect([code, isQuiet]).toEqual([0, true]);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

describe('hooks that run in parallel', () => {
  test('have their own steps, also those of the file and of the first test', async () => {
    const suite = new Suite('hooks', service.url);
    const { stderr } = await suite.run();
    const { setupResults, teardownResults } = (await suite.results()).get('parallel.case.ts > only') ?? {};
    suite.clean();
    const hooks = (kind: string) => ['a', 'b', 'c'].map((name) => [kind, `${kind} ${name}1`, `${kind} ${name}2`]);
    expect(outline(setupResults)).toEqual([...hooks('beforeAll'), ...hooks('beforeEach')]);
    expect(outline(teardownResults)).toEqual(hooks('afterAll'));
    expect(stderr).not.toContain('outside a test');
  });
});

describe('tests in another environment', () => {
  test.each(['--pool=vmThreads', '--no-isolate', ...(IS_LONG ? ['--pool=threads'] : [])])(
    'have their steps with %s',
    async (option) => {
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
    },
  );
});

describe('the page of a job in GitHub Actions', () => {
  const OURS = '## ';
  const THEIRS = 'Vitest Test Report';

  test.each([
    ['gets our summary', 'dot', {}, [OURS]],
    ['has only the summary of Vitest’s own reporter', 'github-actions', {}, [THEIRS]],
    ['has both with ciSummary: true', 'github-actions', { ciSummary: true }, [THEIRS, OURS]],
    [
      'gets ours if that of Vitest’s own reporter is off',
      ['github-actions', { jobSummary: { enabled: false } }],
      {},
      [OURS],
    ],
  ])('%s', async (_what, other, options, summaries) => {
    const suite = new Suite('bail', service.url);
    const page = join(suite.folder, 'step.md');
    await suite.run(options, [], {
      GITHUB_STEP_SUMMARY: page,
      OTHER_REPORTER: JSON.stringify(other),
    });
    const text = existsSync(page) ? readFileSync(page, 'utf8') : '';
    suite.clean();
    expect([THEIRS, '## ❌ '].filter((part) => text.includes(part))).toEqual(
      summaries.map((part) => (part === OURS ? '## ❌ ' : part)),
    );
  });
});
