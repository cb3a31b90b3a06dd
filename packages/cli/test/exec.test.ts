import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { BIN, ended, printed, SECRET, SUITE, Workplace } from './harness.js';

let home: Workplace;
let place: Workplace;
beforeAll(async () => {
  home = await Workplace.open();
});
beforeEach(async () => {
  place = await home.another();
});
afterEach(() => {
  place.server.setFaults(undefined);
  place.clean();
});
afterAll(() => home.close());

const suite = (...args: string[]) => ['exec', '--', process.execPath, SUITE, ...args];

/** Two suites, of one test and of three, one after the other. */
const twoSuites = [
  ...['exec', '--', process.execPath, '-e'],
  `const { spawnSync } = require('node:child_process');
  for (const n of [1, 3]) spawnSync(process.execPath, [${JSON.stringify(SUITE)}, String(n), 'close'], { stdio: 'inherit' });`,
];

describe('exec', () => {
  test('creates a run, passes it to the command, and completes it', async () => {
    const end = await place.run(suite('3', 'close'));
    expect(end.stderr).toMatch(/run \S+ created and started/);
    expect(end.stderr).toMatch(/run \S+ completed/);
    expect(end.code).toBe(0);
    expect(await place.runs()).toMatchObject([{ status: 'Completed', testPoints: { Passed: 3 } }]);
  });

  test('the command’s environment names the run, and says to leave it open', async () => {
    const script = 'console.log(process.env.TMS_TEST_RUN_ID, process.env.TMS_FINISH, process.argv.slice(1).join())';
    const end = await place.run(['exec', '--', process.execPath, '-e', script, '--', '--json', '--root', 'x']);
    const [run] = await place.runs();
    expect(end.stdout).toBe(`${run?.id} leave --json,--root,x\n`);
  });

  test('the command’s environment has no key unless the user set it', async () => {
    place.write('testpoint.config.json', JSON.stringify({ secretKey: SECRET }));
    const { TMS_SECRET_KEY: _, ...env } = place.env;
    const script = 'console.log(JSON.stringify([process.env, process.argv]))';
    const end = await place.run(['exec', '--', process.execPath, '-e', script], env);
    expect(end.stdout).toContain('TMS_TEST_RUN_ID');
    for (const output of [end.stdout, end.stderr]) expect(output).not.toContain(SECRET);
  });

  test('two processes of one command report into the same run', async () => {
    const end = await place.run(twoSuites);
    expect(end.code).toBe(0);
    expect(await place.runs()).toMatchObject([{ status: 'Completed', testPoints: { Passed: 3 } }]);
  });

  test.each(IS_LONG ? [0, 1, 42] : [42])('exits with the command’s code %i', async (code) => {
    expect((await place.run(suite('1', 'close', String(code)))).code).toBe(code);
  });

  test('a given run is started and left open, unless requested otherwise', async () => {
    const id = (await place.run(['run', 'create'])).stdout.trim();
    const open = await place.run(suite('1', 'close'), { ...place.env, TMS_TEST_RUN_ID: id });
    expect(open.stderr).toMatch(/the service shows run \S+ as In progress/);
    expect(await place.runs()).toMatchObject([{ id, status: 'In progress' }]);
    await place.run(suite('1', 'close'), { ...place.env, TMS_TEST_RUN_ID: id, TMS_FINISH: 'complete' });
    expect(await place.runs()).toMatchObject([{ id, status: 'Completed' }]);
  });

  test('delivers the results that a killed command left, and stops the run', async () => {
    const end = await place.run(suite('2', 'die'));
    expect(end).toMatchObject({ code: null, signal: 'SIGKILL' });
    expect(await place.runs()).toMatchObject([{ status: 'Stopped', testPoints: { Passed: 2, Skipped: 1 } }]);
  });

  test.each<NodeJS.Signals>(['SIGTERM', ...(IS_LONG ? (['SIGINT', 'SIGHUP'] as const) : [])])(
    '%s is passed on once, and stops the run after the command has ended',
    async (signal) => {
      const child = place.start(suite('2', 'wait', '7'));
      const end = ended(child);
      await printed(child, 'waiting');
      child.kill(signal);
      expect(await end).toMatchObject({ code: 7, stdout: `waiting\ngot ${signal}\n` });
      expect(await place.runs()).toMatchObject([{ status: 'Stopped', testPoints: { Passed: 2, Skipped: 1 } }]);
    },
  );

  test('a result that is not in the run does not keep it open', async () => {
    const end = await place.run(suite('5', 'close'));
    expect(end.code).toBe(0);
    expect(end.stderr).toMatch(/2 results not in the run/);
    expect(end.stderr).toMatch(/--drop-unmatched/);
    expect(end.stderr).toMatch(/run \S+ completed\n.*the service shows run \S+ as Completed\n/);
    expect(await place.runs()).toMatchObject([{ status: 'Completed', testPoints: { Passed: 3 } }]);
    expect(place.waiting()).toHaveLength(1);
  });

  test('a result that the service did not accept keeps the run open, and the last message says what to do', async () => {
    place.server.setFaults({ rules: [{ operation: 'addResults', status: 503 }] });
    const end = await place.run(suite('2', 'close'), { ...place.env, TMS_CLOSE_TIMEOUT: '200' });
    place.server.setFaults(undefined);
    expect(end.code).toBe(0);
    const [run] = await place.runs();
    expect(run).toMatchObject({ status: 'In progress' });
    expect(end.stderr).toContain(`npx testpoint flush .testpoint && npx testpoint run complete ${run?.id}`);
    expect((await place.run(['flush'])).code).toBe(0);
    expect(await place.runs()).toMatchObject([{ testPoints: { Passed: 2 } }]);
  });
});

test('if the run is over when exec ends, the message does not call it open, and the command that it prints starts the run again', async () => {
  const { stdout: id } = await place.run(['run', 'create', '--start']);
  const run = id.trim();
  await place.run(['run', 'complete', run]);
  const unavailable = { status: 503, retryAfter: 0 };
  place.server.setFaults({
    rules: [
      { operation: 'startRun', ...unavailable },
      { operation: 'addResults', ...unavailable },
    ],
  });
  const end = await place.run(suite('2', 'close'), {
    ...place.env,
    TMS_TEST_RUN_ID: run,
    TMS_FINISH: 'complete',
    TMS_CLOSE_TIMEOUT: '200',
  });
  place.server.setFaults(undefined);
  expect(end.stderr).toContain(`the service shows run ${run} as Completed`);
  expect(end.stderr).toContain(`run ${run} is over, but not everything is delivered`);
  expect(end.stderr).not.toContain('stays open');
  expect(end.stderr).toContain(`npx testpoint run start ${run} && npx testpoint flush .testpoint`);
});

describe('if the service can’t create the run', () => {
  test('the command’s results wait, and go into one run that is created afterwards', async () => {
    place.server.setFaults({ rules: [{ operation: 'createRun', status: 503, retryAfter: 0, times: 2 }] });
    const end = await place.run(twoSuites);
    expect(end.code).toBe(0);
    expect(end.stderr).toMatch(/results wait in the outbox\./);
    expect(end.stderr).toMatch(/run \S+ created and started[\s\S]*run \S+ completed/);
    expect(await place.runs()).toMatchObject([{ status: 'Completed', testPoints: { Passed: 3 } }]);
    expect(place.waiting()).toEqual([]);
  });

  test('if the service still can’t create it afterwards, the last message says how to get everything into one run', async () => {
    place.server.setFaults({ rules: [{ operation: 'createRun', status: 503, retryAfter: 0 }] });
    const end = await place.run(twoSuites);
    expect(end.code).toBe(0);
    expect(place.waiting()).toHaveLength(2);
    expect(await place.runs()).toEqual([]);
    expect(end.stderr).toMatch(
      /2 sessions are waiting in \.testpoint \(\d+ KiB\) for a run\. Once the problem is fixed, run:\n/,
    );
    const advice = end.stderr.slice(end.stderr.indexOf('Once the problem is fixed, run:'));
    const commands = advice.split('\n').slice(1, 3);
    expect(commands).toEqual([
      '  TMS_TEST_RUN_ID=$(npx testpoint run create --start) && export TMS_TEST_RUN_ID',
      '  npx testpoint flush .testpoint && npx testpoint run complete',
    ]);
    const npx = `npx() { shift; "${process.execPath}" "${BIN}" "$@"; }`;
    const pasted = () => ended(place.spawn('sh', ['-c', [npx, ...commands].join('\n')], place.env));
    const failed = await pasted();
    expect(failed.stdout + failed.stderr).toContain('Could not create the run');
    expect(failed.stdout + failed.stderr).not.toContain(SECRET);
    place.server.setFaults(undefined);
    expect((await pasted()).code).toBe(0);
    expect(await place.runs()).toMatchObject([{ status: 'Completed', testPoints: { Passed: 3 } }]);
  });
});

const NO_RUN = '00000000-0000-4000-8000-000000000000';

describe('the command runs in any case', () => {
  test.each<[string, Record<string, string>, RegExp]>([
    ['without a key', { TMS_SECRET_KEY: '' }, /off, TMS_SECRET_KEY is empty/],
    ['without a key and with a report, of which it says nothing', { TMS_SECRET_KEY: '', TMS_REPORT: '1' }, /^$/],
    ['with wrong settings', { TMS_API: 'v3' }, /api \(environment TMS_API\)/],
    ['when the service refuses', { TMS_SECRET_KEY: 'wrong' }, /check TMS_SECRET_KEY/],
    [
      'when nothing listens',
      { TMS_URL: 'http://127.0.0.1:9' },
      /No connection to the service.*\n {2}The command’s results wait in the outbox\./,
    ],
    [
      'into a run that does not exist',
      { TMS_TEST_RUN_ID: NO_RUN },
      /\n {2}The command reports into run 0{8}\S+ anyway\./,
    ],
    [
      "with test points 'from-tests'",
      { TMS_TEST_POINTS: 'from-tests' },
      /works only in a suite.*\n {2}The command reports with its own settings\./,
    ],
  ])('%s', async (_what, env, message) => {
    const end = await place.run(['exec', '--', process.execPath, '-e', 'process.exitCode = 3'], {
      ...place.env,
      ...env,
    });
    expect(end.code).toBe(3);
    expect(end.stderr).toMatch(message);
    expect(end.stderr).not.toContain(SECRET);
  });

  test.each<[string, string, RegExp]>([
    ['whose getter throws', 'module.exports = { get url() { throw new Error("no url"); } };', /no url/],
    ['that throws no error', 'throw Object.create(null);', /unknown error/],
  ])('with a config file %s', async (_what, text, message) => {
    place.write('testpoint.config.cjs', text);
    const end = await place.run(['exec', '--', process.execPath, '-e', 'process.exitCode = 3'], place.env);
    expect(end.code).toBe(3);
    expect(end.stderr).toMatch(message);
  });

  test.skipIf(process.platform === 'win32')('in a working folder that was deleted', async () => {
    const inDeleted = ['-c', 'cd "$(mktemp -d)" && rmdir "$PWD" && exec "$0" "$@"', process.execPath, BIN, 'exec'];
    const command = ['--', process.execPath, '-e', 'process.exitCode = 3'];
    const end = await ended(place.spawn('sh', [...inDeleted, ...command], place.env));
    expect(end).toMatchObject({
      code: 3,
      stderr: 'Testpoint: the working folder was deleted, so exec only runs the command.\n',
    });
    expect((await ended(place.spawn('sh', [...inDeleted, '--gate', ...command], place.env))).code).toBe(2);
  });

  test('with wrong settings, exec and the suite together name each problem once', async () => {
    const env = { ...place.env, TMS_API: 'v3', TMS_PROJECT_GLOBAL_ID: '', TMS_ON_UNDELIVERED: 'fail' };
    const end = await place.run(suite('1', 'close'), env);
    expect(end.code).toBe(1);
    expect(end.stderr.split('api (environment TMS_API)')).toHaveLength(2);
    expect(end.stderr).toMatch(/^Testpoint: there is no run, the settings are wrong\n {2}api .*\n/);
    expect(end.stderr).toMatch(
      /1 result not delivered: the settings are wrong\n {6}projectGlobalId \(TMS_PROJECT_GLOBAL_ID is empty\)/,
    );
    expect(place.waiting()).toHaveLength(1);
  });

  test('a missing command exits with 127, and no run is created', async () => {
    const end = await place.run(['exec', '--', 'no-such-command-here']);
    expect(end.code).toBe(127);
    expect(end.stderr).toMatch(/can't be run: there is no command no-such-command-here in PATH/);
    expect(await place.runs()).toEqual([]);
  });

  test('a folder, and a script whose interpreter is missing, exit with 126', async () => {
    const folder = await place.run(['exec', '--', place.folder]);
    expect([folder.code, folder.stderr]).toEqual([
      126,
      expect.stringContaining(`Testpoint: the command can't be run: ${place.folder} is a folder`),
    ]);
    expect(await place.runs()).toEqual([]);
    // On Windows, a shell looks for the interpreter.
    if (process.platform === 'win32') return;
    const script = join(place.folder, 'script');
    writeFileSync(script, '#!/no/such/program\n', { mode: 0o755 });
    const { code, stderr } = await place.run(['exec', '--', script]);
    const why = `Testpoint: the command can't be run: the program that ${script} names in its first line (#!) does not exist`;
    expect([code, stderr]).toEqual([126, expect.stringContaining(why)]);
  });

  test('no command at all is wrong usage', async () => {
    expect((await place.run(['exec'])).code).toBe(2);
  });
});
