import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Result } from '@testpoint/interface';
import type { Config } from 'jest';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { type Finished, Suite, useService } from './harness.js';

const service = useService();
const FIXTURES = fileURLToPath(new URL('fixtures/', import.meta.url));
let suite: Suite;
afterEach(() => suite?.clean());

describe('the test API in a hostile suite', () => {
  let hostile: Suite;
  let finished: Finished;
  /** Three projects. */
  beforeAll(async () => {
    hostile = new Suite('hostile', service.url);
    hostile.write(
      'injected.test.js',
      `const { test } = require('@jest/globals');
       const { step } = require('@testpoint/jest/api');
       test('sees no globals', () => step('own step', () => {}));`,
    );
    hostile.write('automocked.test.js', readFileSync(join(FIXTURES, 'trees/concurrent.test.js'), 'utf8'));
    const project = { transform: {}, setupFilesAfterEnv: ['@testpoint/jest/setup'], rootDir: hostile.folder };
    const inPage = { testEnvironment: 'jsdom', fakeTimers: { enableGlobally: true }, injectGlobals: false };
    finished = await hostile.run({
      projects: [
        { ...project, testPathIgnorePatterns: ['/injected', '/automocked'] },
        { ...project, ...inPage, testMatch: ['**/injected.test.js'] },
        { ...project, automock: true, testMatch: ['**/automocked.test.js'] },
      ],
    });
  });
  afterAll(() => hostile.clean());

  it('works under fake timers, mocked modules, broken built-ins and after a reset of the modules', async () => {
    expect(finished.code, finished.stderr).toBe(0);

    const clocks = await hostile.result('clocks.test.js > fakes every clock');
    expect(titles(clocks)).toEqual(['under fake timers']);
    expect(Date.parse(clocks.stepResults?.[0]?.startedOn ?? '')).toBeGreaterThan(
      Date.parse(clocks.startedOn ?? '') - 1,
    );

    const mocked = await hostile.result('mocked-fs.test.js > mocks the file system');
    expect(await hostile.text(mocked.stepResults?.[0]?.attachments?.[0]?.id ?? '')).toBe('on the real disk');
    expect(mocked.message).toContain('virtual');

    expect((await hostile.result('resets.test.js > resets modules')).stepResults).toMatchObject([
      { title: 'before', stepResults: [{ title: 'after' }] },
    ]);
    const broken = await hostile.result('built-ins.test.js > breaks built-ins');
    expect(broken).toMatchObject({ parameters: { answer: '{"of":42}' }, stepResults: [{ attachments: [{}] }] });
    expect(titles(await hostile.result('built-ins.test.js > may be awaited or not'))).toEqual([
      'sync',
      'throws',
      'rejects',
    ]);
    expect(finished.stderr).toContain('message() was called outside a test, and did nothing.');
    expect(finished.stderr).toContain('message() was called in a hook that runs for several tests, and did nothing.');
  });

  it('works in jsdom, with globally faked timers and without injected globals', async () => {
    const result = await hostile.result('injected.test.js > sees no globals');
    expect(titles(result)).toEqual(['own step']);
    expect(Math.abs(Date.parse(result.startedOn ?? '') - Date.now())).toBeLessThan(60_000);
  });

  it('is not mocked by automock', async () => {
    expect(titles(await hostile.result('automocked.test.js > a'))).toEqual(['a1', 'a2']);
  });

  it('works in ES modules', async () => {
    suite = new Suite('esm', service.url);
    const config = { testMatch: ['**/*.test.mjs'], moduleFileExtensions: ['mjs', 'js', 'json'] };
    await suite.run(config, { env: { NODE_OPTIONS: '--experimental-vm-modules --no-warnings' } });
    expect((await suite.result('esm-one')).stepResults).toMatchObject([
      { title: 'outer', stepResults: [{ title: 'inner' }] },
    ]);
  });
});

describe('projects', () => {
  it('that run the same file at once keep results, attempts and metadata separate; coverage omits our report', async () => {
    suite = new Suite('projects', service.url);
    const project = { transform: {}, setupFilesAfterEnv: ['@testpoint/jest/setup'], rootDir: suite.folder };
    suite.write('broken.test.js', "throw new Error('cannot load');");
    const { stderr } = await suite.run(
      {
        projects: [
          { ...project, displayName: 'red', globals: { COLOR: 'red' } },
          { ...project, displayName: 'blue', globals: { COLOR: 'blue' } },
        ],
      },
      { args: ['--maxWorkers=2'], options: { report: 'testpoint-report' } },
    );
    expect(await suite.outcomes()).toEqual({
      '[red] same.test.js > runs in both': 'Passed',
      '[blue] same.test.js > runs in both': 'Passed',
    });
    for (const name of ['[red]', '[blue]']) {
      expect(stderr.split(`✗ ${name} broken.test.js could not be loaded\n      Error: cannot load`)).toHaveLength(2);
    }
    const red = await suite.result('[red] same.test.js > runs in both');
    const blue = await suite.result('[blue] same.test.js > runs in both');
    expect(red.parameters).toEqual({ color: 'red' });
    expect(blue.parameters).toEqual({ color: 'blue', attempts: '2' });

    if (!IS_LONG) return;
    const config: Config = {
      globals: { COLOR: 'red' },
      collectCoverage: true,
      collectCoverageFrom: ['**/*.js', '!**/node_modules/**'],
      coverageReporters: ['json'],
    };
    suite.write('untested.js', 'module.exports = () => 1;');
    expect(existsSync(join(suite.folder, 'testpoint-report/data/results-1.js'))).toBe(true);
    await suite.run(config, { options: { report: 'testpoint-report' } });
    const covered = JSON.parse(readFileSync(join(suite.folder, 'coverage/coverage-final.json'), 'utf8'));
    expect(Object.keys(covered)).toEqual([join(suite.realFolder, 'untested.js')]);
  });

  it('without a name, or with the same one, have ids that stay the same in shards and reruns, and a notice says what to do', async () => {
    suite = new Suite('projects', service.url);
    const project = (color: string, more: Config = {}) => ({
      ...{ transform: {}, setupFilesAfterEnv: ['@testpoint/jest/setup'], rootDir: suite.folder },
      ...{ globals: { COLOR: color }, ...more },
    });
    suite.write('other.test.js', "test('runs in three', () => {});");
    suite.write('same.test.js', "test('runs in all', () => {});");
    const module = { ...project('red'), testMatch: ['<rootDir>/same.*'] };
    suite.write('module.config.mjs', `export default ${JSON.stringify(module)};`);
    const projects = [
      project('red', { testMatch: ['**/same.test.js'] }),
      project('blue', { displayName: 'named' }),
      '<rootDir>/module.config.mjs',
      project('blue', { testRegex: ['\\.test\\.js$'] }),
      project('red', { displayName: 'named' }),
    ];
    const named = '33333333-3333-4333-8333-333333333333';
    const ran = async (...args: string[]) => {
      suite.newRun();
      const { stderr } = await suite.run({ projects }, { args, options: { configurations: { named: { id: named } } } });
      const ids = (await suite.held()).map(
        ({ body }) => `${body.configurationId === named ? 'named' : ''}: ${body.autoTestExternalId}`,
      );
      return { stderr, ids: ids.sort() };
    };
    const all = [
      ...[': ', ': [project 2] ', ': [project 3] ', 'named: ', 'named: [named (2)] '].map(
        (place) => `${place}same.test.js > runs in all`,
      ),
      ...[': ', 'named: ', 'named: [named (2)] '].map((place) => `${place}other.test.js > runs in three`),
    ].sort();
    const whole = await ran('--maxWorkers=2');
    expect(whole.ids).toEqual(all);
    expect(whole.stderr.match(/\S+ runs in .* projects .*/g)?.sort()).toEqual([
      expect.stringMatching(
        /test\.js runs in two projects named "named": give each a displayName of its own\. Until then, their order decides which one is \[named \(2\)\]\./,
      ),
      'same.test.js runs in 3 projects without a name: set displayName in each. Until then, their order decides which one is [project 3].',
    ]);
    if (!IS_LONG) return;
    const shards = [await ran('--shard=1/2'), await ran('--shard=2/2')];
    expect(shards.flatMap(({ ids }) => ids).sort()).toEqual(all);
    const chosen = await ran('--selectProjects=named');
    expect(chosen.ids).toEqual(all.filter((id) => id.startsWith('named')));
  });

  it('without the setup line are named, although another one has it', async () => {
    suite = new Suite('projects', service.url);
    const named = (name: string, displayName?: string) => {
      suite.write(
        `${name}.test.js`,
        "const { step } = require('@testpoint/jest/api');\ntest('a', () => step('b', () => {}));",
      );
      return {
        ...{ transform: {}, rootDir: suite.folder, testMatch: [`**/${name}.test.js`] },
        ...(displayName !== undefined && { displayName }),
      };
    };
    const setupFilesAfterEnv = ['@testpoint/jest/setup'];
    const { stderr } = await suite.run({
      projects: [{ ...named('red'), setupFilesAfterEnv }, named('blue', 'blue'), named('green')],
    });
    expect(stderr).toContain(
      "Hooks, steps and calls of the test API are not recorded in [blue], the project of green.test.js: add setupFilesAfterEnv: ['@testpoint/jest/setup'] to Jest's config.",
    );
    expect(stderr).not.toContain('outside a test');
  });
});

function titles({ stepResults }: Result): (string | undefined)[] {
  return (stepResults ?? []).map(({ title }) => title);
}
