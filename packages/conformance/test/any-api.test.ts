import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FrameworkName as Framework, frameworks } from '@testpoint/frameworks';
import type { Result } from '@testpoint/interface';
import { afterEach, expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { writeProject } from '../../../scripts/projects.mjs';
import { ReportFolder } from '../../core/test/report-folder.js';
import { folderOf, ownFolder, programOf } from '../src/column.js';
import { outline } from '../src/harness/held-results.js';
import { run } from '../src/processes.js';

const NAMES = Object.keys(frameworks) as Framework[];

/** How each framework is started, and the files of its project. */
const STARTS: Record<Framework, { args: string[]; files: Record<string, string>; test: string }> = {
  playwright: {
    args: ['test'],
    files: { 'playwright.config.js': "module.exports = { reporter: [['@testpoint/playwright']] };" },
    test: "const { test } = require('@playwright/test');",
  },
  jest: {
    args: ['-i'],
    files: {
      'jest.config.js':
        "module.exports = { reporters: ['@testpoint/jest'], setupFilesAfterEnv: ['@testpoint/jest/setup'], testMatch: ['**/a.spec.js'] };",
    },
    test: '',
  },
  vitest: {
    args: ['run'],
    files: {
      'vitest.config.mjs':
        "export default { test: { globals: true, reporters: ['@testpoint/vitest'], include: ['a.spec.js'] } };",
    },
    test: '',
  },
  mocha: {
    args: ['--reporter', '@testpoint/mocha', '--require', '@testpoint/mocha/setup', 'a.spec.js'],
    files: {},
    test: 'const test = it;',
  },
  cucumber: {
    args: ['--format', '"@testpoint/cucumber":"testpoint.log"', '--require', 'a.spec.js', 'a.feature'],
    files: { 'a.feature': `Feature:\n${NAMES.map((name) => `Scenario: ${name}\n* ${name}\n`).join('')}` },
    test: "const { When: test } = require('@cucumber/cucumber');",
  },
  'node-test': {
    args: [
      ...['--import', '@testpoint/node-test/setup', '--test-reporter', '@testpoint/node-test'],
      ...['--test-reporter-destination', 'stdout', 'a.spec.js'],
    ],
    files: {},
    test: "const { test } = require('node:test');",
  },
};

/** A test for the API of each package. `step` of Playwright's package returns a promise; the others return what the body returns. */
function testsFor(framework: Framework): string {
  const tests = NAMES.map((name) => {
    const wait = name === 'playwright' ? 'await ' : '';
    return `test('${name}', async () => {
  const api = require('@testpoint/${name}/api');
  const sum = ${wait}api.step('adds', { description: 'two numbers', parameters: { one: 1 } }, () => {
    ${name === 'playwright' ? '' : "api.step('inner', () => {});"}
    return 1 + 2;
  });
  if (sum !== 3) throw new Error('step returned ' + sum);
  const waited = api.step('waits', async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    await api.step('inside', async () => 4);
    await api.attach('inside', 'the step');
    return 5;
  });
  if ((await waited) !== 5) throw new Error('step resolved to another value');
  const promised = api.step('promises', () => {
    ${name === 'playwright' ? '' : "api.step('before', () => {});"}
    return Promise.resolve(6);
  });
  if ((await promised) !== 6) throw new Error('step resolved to another value');
  try {
    ${wait}api.step('fails', () => { throw new TypeError('not so'); });
    throw new Error('step threw nothing');
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  await api.attach('text', 'of the test');
  api.link('https://example.org/1', { title: 'one' });
  api.parameter('of', '${name}');
  api.property('team', 'blue');
  api.message('first');
  api.message('second');
  api.externalId('ID-${name}');
  api.parameter();
});`;
  });
  return `${STARTS[framework].test}
const { createRequire } = process.getBuiltinModule('node:module');
${framework === 'vitest' ? 'const require = createRequire(import.meta.url);' : ''}
require('@testpoint/mocha/api').message('too early');
${tests.join('\n')}`;
}

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** `npm test` takes one. */
const TAKEN = NAMES.filter((name) => IS_LONG || name === 'mocha');

it.each(TAKEN)('in %s, the test API of any of our packages works', async (framework) => {
  const { args, files } = STARTS[framework];
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'testpoint-any-api-')));
  folders.push(folder);
  const { dependency: name, comesWithNode } = frameworks[framework];
  const links = {
    ...(comesWithNode ? {} : { [name]: folderOf(name, framework) }),
    ...Object.fromEntries(NAMES.map((one) => [`@testpoint/${one}`, ownFolder(one)])),
  };
  writeProject(folder, { 'package.json': '{}', 'a.spec.js': testsFor(framework), ...files }, links);
  const ended = await run({ args: [programOf(framework), ...args], cwd: folder, env: { TMS_REPORT: 'true' } });
  expect(ended.code, ended.stdout + ended.stderr).toBe(0);
  const report = new ReportFolder(join(folder, 'testpoint-report'));
  for (const api of NAMES) {
    const { entry, files: attached } = report.result(api);
    const body = entry.body as Result;
    expect(body, api).toMatchObject({
      outcome: 'Passed',
      autoTestExternalId: `ID-${api}`,
      message: 'first\nsecond',
      parameters: { of: api },
      properties: { team: 'blue' },
      links: [{ url: 'https://example.org/1', title: 'one' }],
    });
    // In Cucumber, the body is a step.
    const steps = framework === 'cucumber' ? body.stepResults?.[0]?.stepResults : body.stepResults;
    expect(outline(steps), api).toEqual([
      api === 'playwright' ? 'adds' : ['adds', 'inner'],
      ['waits', 'inside'],
      api === 'playwright' ? 'promises' : ['promises', 'before'],
      'fails',
    ]);
    const [adds, waits, , fails] = steps ?? [];
    expect(adds, api).toMatchObject({ description: 'two numbers', parameters: { one: '1' }, outcome: 'Passed' });
    expect(waits?.attachments, api).toHaveLength(1);
    expect(fails, api).toMatchObject({ outcome: 'Failed' });
    expect(attached.map(({ path }) => report.text(path ?? '')).sort(), api).toEqual(['of the test', 'the step']);
  }
  expect(ended.stderr).toContain('parameter() was called without a name, and did nothing.');
  expect(ended.stderr).toContain('message() was called outside a test, and did nothing.');
});
