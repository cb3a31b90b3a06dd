import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openSession } from '@testpoint/core/adapter';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Ended, run } from '../../../scripts/processes.mjs';
import { Project } from './ci/project.js';
import { inProcess } from './harness.js';
import { environment } from './in-process.js';

const FILES = {
  'package.json': '{ "private": true }',
  '.mocharc.json': '{ "spec": "api/*.js", "reporter": "@testpoint/mocha", "require": "@testpoint/mocha/setup" }',
  'api/login.js': "it('logs in @tc:7', () => {});\nit('logs out', () => {});\n",
  'api/gone.js': "it('is deleted soon @tc:8', () => {});\n",
};
/** What the tests of a suite in `web` name, which runs in two configurations. */
const SHOP: [title: string, ...testCases: number[]][] = [['two', 102, 101], ['one', 103], ['another', 104], ['none']];
const CONFIGURATIONS = { chrome: { globalId: 20 }, firefox: { globalId: 10 } };

let project: Project;
beforeAll(() => {
  project = new Project(FILES);
});
afterAll(() => project.remove());

const write = (name: string, text: string) => {
  mkdirSync(dirname(join(project.repository, name)), { recursive: true });
  writeFileSync(join(project.repository, name), text);
};
const points = (...pairs: [configuration: number, testCase: number][]) =>
  pairs.map(([configurationGlobalId, testCaseGlobalId]) => ({ configurationGlobalId, testCaseGlobalId }));

function mocha(): Promise<Ended> {
  const program = join(project.repository, 'node_modules', '.bin', 'mocha');
  return run(program, [], { cwd: project.repository, env: environment({ TMS_REPORT: '1' }) });
}

/** Like a suite of Playwright with a project for each configuration. */
async function runShop(): Promise<void> {
  const folder = join(project.repository, 'web');
  mkdirSync(folder);
  const session = openSession({
    ...{ framework: { name: 'playwright' }, frameworkVersion: '1', idRoot: folder, cwd: folder },
    ...{ options: { configurations: CONFIGURATIONS }, env: environment({ TMS_REPORT: '1' }), print: () => {} },
  });
  for (const name of Object.keys(CONFIGURATIONS)) {
    for (const [title, ...testCases] of SHOP) {
      session.record({
        file: 'shop.spec.mjs',
        project: name,
        titlePath: [title],
        testCases,
        status: 'passed',
        attempts: [],
      });
    }
  }
  await new Promise<void>((resolve) => {
    session.afterEnd(resolve);
    session.close();
  });
}

function catalog(env: Record<string, string> = {}, ...args: string[]): Promise<Ended> {
  return inProcess(['catalog', '--test-points', 'test-points.json', ...args], env, project.repository);
}

function written(): unknown {
  return JSON.parse(readFileSync(join(project.repository, 'test-points.json'), 'utf8'));
}

test.skipIf(process.platform === 'win32')(
  'the test points of a full run: of both suites, in the configuration of each project, and without what is gone',
  async () => {
    await runShop();
    const first = await catalog();
    expect(first).toMatchObject({ code: 0, stderr: expect.stringMatching(/^1 test names no test case/m) });
    expect(first.stdout).toMatch(/^test-points\.json: 8 test points, 8 new, 0 gone\. Commit it/);
    const shop = points([10, 101], [10, 102], [10, 103], [10, 104], [20, 101], [20, 102], [20, 103], [20, 104]);
    expect(written()).toEqual(shop);

    expect(await mocha()).toMatchObject({ code: 0 });
    const unknown = await catalog();
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('Set TMS_CONFIGURATION_GLOBAL_ID') });
    expect(written()).toEqual(shop);
    expect((await catalog({ TMS_CONFIGURATION_GLOBAL_ID: '5' })).stdout).toContain('10 test points, 2 new, 0 gone');
    expect(written()).toEqual([...points([5, 7], [5, 8]), ...shop]);

    write('api/login.js', "it('logs in', () => {});\nit('logs out @tc:9', () => {});\n");
    rmSync(join(project.repository, 'api/gone.js'));
    expect(await mocha()).toMatchObject({ code: 0 });
    const last = await catalog({ TMS_CONFIGURATION_GLOBAL_ID: '5' });
    expect(last.stdout).toContain('9 test points, 1 new, 2 gone');
    expect(last.stderr).toMatch(/^Tests of \.? ?\(.* ago\), web \(.* ago\)\n2 tests name no test case/);
    expect(last.stderr.split('\n').slice(2, 4)).toEqual(['  api/login.js > logs in', '  shop.spec.mjs > none']);
    expect(written()).toEqual([...points([5, 9]), ...shop]);
  },
);

test.skipIf(process.platform === 'win32')('the list shows the test cases that tests name', async () => {
  const { stdout } = await inProcess(['catalog'], {}, project.repository);
  expect(stdout).toMatch(/^EXTERNAL ID +TEST CASES +FILE +TITLE$/m);
  expect(stdout).toMatch(/^shop\.spec\.mjs > two +102, 101 +shop/m);
  expect(existsSync(join(project.repository, 'test-points.json'))).toBe(true);
});
