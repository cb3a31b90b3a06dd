import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { type Event, runWorkflow } from './ci/github.js';
import { runPipeline } from './ci/gitlab.js';
import type { JobEnd } from './ci/machine.js';
import { Project } from './ci/project.js';
import { pipelineErrors, workflowErrors } from './ci/schemas.js';
import { inProcess } from './harness.js';

const PACKAGES = ['vitest', 'mocha', '@testpoint/vitest', '@testpoint/mocha', '@testpoint/node-test', 'testpoint'];

/** Suites that only their scripts run rightly: each has preparations, folders or configurations of its own. */
const FILES = {
  'package.json': JSON.stringify({
    private: true,
    scripts: {
      'test:unit': 'node --test',
      'test:api': 'node prepare.cjs && cd api && mocha',
      'test:web': 'vitest -c web/vitest.config.mjs',
      'test:watch': 'vitest -c web/vitest.config.mjs --ui',
    },
    devDependencies: Object.fromEntries(PACKAGES.map((name) => [name, '*'])),
  }),
  'package-lock.json': '{}',
  '.gitignore': 'node_modules\n.testpoint\n',
  'prepare.cjs': "require('node:fs').writeFileSync('api/prepared.json', '{}');\n",
  'sum.test.mjs': "import { test } from 'node:test';\ntest('adds', () => {});\ntest('subtracts', () => {});\n",
  'api/.mocharc.json': JSON.stringify({ spec: 'specs/*.js' }),
  'api/specs/a.js': "require('../prepared.json');\nit('answers', () => {});\n",
  'web/vitest.config.mjs': "export default { root: 'web', test: { include: ['*.check.mjs'] } };\n",
  'web/page.check.mjs': "import { test } from 'vitest';\ntest('shows', () => {});\n",
};
const WEB = ['test-web-1', 'test-web-2'];
const JOBS = [...WEB, 'test-unit-1', 'test-unit-2', 'test-api'];

/** The command of GitHub: writes down what it is called with. */
const GH = '#!/bin/sh\necho "$*" >> "$TOOLS/calls.txt"\n';

const PULL_REQUEST: Event = {
  'github.event_name': 'pull_request',
  'github.ref_name': '7/merge',
  'github.event.number': '7',
  'github.event.pull_request.head.repo.full_name': 'shop/shop',
};
const FORK: Event = { ...PULL_REQUEST, 'github.event.pull_request.head.repo.full_name': 'someone/shop' };

describe.skipIf(process.platform === 'win32')('the project’s own scripts in CI, without a service', () => {
  let folder: string;
  let artifacts: string;
  let project: Project;
  let workflow: string;
  let pipeline: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'testpoint-ci-scripts-'));
    artifacts = join(folder, 'artifacts');
    mkdirSync(artifacts);
    writeFileSync(join(folder, 'gh'), GH);
    chmodSync(join(folder, 'gh'), 0o755);
    project = new Project(FILES);
    for (const system of ['github', 'gitlab']) {
      const end = await inProcess(['init', '--yes', '--ci', system], {}, project.repository);
      expect(end.code, end.stdout + end.stderr).toBe(0);
    }
    const read = (name: string) => readFileSync(join(project.repository, name), 'utf8');
    [workflow, pipeline] = [read('.github/workflows/testpoint.yml'), read('.gitlab-ci.yml')];
  });
  afterAll(() => {
    project.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const codes = (ends: readonly JobEnd[]) =>
    ends.map(({ name, code }) => [name.split(' ').slice(0, 2).join(' '), code]);
  const onGithub = (file: string, variables: Record<string, string>, event: Event) => {
    const envOf = () => ({ TOOLS: folder, PATH: [folder, project.path].join(delimiter) });
    return runWorkflow(file, project, variables, artifacts, envOf, event);
  };

  const without = (jobs: readonly string[]) =>
    workflow.replaceAll(new RegExp(`^ {10}- name: (?:${jobs.join('|')})\\n(?: {12}\\w.*\\n)+`, 'gm'), '');

  test('a push to the default branch: all jobs are green, also those of empty shards, and the report has each test once', async () => {
    // Vitest takes longer to start than all other jobs.
    const [file, jobs, counts] = IS_LONG
      ? [workflow, JOBS, '4 results of 5 sessions: 4 passed, 0 failed']
      : [without(WEB), JOBS.slice(2), '3 results of 3 sessions: 3 passed, 0 failed'];
    const ends = await onGithub(file, {}, {});
    const green = [...jobs.map((name) => [`test ${name}`, 0]), ['report', 0]];
    expect(codes(ends), JSON.stringify(ends)).toEqual(green);
    expect(ends.at(-1)?.output).toContain(counts);
    expect(ends.at(-1)?.output).toMatch(/The gate is open: maxFailed/);
    expect(readdirSync(join(folder, 'cache'))).toEqual(['testpoint-history-main-1-1']);
    expect(existsSync(join(artifacts, 'testpoint-report/index.html'))).toBe(true);
  });

  test('a pull request: its comment is written, and no history', async () => {
    const ends = await onGithub(workflow.replace(/include:\n(?: {10}.*\n)+/, 'include: []\n'), {}, PULL_REQUEST);
    expect(codes(ends), JSON.stringify(ends)).toEqual([['report', 0]]);
    expect(readFileSync(join(folder, 'calls.txt'), 'utf8').trim().split('\n').at(-1)).toBe(
      'api repos/shop/shop/issues/7/comments --field body=@testpoint-summary.md --silent',
    );
    expect(readdirSync(join(folder, 'cache'))).toHaveLength(1);
    rmSync(join(folder, 'calls.txt'));
  });

  test('a pull request from a fork: nothing is delivered, and a job that recorded nothing is red and says so', async () => {
    rmSync(artifacts, { recursive: true, force: true });
    mkdirSync(artifacts);
    const ends = await onGithub(
      without([...WEB, 'test-unit-2']).replace('command: npm run test:api', 'command: node prepare.cjs'),
      { TMS_URL: 'http://127.0.0.1:9' },
      FORK,
    );
    expect(codes(ends), JSON.stringify(ends)).toEqual([
      ['run', 0],
      ['test test-unit-1', 0],
      ['test test-api', 2],
      ['report', 0],
    ]);
    expect(ends[2]?.output).toMatch(/Nothing was recorded: there is no session in \S+testpoint-results\./);
    expect(ends.at(-1)?.output).toContain('2 results of 1 session: 2 passed');
    expect(existsSync(join(folder, 'calls.txt'))).toBe(false);
  });

  test.runIf(IS_LONG)('GitLab: the same jobs and the same report', async () => {
    rmSync(artifacts, { recursive: true, force: true });
    mkdirSync(artifacts);
    const ends = await runPipeline(pipeline, project, {}, artifacts, () => ({}));
    expect(codes(ends), JSON.stringify(ends)).toEqual([...JOBS.map((name) => [`test ${name}`, 0]), ['report', 0]]);
    expect(ends.at(-1)?.output).toContain('4 results of 5 sessions: 4 passed, 0 failed');
    expect(readdirSync(join(folder, 'cache'))).toContain('testpoint-history-main');
  });

  test('GitHub’s parser and the schema of GitLab’s pipelines accept the files', async () => {
    expect(await workflowErrors(workflow)).toEqual([]);
    expect(await workflowErrors(workflow.replace('secrets.TMS_SECRET_KEY &&', 'matrix.name &&'))).not.toEqual([]);
    expect(await pipelineErrors(pipeline)).toEqual([]);
    expect(await pipelineErrors(pipeline.replace('interruptible', 'interruptable'))).not.toEqual([]);
  });
});
