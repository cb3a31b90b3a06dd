import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningServer } from '@testpoint/reference-server';
import { startServer } from '@testpoint/reference-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { TestJournal } from '../../core/test/journals.js';
import { runWorkflow } from './ci/github.js';
import { runPipeline } from './ci/gitlab.js';
import type { JobEnd } from './ci/machine.js';
import { EXTERNAL_IDS, Project, suitesOfAll } from './ci/project.js';
import { CONFIGURATION, inProcess, SECRET } from './harness.js';

const fileOf = (name: string) => readFileSync(new URL(`../../../examples/ci/${name}`, import.meta.url), 'utf8');

const IDS_OF_MOCHA = EXTERNAL_IDS.filter((id) => id.includes('.mocha.'));
const TEST_POINTS = EXTERNAL_IDS.map((_, index) => ({ configurationGlobalId: 10, testCaseGlobalId: index + 1 }));

let server: RunningServer;
let project: Project;
let folder: string;
let artifacts: string;
let completions: number;
function useProject(): void {
  beforeEach(async () => {
    completions = 0;
    server = await startServer({
      port: 0,
      catalog: {
        users: [{ userName: 'anna', secretKey: SECRET }],
        projects: [{ globalId: 1 }],
        configurations: [{ globalId: 10, id: CONFIGURATION, projectGlobalId: 1 }],
        testCases: EXTERNAL_IDS.map((id, index) => ({ globalId: index + 1, projectGlobalId: 1, autoTests: [id] })),
        testPlans: [{ globalId: 5, projectGlobalId: 1, testPoints: TEST_POINTS }],
      },
      log: (line) => {
        if (line.includes('CompleteTestRun')) completions++;
      },
    });
    project = new Project(suitesOfAll(TEST_POINTS));
    folder = mkdtempSync(join(tmpdir(), 'testpoint-ci-'));
    artifacts = join(folder, 'artifacts');
    mkdirSync(artifacts);
  });
  afterEach(async () => {
    await server.close();
    project.remove();
    rmSync(folder, { recursive: true, force: true });
  });
}

function variables(): Record<string, string> {
  return {
    TMS_URL: server.url,
    TMS_SECRET_KEY: SECRET,
    TMS_CONFIGURATION_ID: CONFIGURATION,
    TMS_PROJECT_GLOBAL_ID: '1',
    TMS_TEST_PLAN_GLOBAL_ID: '5',
  };
}

/** The machines of the second shards can't reach the service. */
function networkOf(matrix: Record<string, string>): Record<string, string> {
  return (matrix.shard ?? matrix.SHARD) === '2' ? { TMS_URL: 'http://127.0.0.1:9' } : {};
}

async function inspect(path: string): Promise<unknown> {
  const response = await fetch(`${server.url}/inspect/${path}`, { headers: { SecretKeyBase64: SECRET } });
  return response.json();
}

/** Expects one run, completed once, with each test of each shard in it once. */
async function expectOneRun(ids = EXTERNAL_IDS): Promise<void> {
  const runs = (await inspect('runs')) as { id: string; status: string }[];
  expect(runs.map(({ status }) => status)).toEqual(['Completed']);
  const history = (await inspect(`runs/${runs[0]?.id}/history`)) as { autoTestExternalId: string }[];
  expect(history.map(({ autoTestExternalId }) => autoTestExternalId).sort()).toEqual([...ids].sort());
  expect(completions).toBe(1);
}

describe.skipIf(process.platform === 'win32')(
  'examples/ci, executed as the CI system would',
  { timeout: 600_000 },
  () => {
    useProject();

    test.runIf(IS_LONG)(
      'GitHub Actions: two shards of every framework report into one run, half of them by a later flush',
      async () => {
        const ends = await runWorkflow(fileOf('github-actions.yml'), project, variables(), artifacts, networkOf);
        for (const { name, code, output } of ends) expect({ name, code }, output).toEqual({ name, code: 0 });
        expect(readdirSync(artifacts)).toHaveLength(8);
        expect(ends.at(-1)?.output).toMatch(/Everything is delivered/);
        await expectOneRun();
      },
    );

    test.runIf(IS_LONG)(
      'GitLab CI: two shards of every framework report into one run, half of them by a later flush',
      async () => {
        const ends = await runPipeline(fileOf('gitlab-ci.yml'), project, variables(), artifacts, networkOf);
        for (const { name, code, output } of ends) expect({ name, code }, output).toEqual({ name, code: 0 });
        expect(readdirSync(join(artifacts, 'outboxes'))).toHaveLength(8);
        await expectOneRun();
      },
    );
  },
);

describe.skipIf(process.platform === 'win32')(
  'what init --ci writes, executed as the CI system would',
  { timeout: 600_000 },
  () => {
    useProject();

    test('GitHub Actions: one run and one report, with a service', async () => {
      const whole = await written('github', '.github/workflows/testpoint.yml');
      const [file, ids] = IS_LONG ? [whole, EXTERNAL_IDS] : [withMochaOnly(whole), IDS_OF_MOCHA];
      const envOf = (matrix: Record<string, string>) =>
        matrix.name?.endsWith('-2') ? { TMS_URL: 'http://127.0.0.1:9' } : {};
      const ends = await runWorkflow(file, project, variables(), artifacts, envOf);
      for (const { name, code, output } of ends) expect({ name, code }, output).toEqual({ name, code: 0 });
      await expectOneRun(ids);
      expect(readdirSync(artifacts)).toContain('testpoint-report');
      expect(ends.at(-1)?.output).toContain(`${ids.length} results`);
    });

    test.runIf(IS_LONG)('without test-points.json, there is no run, and one report', async () => {
      rmSync(join(project.repository, 'test-points.json'));
      const file = withMochaOnly(await written('github', '.github/workflows/testpoint.yml'));
      const ends = await runWorkflow(file, project, variables(), artifacts, () => ({}));
      for (const { name, code, output } of ends) expect({ name, code }, output).toEqual({ name, code: 0 });
      expect(await inspect('runs')).toEqual([]);
      expect(ends.at(-1)?.output).toContain('4 results');
    });

    test.runIf(IS_LONG)('GitLab CI: one report, without a service', async () => {
      const file = await written('gitlab', '.gitlab-ci.yml');
      const ends = await runPipeline(file, project, {}, artifacts, () => ({}));
      for (const { name, code, output } of ends) expect({ name, code }, output).toEqual({ name, code: 0 });
      expect(ends.at(-1)?.output).toContain('16 results');
    });

    describe.each([
      {
        system: 'github',
        path: '.github/workflows/testpoint.yml',
        execute: runWorkflow,
        first: 'run',
        outboxes: 'testpoint-results-a',
      },
      {
        system: 'gitlab',
        path: '.gitlab-ci.yml',
        execute: runPipeline,
        first: 'create run',
        outboxes: 'testpoint-results/a',
      },
    ])('$system, with one machine', ({ system, path, execute, first, outboxes }) => {
      const codes = (ends: JobEnd[]) => ends.map(({ name, code }) => [name.split(' mocha')[0], code === 0]);

      test.runIf(IS_LONG)('a run that can’t be created: only that job is red', async () => {
        const file = withMochaOnly(await written(system, path));
        const env = { ...variables(), TMS_SECRET_KEY: 'd3Jvbmc=', TMS_REPORT: '1' };
        const ends = await execute(file, project, env, artifacts, () => ({}));
        expect(codes(ends), JSON.stringify(ends)).toEqual([
          [first, false],
          ['test', true],
          ['report', true],
        ]);
        expect(ends.at(-1)?.output).toContain('4 results');
        expect(completions).toBe(0);
      });

      test.runIf(IS_LONG || system === 'gitlab')(
        'an outbox that can’t be delivered: the others are, and the run stays open',
        async () => {
          const file = withMochaOnly(await written(system, path));
          const broken = new TestJournal({ use: '6f9619ff-8b86-d011-b42d-00cf4fc964ff' });
          broken.result('a');
          broken.end();
          cpSync(broken.outbox, join(artifacts, outboxes), { recursive: true });
          const envOf = (_: unknown, job: string) => (job === 'test' ? { TMS_URL: 'http://127.0.0.1:9' } : {});
          const ends = await execute(file, project, { ...variables(), TMS_REPORT: '1' }, artifacts, envOf);
          expect(codes(ends), JSON.stringify(ends)).toEqual([
            [first, true],
            ['test', true],
            ['report', false],
          ]);
          expect(ends.at(-1)?.output).toContain('5 results');
          const [run] = (await inspect('runs')) as { id: string }[];
          expect(await inspect(`runs/${run?.id}/history`)).toHaveLength(4);
          expect(completions).toBe(0);
        },
      );
    });

    /** Other frameworks take longer to start. */
    function withMochaOnly(file: string): string {
      return file
        .replaceAll(/^ +- name: (?!mocha).*\n(?: {12}\w.*\n)+/gm, '')
        .replaceAll(/^test (?!mocha)[\s\S]*?(?=^test |^report:)/gm, '');
    }

    async function written(system: string, file: string): Promise<string> {
      writeFileSync(join(project.repository, '.mocharc.cjs'), "module.exports = { spec: '*.mocha.test.js' };\n");
      const end = await inProcess(['init', '--yes', '--ci', system], {}, project.repository);
      expect(end.code, end.stdout + end.stderr).toBe(0);
      return readFileSync(join(project.repository, file), 'utf8');
    }
  },
);

test.each(['Jenkinsfile', 'azure-pipelines.yml'])('%s runs the same commands as the other files', (name) => {
  const [file, gitlab] = [fileOf(name), fileOf('gitlab-ci.yml')];
  const commands = [...gitlab.matchAll(/^ +(?:playwright|jest|vitest|mocha)\) (.*) ;;$/gm)].map(
    ([, command = '']) => command,
  );
  expect(commands).toHaveLength(4);
  for (const command of commands) expect(file).toContain(command);
  for (const command of ['testpoint run create --env', 'testpoint flush outboxes/*', 'testpoint run complete']) {
    expect(file).toContain(`npx ${command}`);
  }
});
