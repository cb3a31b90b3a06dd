import { afterAll, describe, expect, test } from 'vitest';
import {
  ENV,
  folder,
  GUID,
  KEY,
  problemsOf,
  removeFolders,
  resolve,
  settingsOf,
} from '../../test/samples/resolve-in-test.js';
import { formatProblems } from './problems.js';

afterAll(removeFolders);

describe('errors name the key, its origin and the fix', () => {
  test.each<[string, unknown, Record<string, string>, string, RegExp]>([
    ['an unknown option', { batchSise: 1 }, {}, 'batchSise', /no such option. Did you mean batchSize\?/],
    ['another tool’s name', { privateToken: 'x' }, {}, 'privateToken', /Did you mean secretKey\?/],
    ['options that are not an object', 'x', {}, 'options', /"x" is not an object/],
    [
      'a number out of range',
      { concurrency: 0 },
      {},
      'concurrency',
      /0 is not allowed. Give a whole number of requests at once from 1 to 64/,
    ],
    ['a fraction', {}, { TMS_BATCH_SIZE: '1.5' }, 'batchSize', /environment TMS_BATCH_SIZE.*"1.5" is not allowed/],
    ['a word that is not in the list', { finish: 'done' }, {}, 'finish', /one of auto, complete, stop, leave/],
    ['a boolean that is neither', {}, { TMS_CI: 'perhaps' }, 'ci', /neither true nor false/],
    [
      'an id that is not a GUID',
      { configurationId: '7' },
      { TMS_CONFIGURATION_ID: '' },
      'configurationId',
      /"7" is not a GUID/,
    ],
    ['a url without a scheme', {}, { TMS_URL: 'tms.example.com' }, 'url', /not an http or https address/],
    ['a url with a password', {}, { TMS_URL: 'https://u:p@tms.example.com' }, 'url', /it contains credentials/],
    ['a url with a query', {}, { TMS_URL: 'https://tms.example.com?x=1' }, 'url', /a query/],
    ['a key with a line break', {}, { TMS_SECRET_KEY: 'abc\n' }, 'secretKey', /an HTTP header can’t carry/],
    ['a login with a line break', { userName: 'anna\n' }, {}, 'userName', /is not a login/],
    ['a short secret', { redact: ['long enough', 'abc'] }, {}, 'redact[1]', /fewer than 4 characters/],
    ['a pattern that matches the empty string', { redact: [/x*/] }, {}, 'redact[0]', /matches the empty string/],
    [
      'a configuration without any id',
      { configurations: { chromium: {} } },
      {},
      'configurations.chromium',
      /neither id nor globalId/,
    ],
    [
      'a misspelled nested key',
      { configurations: { a: { globalld: 1 } } },
      {},
      'configurations.a.globalld',
      /Did you mean globalId\?/,
    ],
    ['a step kind that is not a boolean', { steps: { api: 'perhaps' } }, {}, 'steps.api', /neither true nor false/],
    ['an unknown link type', { links: [{ url: 'a.b', type: 'Reqirement' }] }, {}, 'links[0].type', /Requirement/],
    [
      'a parameter that is an object',
      { parameters: { a: {} } },
      {},
      'parameters.a',
      /is not allowed\. Give a string\./,
    ],
    [
      'an unknown failure reason',
      { failureReasons: [{ pattern: /x/, reason: 'Bug' }] },
      {},
      'failureReasons[0].reason',
      /ProductDefect/,
    ],
    ['a run address without a place for the id', { runUrl: 'https://x.example' }, {}, 'runUrl', /\{id\}/],
    [
      'a test point without a test case',
      { testPoints: [{ configurationGlobalId: 1 }] },
      {},
      'testPoints[0].testCaseGlobalId',
      /it is missing. Give an object with configurationGlobalId, testCaseGlobalId/,
    ],
    [
      'a test points file that does not exist',
      { testPoints: 'nowhere.json' },
      {},
      'testPoints',
      /nowhere.json can't be read/,
    ],
  ])('%s', (_what, options, env, key, message) => {
    const input = { options, env: { ...ENV, ...env } };
    const resolved = resolve(input);
    const warnings = resolved.state === 'on' ? resolved.warnings : [];
    const lines = [...formatProblems(problemsOf(input)), ...warnings];
    expect(lines).toHaveLength(1);
    expect(lines[0]?.trim().startsWith(`${key} (`)).toBe(true);
    expect(lines[0]).toMatch(message);
  });

  test.each<[string, unknown, Record<string, string>?]>([
    ['batchSize', 0],
    ['finish', 'done'],
    ['reportHistory', 'a\0b'],
    ['steps', { api: 'perhaps' }],
    ['links', [{ url: 'a.b', type: 'x' }]],
    ['runUrl', 'https://x.example'],
    ['failureReasons', {}],
    ['colour', true],
    ['batchSise', 1],
    ['ci', 'perhaps', { TMS_CI: 'perhaps' }],
  ])('a wrong %s takes its default, with a warning', (key, value, env = {}) => {
    const right = settingsOf({ env: { ...ENV } });
    const resolved = resolve({ options: { [key]: value }, env: { ...ENV, ...env } });
    expect(resolved).toMatchObject({ state: 'on', warnings: [expect.stringContaining(' is ignored: ')] });
    expect(resolved).toMatchObject({ settings: right });
  });

  test.each<[string, unknown]>([
    ['configurations', 5],
    ['projectInId', 'x'],
    ['externalId', 'name'],
    ['enabled', 'x'],
    ['redact', 'word'],
    ['outboxDir', 'a\0b'],
    ['redakt', ['secret']],
  ])('a wrong %s stops recording', (key, value) => {
    for (const env of [ENV, { TMS_REPORT: '1' }]) {
      const resolved = resolve({ options: { [key]: value }, env });
      expect(resolved).toMatchObject({ state: 'error', problems: [{ key: expect.stringMatching(`^${key}`) }] });
    }
  });

  const PLAN = {
    projectGlobalId: 1,
    testPlanGlobalId: 2,
    testPoints: [{ configurationGlobalId: 3, testCaseGlobalId: 4 }],
  };
  const NEW_RUN = { TMS_TEST_RUN_ID: undefined };

  test.each<[string, unknown, object?, Record<string, string | undefined>?]>([
    ['url', 'x'],
    ['secretKey', 'key\n'],
    ['userName', 'a\nb'],
    ['testRunId', '7'],
    ['testRunId', '7', PLAN],
    ['testRun_Id', GUID],
    ['configurationId', '7'],
    ['api', 'v3'],
    ['projectGlobalId', 'x', PLAN, NEW_RUN],
    ['testPlanGlobalId', 'x', PLAN, NEW_RUN],
    ['testPoints', [], PLAN, NEW_RUN],
    ['createRun', 'perhaps', PLAN, NEW_RUN],
    ['configurationGlobalId', 'x', { ...PLAN, testPoints: 'from-tests' }, NEW_RUN],
    ['configurationGlobalId', 'x', { api: 'legacy', testPlanGlobalId: 2 }],
  ])('a wrong %s (%j, %j) stops delivery only, and the report is made', (key, value, options, changes = {}) => {
    const own = `TMS_${key.replace(/[A-Z]/g, '_$&').replace('__', '_').toUpperCase()}`;
    const env = { ...ENV, ...changes, [own]: '', TMS_REPORT: '1' };
    expect(resolve({ options: { ...options, [key]: value }, env })).toMatchObject({
      state: 'on',
      settings: {
        deliveryProblems: [{ key: expect.stringMatching(`^${key}`), stops: 'delivery' }],
        report: 'testpoint-report',
        reportOnly: false,
      },
    });
  });

  test.each<[string, unknown, object?, Record<string, string>?]>([
    ['projectGlobalId', 'x'],
    ['testPlanGlobalId', 'x'],
    ['testPoints', []],
    ['createRun', 'perhaps'],
    ['configurationGlobalId', 'x'],
    ['testRun_Id', GUID],
    ['configurationId', '7', { configurations: { web: { id: GUID } } }],
    ['url', 'x', {}, { TMS_SECRET_KEY: '', TMS_REPORT: '1' }],
    ['options', undefined],
  ])('a wrong %s (%j, %j) does no harm where it is not needed', (key, value, options, changes = {}) => {
    const own = key === 'testRun_Id' ? '' : `TMS_${key.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
    const input = key === 'options' ? 'dot' : { ...options, [key]: value };
    expect(resolve({ options: input, env: { ...ENV, [own]: '', ...changes } })).toMatchObject({
      state: 'on',
      settings: { deliveryProblems: [] },
      warnings: [expect.stringMatching(`^${key}[^ ]* \\(reporter options\\) is ignored: `)],
    });
  });

  test('nothing creates a run while it is unknown which one is right', () => {
    expect(settingsOf({ options: { ...PLAN, testRunId: '7' }, env: { ...ENV, ...NEW_RUN } }).createRun).toBe(false);
    expect(settingsOf({ options: PLAN, env: { ...ENV, ...NEW_RUN, TMS_URL: 'x' } }).createRun).toBe(true);
  });

  test('an empty variable is called empty, and TMS_TEST_RUN_ID comes first', () => {
    const origins = (env: Record<string, string>, options: object = {}) =>
      problemsOf({ options, env: { ...ENV, ...env } }).map(({ key, origin }) => `${key}: ${origin}`);
    expect(origins({ TMS_TEST_RUN_ID: '', TMS_URL: '', TMS_CONFIGURATION_ID: '' })).toEqual([
      'url: TMS_URL is empty',
      'testRunId: TMS_TEST_RUN_ID is empty',
      'configurationId: TMS_CONFIGURATION_ID is empty',
    ]);
    expect(origins({ TMS_TEST_RUN_ID: '' }, { projectGlobalId: 1, testPlanGlobalId: 2 })).toEqual([
      'testRunId: TMS_TEST_RUN_ID is empty',
      'testPoints: not set',
    ]);
  });

  test.each<[Record<string, string>, object]>([
    [{ TMS_SECRET_KEY: 'hunter22\n' }, {}],
    [{ TMS_SECRET_KEY: '', TMS_SECRETKEY: 'hunter22', TMS_REPORT: '1' }, {}],
    [{ TMS_SECRET_KEY: '', TMS_REPORT: '1' }, { privateToken: 'hunter22' }],
  ])('a key that can’t be used is masked, too: %j, %j', (env, options) => {
    expect(settingsOf({ env: { ...ENV, ...env }, options }).redact).toContain('hunter22');
  });

  test('if recording stops, other mistakes are listed, too', () => {
    const problems = problemsOf({ options: { batchSize: 0, api: 'v3', externalId: 'x' } });
    expect(problems.map(({ key }) => key)).toEqual(['externalId', 'batchSize', 'api']);
  });

  test('a config file whose getter throws is wrong, and throws nothing', () => {
    const idRoot = folder({
      'testpoint.config.cjs': 'module.exports = { links: [{ get url() { throw new Error("no url"); } }] };',
    });
    expect(problemsOf({ idRoot })).toMatchObject([
      { key: 'config file', message: 'reading its options failed: no url. Correct them.' },
    ]);
    const strange = folder({ 'testpoint.config.cjs': 'throw { get message() { throw 1; }, toString: 5 };' });
    expect(problemsOf({ idRoot: strange })[0]?.message).toMatch(/unknown error/);
  });

  test.each(['/', '.', '..', './', '../..', 'a/../..', 'a\0b'])(
    '%j is no folder for a report, which goes to the default one',
    (report) => {
      const resolved = resolve({ options: { report } });
      const settings = { report: 'testpoint-report' };
      const warnings = [expect.stringMatching(/^report \(reporter options\)/)];
      expect(resolved).toMatchObject({ state: 'on', settings, warnings });
      expect(resolve({ options: { report }, env: {} })).toMatchObject({ state: 'on', settings, warnings });
    },
  );

  test('a key without a url is a problem, and so is one with neither run nor plan', () => {
    expect(problemsOf({ env: { TMS_SECRET_KEY: KEY } }).map(({ key }) => key)).toEqual([
      'url',
      'testRunId',
      'configurationId',
    ]);
  });

  test('the errors for half a plan name the missing half', () => {
    const env = { ...ENV, TMS_TEST_RUN_ID: '' };
    expect(problemsOf({ env, options: { projectGlobalId: 1 } }).map(({ key }) => key)).toEqual([
      'testRunId',
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
      message: expect.stringContaining('testpoint run create'),
    });
    expect(settingsOf({ env, options, shard: { current: 1, total: 1 } }).testPoints).toBe('from-tests');
    expect(settingsOf({ options, shard }).testRunId).toBe(GUID);
  });

  test('if no run is created, the settings for one are not required', () => {
    const env = { ...ENV, TMS_TEST_RUN_ID: '', TMS_CREATE_RUN: '0' };
    expect(settingsOf({ env, options: {} }).createRun).toBe(false);
    expect(settingsOf({ env, options: { testPoints: 'from-tests' } }).testRunId).toBe(undefined);
  });

  test('the error for a file without test points says what it contains', () => {
    const idRoot = folder({ 'points.json': '{ "points": [] }', 'text.json': '"x"', 'hole.json': '[{ "a": 1 }]' });
    const env = { ...ENV, TMS_TEST_RUN_ID: undefined };
    const message = (testPoints: string) => problemsOf({ idRoot, env, options: { testPoints } })[0];
    expect(message('points.json')?.message).toMatch(
      /points\.json holds an object without testPoints\. It must contain a list/,
    );
    expect(message('text.json')?.message).toMatch(/text\.json holds "x"\./);
    expect(message('hole.json')).toMatchObject({
      key: 'testPoints[0].configurationGlobalId',
      origin: expect.stringMatching(/^reporter options, file .*hole\.json$/),
    });
  });

  test('the error for a reporter’s own option in a config file says where to put it', () => {
    const idRoot = folder({ 'testpoint.config.json': '{ "console": "dot" }' });
    const mocha = { name: 'mocha', title: 'Mocha', isLoadedBy: () => false, ownOptions: ['console'] };
    for (const framework of [mocha, {}]) {
      expect(resolve({ idRoot, framework, hosts: [mocha] })).toMatchObject({
        warnings: [expect.stringMatching(/^console .*Move it to the options of @testpoint\/mocha\./)],
      });
    }
  });

  test('invalid names in maps are refused', () => {
    const parameters = JSON.parse('{ "constructor": "x" }');
    expect(resolve({ options: { parameters } })).toMatchObject({ warnings: [expect.stringMatching(/^parameters /)] });
  });

  test('another reporter’s options cause no warning, unless they look like misspelled ones of ours', () => {
    const input = { framework: { ownOptions: ['console'], sharesOptions: true } } as const;
    const options = { maxDiffSize: 16384, reportDir: 'x', reportFilename: 'x', mochaFile: 'x', host: 'x', quiet: true };
    expect(resolve({ ...input, options })).toMatchObject({ state: 'on', warnings: [], settings: { extra: {} } });
    expect(resolve({ ...input, options: { batchSise: 1, consle: 'dot' } })).toMatchObject({
      state: 'on',
      warnings: [expect.stringContaining('Did you mean batchSize?'), expect.stringContaining('Did you mean console?')],
    });
    for (const key of ['redakt', 'redcat', 'rdct'])
      expect(problemsOf({ ...input, options: { [key]: ['secret'] } })).toMatchObject([{ key }]);
  });

  test('the secret key is never shown, even in the wrong option', () => {
    const options = { configurationId: KEY, [KEY]: 1, testRunId: `${KEY}x` };
    const env = { ...ENV, TMS_CONFIGURATION_ID: '', TMS_TEST_RUN_ID: '' };
    const text = JSON.stringify(problemsOf({ options, env }));
    expect(text).toContain('***');
    expect(text).not.toContain(KEY);
  });
});
