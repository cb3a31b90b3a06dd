import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
  'web/playwright.config.mjs': `const configurations = { chrome: { globalId: 20 }, firefox: { globalId: 10 } };
export default {
  projects: [{ name: 'firefox' }, { name: 'chrome' }],
  reporter: [['@testpoint/playwright', { configurations }]],
};
`,
  'web/shop.spec.mjs': `import { test } from '@playwright/test';
import { testCase } from '@testpoint/playwright/api';
test('by tag', { tag: '@tc:102,101' }, () => {});
test('by annotation', { annotation: { type: 'tc', description: '103' } }, () => {});
test('by a call', () => testCase(104));
test('by nothing', () => {});
`,
};

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

function suite(command: string, ...args: string[]): Promise<Ended> {
  const program = join(project.repository, 'node_modules', '.bin', command);
  return run(program, args, { cwd: project.repository, env: environment({ TMS_REPORT: '1' }) });
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
    expect(await suite('playwright', 'test', '-c', 'web')).toMatchObject({ code: 0 });
    const first = await catalog();
    expect(first).toMatchObject({ code: 0, stderr: expect.stringMatching(/^1 test names no test case/m) });
    expect(first.stdout).toMatch(/^test-points\.json: 8 test points, 8 new, 0 gone\. Commit it/);
    const shop = points([10, 101], [10, 102], [10, 103], [10, 104], [20, 101], [20, 102], [20, 103], [20, 104]);
    expect(written()).toEqual(shop);

    expect(await suite('mocha')).toMatchObject({ code: 0 });
    const unknown = await catalog();
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('Set TMS_CONFIGURATION_GLOBAL_ID') });
    expect(written()).toEqual(shop);
    expect((await catalog({ TMS_CONFIGURATION_GLOBAL_ID: '5' })).stdout).toContain('10 test points, 2 new, 0 gone');
    expect(written()).toEqual([...points([5, 7], [5, 8]), ...shop]);

    write('api/login.js', "it('logs in', () => {});\nit('logs out @tc:9', () => {});\n");
    rmSync(join(project.repository, 'api/gone.js'));
    expect(await suite('mocha')).toMatchObject({ code: 0 });
    const last = await catalog({ TMS_CONFIGURATION_GLOBAL_ID: '5' });
    expect(last.stdout).toContain('9 test points, 1 new, 2 gone');
    expect(last.stderr).toMatch(/^Tests of \.? ?\(.* ago\), web \(.* ago\)\n2 tests name no test case/);
    expect(last.stderr.split('\n').slice(2, 4)).toEqual(['  api/login.js > logs in', '  shop.spec.mjs > by nothing']);
    expect(written()).toEqual([...points([5, 9]), ...shop]);
  },
);

test.skipIf(process.platform === 'win32')('the list shows the test cases that tests name', async () => {
  const { stdout } = await inProcess(['catalog'], {}, project.repository);
  expect(stdout).toMatch(/^EXTERNAL ID +TEST CASES +FILE +TITLE$/m);
  expect(stdout).toMatch(/^shop\.spec\.mjs > by tag +102, 101 +shop/m);
  expect(existsSync(join(project.repository, 'test-points.json'))).toBe(true);
});
