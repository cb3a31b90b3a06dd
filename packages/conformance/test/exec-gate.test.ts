import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { type Framework, jest, jestConfig, mocha, playwright, vitest } from './selection/frameworks.js';
import { Place } from './selection/place.js';
import { notes } from './selection/suites.js';
import { useService } from './use-service.js';

const service = useService();

let place: Place | undefined;
afterEach(() => place?.clean());

/** Two tests that pass and one that fails. */
const suiteOf = ({ dialect }: Framework): string => `${dialect.head}${notes}
test('passes', () => ran('passes'));
test('passes, too', () => ran('passes, too'));
test('fails', () => { ran('fails'); throw new Error('broken'); });
`;

function open(framework: Framework, gate: object, { script = framework.script, more = {} } = {}): Place {
  return new Place(
    framework.modules,
    script,
    {
      ...framework.files({ suite: suiteOf(framework) }),
      'testpoint.config.json': JSON.stringify({ gate, report: true }),
      ...more,
    },
    {},
  );
}

const brokenTeardown = (more: object = {}) => ({
  'jest.config.json': jestConfig({ globalTeardown: './teardown.js', ...more }),
  'teardown.js': "module.exports = () => Promise.reject(new Error('still in use'));",
});

/** Only long runs take all of them: the other tests have Mocha. */
const FRAMEWORKS: [string, Framework][] = IS_LONG
  ? [
      ['Mocha', mocha('mocha')],
      ['Jest', jest('jest')],
      ['Vitest', vitest()],
      ['Playwright', playwright()],
    ]
  : [];

const OTHER_TEARDOWNS: [string, Framework, Record<string, string>][] = [
  ['globalTeardown of Jest with forceExit', jest('jest', '--forceExit'), brokenTeardown()],
  [
    'globalSetup of Vitest',
    vitest(),
    {
      'vitest.config.mjs':
        "export default { test: { globalSetup: './setup.mjs', reporters: ['default', '@testpoint/vitest'] } };",
      'setup.mjs': "export const teardown = () => Promise.reject(new Error('still in use'));",
    },
  ],
];

describe('exec --gate', () => {
  test.each(FRAMEWORKS)('%s: only allowed tests failed, so the command has succeeded', async (_name, framework) => {
    place = open(framework, { maxFailed: 1, minTests: 3 });
    const end = await place.exec(['--gate']);
    expect(end.output).toContain('The gate is open: maxFailed, minTests');
    expect(end.code, end.output).toBe(0);
    expect(sessionsIn(place)).toEqual([]);
  });

  test('a closed gate keeps the code of a failed command', async () => {
    place = open(mocha('mocha'), { maxFailed: 0 });
    const end = await place.exec(['--gate']);
    expect(end.output).toMatch(/✗ maxFailed: 1 test failed, 0 allowed\n {4}\S+ > fails\n/);
    expect(end.code).not.toBe(0);
  });

  test('a closed gate fails a command that has succeeded', async () => {
    const framework = mocha('mocha');
    place = open(framework, { minTests: 100 }, { script: `${framework.script} --grep passes` });
    const end = await place.exec(['--gate']);
    expect(end.output).toContain('✗ minTests: 2 results, at least 100 needed');
    expect(end.code).toBe(1);
  });

  test('an open gate changes nothing if another program may have failed', async () => {
    const framework = mocha('mocha');
    place = open(framework, { maxFailed: 1 }, { script: `${framework.script} && node -e 0` });
    const end = await place.execNpm(['--gate']);
    expect(end.output).toMatch(
      /The exit code stays 1: "npm test --silent" may run other programs, and what follows a failed one never starts\./,
    );
    expect(end.code).toBe(1);
  });

  test('an open gate changes nothing if there was an error outside of tests', async () => {
    place = open(jest('jest'), { maxFailed: 1 }, { more: { 'broken.test.js': "require('./missing');" } });
    const end = await place.exec(['--gate']);
    expect(end.output).toMatch(/The exit code stays 1: there were errors outside of tests in jest\./);
    expect(end.code).toBe(1);
  });

  test.each<[string, Framework, Record<string, string>]>([
    ['globalTeardown of Jest', jest('jest'), brokenTeardown({ reporters: ['@testpoint/jest', '@testpoint/jest'] })],
    ...(IS_LONG ? OTHER_TEARDOWNS : []),
  ])(
    'an open gate changes nothing if something may have failed after the tests: %s',
    async (_what, framework, more) => {
      place = open(framework, { maxFailed: 1 }, { more });
      const end = await place.exec(['--gate']);
      expect(end.output).toMatch(
        /The exit code stays 1: global(?:Teardown|Teardown, for example,|Setup’s teardown) may have failed the run, too\./,
      );
      expect(end.code).toBe(1);
    },
  );

  test('an open gate changes nothing if no test failed', async () => {
    const framework = mocha('mocha');
    place = open(
      framework,
      { maxFailed: 1 },
      { script: `${framework.script} --grep passes && node -e "process.exit(3)"` },
    );
    const end = await place.exec(['--gate']);
    expect(end.output).toMatch(/The exit code stays 3: no test failed, so something else did\./);
    expect(end.code).toBe(3);
  });

  test('an open gate changes nothing if the suite was killed', async () => {
    const framework = mocha('mocha');
    const more = { 'test/zzz.js': "it('dies', () => process.kill(process.pid, 'SIGKILL'));" };
    place = open(framework, { maxFailed: 1 }, { more });
    const end = await place.execNpm(['--gate']);
    expect(end.output).toMatch(/The exit code stays \d+: the suite in mocha did not end by itself\./);
    expect(end.code).not.toBe(0);
  });

  test('the gate is closed if no suite has reported anything', async () => {
    place = open(mocha('mocha'), { maxFailed: 1 }, { script: 'node -e 0' });
    const end = await place.exec(['--gate']);
    expect(end.output).toContain('✗ The gate is closed: no suite has reported anything. Check the command.');
    expect(end.code).toBe(1);
  });

  test.runIf(IS_LONG)('an open gate changes nothing if coverage may be too low', async () => {
    const framework = jest('jest');
    const thresholds = '--coverage --coverageReporters none --coverageThreshold \'{"global":{"lines":1}}\'';
    place = open(framework, { maxFailed: 1 }, { script: `${framework.script} ${thresholds}` });
    const end = await place.exec(['--gate']);
    expect(end.output).toMatch(/The exit code stays 1: coverage thresholds may have failed the run, too\./);
    expect(end.code).toBe(1);
  });

  test('reads what was delivered, and leaves nothing behind', async () => {
    place = open(mocha('mocha'), { maxFailed: 1, allDelivered: true });
    const end = await place.exec(['--gate'], {
      ...{ TMS_URL: service.url, TMS_SECRET_KEY: 'c2VjcmV0', TMS_TEST_RUN_ID: '11111111-1111-4111-8111-111111111111' },
      TMS_CONFIGURATION_ID: 'aaaaaaaa-0000-4000-8000-000000000010',
    });
    expect(end.output).toContain('all delivered');
    expect(end.output).toContain('The gate is open: maxFailed, allDelivered');
    expect(end.code, end.output).toBe(0);
    expect(sessionsIn(place)).toEqual([]);
  });

  test('after reruns, all attempts of a test count once, and the page of the job has one summary', async () => {
    const framework = mocha('mocha');
    place = open(framework, { maxFailed: 1 });
    const page = join(place.folder, 'step.md');
    const end = await place.execNpm(['--gate', '--rerun', '1'], { GITHUB_STEP_SUMMARY: page });
    expect(end.output).toContain('The gate is open: maxFailed');
    expect(end.code, end.output).toBe(0);
    expect(existsSync(page)).toBe(true);
    const text = readFileSync(page, 'utf8');
    expect(text.match(/^## /gm)).toHaveLength(1);
    expect(text).toContain('2 passed, 1 failed');
    expect(text).toContain('✅ The gate is open');
    expect(sessionsIn(place)).toEqual([]);
  });

  test('without rules or without results, nothing starts', async () => {
    place = open(mocha('mocha'), {});
    const none = await place.exec(['--gate']);
    expect(none).toMatchObject({ code: 2, ran: [] });
    expect(none.output).toContain('The gate has no rules');
    place.clean();
    place = open(mocha('mocha'), { maxFailed: 0 });
    const off = await place.exec(['--gate'], { TMS_REPORT: '0' });
    expect(off).toMatchObject({ code: 2, ran: [] });
    expect(off.output).toContain(
      'A gate needs results. Set TMS_REPORT=true: exec does not see the options of a reporter.',
    );
  });
});

function sessionsIn({ folder }: Place): string[] {
  return readdirSync(join(folder, '.testpoint')).filter((name) => /^\d{14}-/.test(name));
}
