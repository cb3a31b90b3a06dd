import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ENV, folder, KEY, removeFolders, resolve, settingsOf } from '../../test/samples/resolve-in-test.js';

afterAll(removeFolders);

describe('switched off', () => {
  test('without a secret key reporting is off, even with other mistakes', () => {
    const resolved = resolve({ env: {}, options: { url: 'nonsense', outboxDir: 1 } });
    expect(resolved).toEqual({
      state: 'off',
      inCi: false,
      reason:
        'off, no secret key (set TMS_SECRET_KEY and TMS_URL to report, or option report: true for a report on disk)',
    });
  });

  test('CI is distinguished from a developer’s machine', () => {
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
  ])('with %j and options %j reporting is %s', (env, options, state) => {
    expect(resolve({ env: { ...ENV, ...env }, options }).state).toBe(state);
  });
});

describe('paths', () => {
  const paths = { outboxDir: 'results', report: './pages', reportHistory: '../history.ndjson' };

  test('in a file that is not in the id root are relative to the file; defaults and others are not', () => {
    const cwd = folder({ 'testpoint.config.json': JSON.stringify(paths) });
    const inFile = Object.fromEntries(Object.entries(paths).map(([key, path]) => [key, join(cwd, path)]));
    expect(settingsOf({ idRoot: folder(), cwd })).toMatchObject(inFile);
    expect(settingsOf({ idRoot: cwd, cwd })).toMatchObject(paths);
    expect(settingsOf({ idRoot: folder(), cwd, options: paths })).toMatchObject(paths);
    const env = { ...ENV, TMS_OUTBOX_DIR: 'results', TMS_REPORT: './pages' };
    expect(settingsOf({ idRoot: folder(), cwd, env })).toMatchObject({ outboxDir: 'results', report: './pages' });
    const usual = folder({ 'testpoint.config.json': '{ "report": true }' });
    expect(settingsOf({ idRoot: folder(), cwd: usual })).toMatchObject({
      outboxDir: '.testpoint',
      report: 'testpoint-report',
    });
  });
});

describe('precedence', () => {
  test('a command line overrides everything', () => {
    const resolved = resolve({
      commandLine: { concurrency: '9', batchSize: undefined },
      env: { ...ENV, TMS_CONCURRENCY: '5' },
    });
    expect(resolved).toMatchObject({
      settings: { concurrency: 9, batchSize: 100 },
      origins: { concurrency: 'command line' },
    });
  });

  test('the environment overrides options, options override the file, the file overrides defaults', () => {
    const idRoot = folder({ 'testpoint.config.json': '{ "concurrency": 2, "batchSize": 20, "closeTimeout": 5 }' });
    const resolved = resolve({
      idRoot,
      options: { concurrency: 3, batchSize: 30 },
      env: { ...ENV, TMS_CONCURRENCY: '5' },
    });
    expect(resolved).toMatchObject({
      state: 'on',
      settings: { concurrency: 5, batchSize: 30, closeTimeout: 5, requestTimeout: 10_000 },
      origins: {
        concurrency: 'environment TMS_CONCURRENCY',
        batchSize: 'reporter options',
        closeTimeout: `file ${join(idRoot, 'testpoint.config.json')}`,
        requestTimeout: 'default',
      },
    });
  });

  test('an empty variable, and an option that is empty or undefined, count as not set', () => {
    const options = { concurrency: 3, userName: '', testRunId: undefined };
    const settings = settingsOf({ env: { ...ENV, TMS_CONCURRENCY: '', TMS_USER_NAME: '' }, options });
    expect(settings.concurrency).toBe(3);
    expect(settings).not.toHaveProperty('userName');
  });

  test('TMS_PRIVATE_TOKEN is an alternative to TMS_SECRET_KEY, which takes precedence', () => {
    const { TMS_SECRET_KEY, ...rest } = ENV;
    expect(settingsOf({ env: { ...rest, TMS_PRIVATE_TOKEN: 'other' } }).secretKey).toBe('other');
    expect(settingsOf({ env: { ...rest, TMS_SECRET_KEY, TMS_PRIVATE_TOKEN: 'other' } }).secretKey).toBe(KEY);
  });
});

describe('values in their final form', () => {
  test('the url loses its trailing slash and keeps its path', () => {
    expect(settingsOf({ env: { ...ENV, TMS_URL: ' https://Example.com:8443/tms/ ' } }).url).toBe(
      'https://example.com:8443/tms',
    );
  });

  test('strings are converted to numbers and booleans, because command lines have only text', () => {
    expect(settingsOf({ options: { concurrency: '8', watch: 'true', steps: { api: '0' } } })).toMatchObject({
      concurrency: 8,
      watch: true,
      steps: { expect: true, api: false, fixtures: true },
    });
  });

  test('a test points file is relative to the folder of the config file that names it', () => {
    const points = [{ configurationGlobalId: 1, testCaseGlobalId: 101 }];
    const idRoot = folder({
      'points.json': JSON.stringify(points),
      'testpoint.config.json': '{ "testPoints": "./points.json" }',
    });
    expect(settingsOf({ idRoot, cwd: folder() }).testPoints).toEqual(points);
  });

  test('options that belong to the caller are returned unchecked', () => {
    expect(settingsOf({ options: { console: 'dot' }, framework: { ownOptions: ['console'] } }).extra).toEqual({
      console: 'dot',
    });
  });

  test('in CI, branch, commit and job become properties, in addition to the user’s own', () => {
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

  test('neither run nor configuration is needed for the service alone', () => {
    expect(settingsOf({ env: { TMS_URL: 'http://x', TMS_SECRET_KEY: KEY }, purpose: 'service' }).url).toBe('http://x');
  });

  test('a second config file causes a warning', () => {
    const idRoot = folder({ 'testpoint.config.json': '{}', 'testpoint.config.cjs': 'module.exports = {};' });
    expect(resolve({ idRoot })).toMatchObject({
      warnings: [expect.stringMatching(/config\.json is ignored, because .*config\.cjs is used\. Keep only one\./)],
    });
  });

  test('a variable that resembles one of ours causes a warning, and others are ignored', () => {
    const resolved = resolve({ env: { ...ENV, TMS_TESTRUN_ID: 'x', TMS_ADAPTER_MODE: '1' } });
    expect(resolved).toMatchObject({
      warnings: ['TMS_TESTRUN_ID is not a known variable. Did you mean TMS_TEST_RUN_ID?'],
    });
  });
});

test.each([
  [
    'abc',
    [
      'secretKey (environment TMS_SECRET_KEY) has only 3 characters, so it is not masked: texts and attachments show it. Check that it is the whole key.',
    ],
  ],
  [
    'abcdefg',
    [
      'secretKey (environment TMS_SECRET_KEY) has only 7 characters, so masking it (***) changes other texts that contain it, too. Check that it is the whole key.',
    ],
  ],
  ['abcdefgh', []],
])('a key %s that is short causes a warning, which says what is not masked', (secretKey, warnings) => {
  expect(resolve({ env: { ...ENV, TMS_SECRET_KEY: secretKey } })).toMatchObject({ state: 'on', warnings });
});

test.each([
  ['TMS_SECRETKEY', 'TMS_SECRET_KEY'],
  ['TMS_SECERT_KEY', 'TMS_SECRET_KEY'],
  ['TMS_REPROT', 'TMS_REPORT'],
])('when reporting is off, a variable %s is named', (name, nearest) => {
  expect(resolve({ env: { [name]: 'x' } })).toMatchObject({
    state: 'off',
    reason: expect.stringMatching(
      `^off, no secret key .*\\. ${name} is not a known variable\\. Did you mean ${nearest}\\?$`,
    ),
  });
});

test.each([
  ['secretkey', 'secretKey'],
  ['reprot', 'report'],
])('when reporting is off, the option %s is named, because it resembles %s', (name, nearest) => {
  expect(resolve({ env: {}, options: { [name]: 'a2V5' } })).toMatchObject({
    state: 'off',
    reason: expect.stringMatching(
      `^off, no secret key .*\\. ${name} \\(reporter options\\): there is no such option\\. Did you mean ${nearest}\\?$`,
    ),
  });
});

test('with a report and no key, only the report is made', () => {
  expect(resolve({ env: {}, options: { report: true } })).toMatchObject({
    state: 'on',
    settings: { report: 'testpoint-report', reportOnly: 'no secret key', outboxDir: '.testpoint' },
  });
  expect(resolve({ env: { TMS_REPORT: '0' }, options: { report: 'out' } })).toMatchObject({ state: 'off' });
  for (const no of ['no', 'off', 'NO', 'false'])
    expect(resolve({ env: { TMS_REPORT: no }, options: { report: 'out' } })).toMatchObject({ state: 'off' });
  for (const yes of ['yes', 'on', 'Yes', '1'])
    expect(resolve({ env: { TMS_REPORT: yes } })).toMatchObject({ settings: { report: 'testpoint-report' } });
  expect(resolve({ env: { TMS_REPORT: './no' } })).toMatchObject({ settings: { report: './no' } });
  expect(resolve({ env: { TMS_REPORT: 'elsewhere' } })).toMatchObject({ settings: { report: 'elsewhere' } });
  expect(resolve({ env: {}, options: { report: 5 } })).toMatchObject({
    state: 'on',
    settings: { report: 'testpoint-report' },
    warnings: [expect.stringMatching(/^report /)],
  });
});
