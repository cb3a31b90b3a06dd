import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { formatProblems } from './problems.js';
import { resolveSettings } from './resolve.js';
import type { SettingsInput } from './sources.js';

const GUID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const KEY = 'c2VjcmV0LWtleQ==';
const ENV = {
  TMS_URL: 'https://tms.example.com/',
  TMS_SECRET_KEY: KEY,
  TMS_TEST_RUN_ID: GUID,
  TMS_CONFIGURATION_ID: GUID,
};
const root = mkdtempSync(join(tmpdir(), 'testpoint-settings-'));
let folders = 0;

afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A new folder with files in it. */
function folder(files: Record<string, string> = {}): string {
  const path = join(root, String(++folders));
  mkdirSync(path);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content);
  return path;
}

function resolve(input: Partial<SettingsInput> = {}) {
  const idRoot = input.idRoot ?? folder();
  return resolveSettings({ options: {}, idRoot, cwd: idRoot, env: ENV, ...input });
}

function settingsOf(input: Partial<SettingsInput> = {}) {
  const resolved = resolve(input);
  if (resolved.state !== 'on') throw new Error(JSON.stringify(resolved));
  return resolved.settings;
}

function problemsOf(input: Partial<SettingsInput> = {}) {
  const resolved = resolve(input);
  if (resolved.state !== 'error') throw new Error(`no error but ${resolved.state}`);
  return resolved.problems;
}

describe('switched off', () => {
  test('without a secret key reporting is off, whatever else is wrong', () => {
    const resolved = resolve({ env: {}, options: { url: 'nonsense', nosuch: 1 } });
    expect(resolved).toEqual({
      state: 'off',
      inCi: false,
      reason: 'off, no secret key (set TMS_SECRET_KEY and TMS_URL to report)',
    });
  });

  test('CI is told from a developer’s machine', () => {
    expect(resolve({ env: { CI: 'true' } })).toMatchObject({ state: 'off', inCi: true });
    expect(resolve({ env: { CI: 'false' } })).toMatchObject({ state: 'off', inCi: false });
  });

  test.each([
    [{ TMS_DISABLED: '1' }, {}, 'off'],
    [{ TMS_DISABLED: 'true' }, { enabled: true }, 'off'],
    [{ TMS_DISABLED: '' }, { enabled: false }, 'off'],
    [{ TMS_DISABLED: '0' }, { enabled: false }, 'on'],
    [{}, { enabled: 'false' }, 'off'],
    [{ TMS_DISABLED: 'maybe' }, {}, 'error'],
  ])('with %j and options %j it is %3$s', (env, options, state) => {
    expect(resolve({ env: { ...ENV, ...env }, options }).state).toBe(state);
  });
});

describe('precedence', () => {
  test('a command line rules over everything', () => {
    const resolved = resolve({
      commandLine: { concurrency: '9', batchSize: undefined },
      env: { ...ENV, TMS_CONCURRENCY: '5' },
    });
    expect(resolved).toMatchObject({
      settings: { concurrency: 9, batchSize: 100 },
      origins: { concurrency: 'command line' },
    });
  });

  test('the environment rules over options, options over the file, the file over defaults', () => {
    const idRoot = folder({ 'testpoint.config.json': '{ "concurrency": 2, "batchSize": 20, "closeTimeout": 5 }' });
    const resolved = resolve({
      idRoot,
      options: { concurrency: 3, batchSize: 30 },
      env: { ...ENV, TMS_CONCURRENCY: '5' },
    });
    expect(resolved).toMatchObject({
      state: 'on',
      settings: { concurrency: 5, batchSize: 30, closeTimeout: 5, flushInterval: 1000 },
      origins: {
        concurrency: 'environment TMS_CONCURRENCY',
        batchSize: 'reporter options',
        closeTimeout: `file ${join(idRoot, 'testpoint.config.json')}`,
        flushInterval: 'default',
      },
    });
  });

  test('an empty variable, and an option that is empty or undefined, count as not set', () => {
    const options = { concurrency: 3, userName: '', testRunId: undefined };
    const settings = settingsOf({ env: { ...ENV, TMS_CONCURRENCY: '', TMS_USER_NAME: '' }, options });
    expect(settings.concurrency).toBe(3);
    expect(settings).not.toHaveProperty('userName');
  });

  test('TMS_PRIVATE_TOKEN stands in for TMS_SECRET_KEY, which rules', () => {
    const { TMS_SECRET_KEY, ...rest } = ENV;
    expect(settingsOf({ env: { ...rest, TMS_PRIVATE_TOKEN: 'other' } }).secretKey).toBe('other');
    expect(settingsOf({ env: { ...rest, TMS_SECRET_KEY, TMS_PRIVATE_TOKEN: 'other' } }).secretKey).toBe(KEY);
  });
});

describe('errors name the key, its origin and the fix', () => {
  test.each<[string, unknown, Record<string, string>, string, RegExp]>([
    ['an unknown option', { batchSise: 1 }, {}, 'batchSise', /no such option. Did you mean batchSize\?/],
    ['another tool’s name', { privateToken: 'x' }, {}, 'privateToken', /Did you mean secretKey\?/],
    ['options that are no object', 'x', {}, 'options', /"x" is not an object/],
    [
      'a number out of range',
      { concurrency: 0 },
      {},
      'concurrency',
      /0 is not allowed. Give a whole number of requests at once from 1 to 64/,
    ],
    [
      'a number with a point',
      {},
      { TMS_BATCH_SIZE: '1.5' },
      'batchSize',
      /environment TMS_BATCH_SIZE.*"1.5" is not allowed/,
    ],
    ['a word that is not one of the set', { finish: 'done' }, {}, 'finish', /one of auto, complete, stop, leave/],
    ['a boolean in other words', {}, { TMS_CI: 'yes' }, 'ci', /neither true nor false/],
    [
      'an id that is no GUID',
      { configurationId: '7' },
      { TMS_CONFIGURATION_ID: '' },
      'configurationId',
      /"7" is not a GUID/,
    ],
    ['a url without a scheme', {}, { TMS_URL: 'tms.example.com' }, 'url', /not an http or https address/],
    ['a url with a password', {}, { TMS_URL: 'https://u:p@tms.example.com' }, 'url', /credentials in it/],
    ['a url with a query', {}, { TMS_URL: 'https://tms.example.com?x=1' }, 'url', /a query/],
    ['a key with a line break', {}, { TMS_SECRET_KEY: 'abc\n' }, 'secretKey', /what an HTTP header can’t carry/],
    ['a login with a line break', { userName: 'anna\n' }, {}, 'userName', /is no login/],
    ['a short secret', { redact: ['long enough', 'abc'] }, {}, 'redact[1]', /fewer than 4 characters/],
    ['a pattern that matches nothing at all', { redact: [/x*/] }, {}, 'redact[0]', /matches the empty text/],
    [
      'a configuration without any id',
      { configurations: { chromium: {} } },
      {},
      'configurations.chromium',
      /neither id nor globalId/,
    ],
    [
      'a misspelt key in depth',
      { configurations: { a: { globalld: 1 } } },
      {},
      'configurations.a.globalld',
      /Did you mean globalId\?/,
    ],
    ['a step kind that is no boolean', { steps: { api: 'no' } }, {}, 'steps.api', /neither true nor false/],
    ['a link type that is none', { links: [{ url: 'a.b', type: 'Reqirement' }] }, {}, 'links[0].type', /Requirement/],
    ['a parameter that is an object', { parameters: { a: {} } }, {}, 'parameters.a', /is not a text/],
    [
      'an unknown failure reason',
      { failureReasons: [{ pattern: /x/, reason: 'Bug' }] },
      {},
      'failureReasons[0].reason',
      /ProductDefect/,
    ],
    ['a run address without a place for the id', { runUrl: 'https://x.example' }, {}, 'runUrl', /\{id\}/],
    [
      'a list of test points with a hole',
      { testPoints: [{ configurationGlobalId: 1 }] },
      {},
      'testPoints[0].testCaseGlobalId',
      /undefined is not allowed/,
    ],
    [
      'a file of test points that is not there',
      { testPoints: 'nowhere.json' },
      {},
      'testPoints',
      /nowhere.json can't be read/,
    ],
  ])('%s', (_what, options, env, key, message) => {
    const problems = problemsOf({ options, env: { ...ENV, ...env } });
    expect(problems.map((problem) => problem.key)).toEqual([key]);
    expect(formatProblems(problems)[0]).toMatch(message);
  });

  test('a key without a url is an error, and so is one with neither run nor plan', () => {
    expect(problemsOf({ env: { TMS_SECRET_KEY: KEY } }).map(({ key }) => key)).toEqual([
      'url',
      'testRunId',
      'configurationId',
    ]);
  });

  test('half a plan names the missing half', () => {
    const env = { ...ENV, TMS_TEST_RUN_ID: '' };
    expect(problemsOf({ env, options: { projectGlobalId: 1 } }).map(({ key }) => key)).toEqual([
      'testPlanGlobalId',
      'testPoints',
    ]);
  });

  test("api 'legacy' needs the global ids that it sends", () => {
    expect(problemsOf({ options: { api: 'legacy' } }).map(({ key }) => key)).toEqual([
      'configurationGlobalId',
      'testPlanGlobalId',
    ]);
    expect(settingsOf({ options: { api: 'legacy', configurationGlobalId: 1, testPlanGlobalId: 2 } }).api).toBe(
      'legacy',
    );
  });

  test("test points 'from-tests' with shards are an error unless a run is given", () => {
    const options = { projectGlobalId: 1, testPlanGlobalId: 2, configurationGlobalId: 3, testPoints: 'from-tests' };
    const shard = { current: 1, total: 2 };
    const env = { ...ENV, TMS_TEST_RUN_ID: '' };
    expect(problemsOf({ env, options, shard })[0]).toMatchObject({
      key: 'testPoints',
      fix: expect.stringContaining('testpoint run create'),
    });
    expect(settingsOf({ env, options, shard: { current: 1, total: 1 } }).testPoints).toBe('from-tests');
    expect(settingsOf({ options, shard }).testRunId).toBe(GUID);
  });

  test('the secret key is never shown, wherever it was put', () => {
    const options = { configurationId: KEY, [KEY]: 1, testRunId: `${KEY}x` };
    const env = { ...ENV, TMS_CONFIGURATION_ID: '', TMS_TEST_RUN_ID: '' };
    const text = JSON.stringify(problemsOf({ options, env }));
    expect(text).toContain('***');
    expect(text).not.toContain(KEY);
  });
});

describe('values in their final form', () => {
  test('the url loses the slash at its end and keeps its path', () => {
    expect(settingsOf({ env: { ...ENV, TMS_URL: ' https://Example.com:8443/tms/ ' } }).url).toBe(
      'https://example.com:8443/tms',
    );
  });

  test('strings are taken for numbers and booleans, as command lines have nothing else', () => {
    expect(settingsOf({ options: { concurrency: '8', watch: 'true', steps: { api: '0' } } })).toMatchObject({
      concurrency: 8,
      watch: true,
      steps: { expect: true, api: false, fixtures: true },
    });
  });

  test('a file of test points is read from beside what names it', () => {
    const points = [{ configurationGlobalId: 1, testCaseGlobalId: 101 }];
    const idRoot = folder({
      'points.json': JSON.stringify(points),
      'testpoint.config.json': '{ "testPoints": "./points.json" }',
    });
    expect(settingsOf({ idRoot, cwd: folder() }).testPoints).toEqual(points);
  });

  test('the caller’s own options come back unchecked', () => {
    expect(settingsOf({ options: { console: 'dot' }, extraKeys: ['console'] }).extra).toEqual({ console: 'dot' });
    expect(settingsOf({ options: { console: 'dot' }, extraKeys: 'any' }).extra).toEqual({ console: 'dot' });
    expect(problemsOf({ options: { batchSise: 1 }, extraKeys: 'any' })[0]).toMatchObject({ nearest: 'batchSize' });
  });

  test('in CI branch, commit and job become properties, beside the user’s own', () => {
    const env = {
      ...ENV,
      GITLAB_CI: 'true',
      CI_COMMIT_REF_NAME: 'main',
      CI_COMMIT_SHA: 'abc',
      CI_JOB_URL: 'https://x/1',
    };
    expect(settingsOf({ env, options: { properties: { branch: 'mine', shift: 2 } } }).properties).toEqual({
      branch: 'mine',
      shift: '2',
      commit: 'abc',
      jobUrl: 'https://x/1',
    });
    expect(settingsOf({ env: { ...env, TMS_CI: '0' } }).properties).toEqual({});
  });

  test('for the service alone neither run nor configuration is needed', () => {
    expect(settingsOf({ env: { TMS_URL: 'http://x', TMS_SECRET_KEY: KEY }, purpose: 'service' }).url).toBe('http://x');
  });

  test('a variable that is nearly one of ours is warned about, others are not ours', () => {
    const resolved = resolve({ env: { ...ENV, TMS_TESTRUN_ID: 'x', TMS_ADAPTER_MODE: '1' } });
    expect(resolved).toMatchObject({ warnings: ['TMS_TESTRUN_ID is not read; did you mean TMS_TEST_RUN_ID?'] });
  });
});
