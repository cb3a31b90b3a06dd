import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProgram } from '../src/program.js';
import { SECRET, Workplace } from './harness.js';

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
let place: Workplace;
beforeAll(async () => {
  place = await Workplace.open();
});
afterAll(() => place.close());

describe('a run’s life', () => {
  test('create prints the id, start and complete change its state, list shows it', async () => {
    const created = await place.run(['run', 'create']);
    expect(created).toMatchObject({ code: 0, stderr: '' });
    const id = created.stdout.trim();
    expect(id).toMatch(GUID);
    expect((await place.run(['run', 'start', id])).stdout).toBe(`${id}  In progress\n`);
    expect(await place.runs()).toMatchObject([{ id, status: 'In progress' }]);
    expect((await place.run(['run', 'complete'], { ...place.env, TMS_TEST_RUN_ID: id })).stdout).toBe(
      `${id}  Completed\n`,
    );
    const listed = await place.run(['run', 'list']);
    expect(listed.stdout).toMatch(/^RUN +STATUS +PLAN +CREATED\n/);
    expect(listed.stdout).toMatch(new RegExp(`${id} +Completed +5 +20`));
  });

  test('--env prints only the assignment, --json prints JSON for programs', async () => {
    const { stdout } = await place.run(['run', 'create', '--env']);
    expect(stdout).toMatch(/^TMS_TEST_RUN_ID=[0-9a-f-]{36}\n$/i);
    const created = await place.run(['run', 'create', '--json', '--start']);
    expect(JSON.parse(created.stdout)).toEqual({ id: expect.stringMatching(GUID), status: 'In progress' });
    const stopped = await place.run(['run', 'stop', '--json', JSON.parse(created.stdout).id]);
    expect(JSON.parse(stopped.stdout)).toMatchObject({ status: 'Stopped' });
  });

  test('options override the environment', async () => {
    const { code } = await place.run(
      ['run', 'create', '--project', '1', '--plan', '5', '--test-points', 'points.json'],
      {
        ...place.env,
        TMS_PROJECT_GLOBAL_ID: '999',
        TMS_TEST_PLAN_GLOBAL_ID: '999',
        TMS_TEST_POINTS: 'nowhere.json',
      },
    );
    expect(code).toBe(0);
  });
});

describe('error messages say what to do', () => {
  test.each<[string[], Record<string, string>, number, RegExp]>([
    [['run', 'create'], { TMS_SECRET_KEY: '' }, 2, /TMS_SECRET_KEY is empty \(set TMS_SECRET_KEY/],
    [['run', 'create'], { TMS_URL: '' }, 2, /url \(TMS_URL is empty\).*Set TMS_URL/],
    [
      ['run', 'create'],
      { TMS_TEST_PLAN_GLOBAL_ID: '' },
      2,
      /No test plan given: set TMS_TEST_PLAN_GLOBAL_ID, or pass --plan/,
    ],
    [['run', 'create'], { TMS_TEST_POINTS: 'from-tests' }, 2, /works only in a suite/],
    [['run', 'create', '--plan', 'five'], {}, 2, /testPlanGlobalId \(command line\): "five" is not allowed/],
    [['run', 'create'], { TMS_TEST_PLAN_GLOBAL_ID: '99' }, 1, /Could not create the run: .*testPlanGlobalId/],
    [['run', 'create'], { TMS_SECRET_KEY: 'wrong' }, 1, /check TMS_SECRET_KEY and TMS_USER_NAME/],
    [['run', 'start'], {}, 2, /set TMS_TEST_RUN_ID, or run npx testpoint run start <id>/],
    [['run', 'start', 'seven'], {}, 2, /"seven" is not a GUID/],
    [['run', 'complete', '00000000-0000-4000-8000-000000000000'], {}, 1, /has no such run/],
    [['run', 'list', '--project', '42'], {}, 1, /Could not list the runs/],
    [['run', 'begin'], {}, 2, /unknown command 'begin'/],
    [['run', 'create', '--nosuch'], {}, 2, /unknown option '--nosuch'/],
    [['flsh'], {}, 2, /Did you mean flush\?/],
  ])('%j with %j exits with %i', async (args, env, code, message) => {
    const end = await place.run(args, { ...place.env, ...env });
    expect(end.stderr).toMatch(message);
    expect(end).toMatchObject({ code, stdout: '' });
    expect(end.stderr).not.toContain(SECRET);
  });

  test('a run that is already in the requested state is not an error', async () => {
    const strict = await Workplace.open({ strictStates: true });
    const id = (await strict.run(['run', 'create', '--start'])).stdout.trim();
    await strict.run(['run', 'complete', id]);
    const again = await strict.run(['run', 'complete', id]);
    await strict.close();
    expect(again).toMatchObject({
      code: 0,
      stdout: `${id}  Completed\n`,
      stderr: 'The run was already in that state.\n',
    });
  });

  test('a request that the service can’t answer now is retried', async () => {
    place.server.setFaults({ rules: [{ operation: 'createRun', status: [503], retryAfter: 0 }] });
    const end = await place.run(['run', 'create']);
    place.server.setFaults(undefined);
    expect(end.code).toBe(0);
    expect(end.stderr).toMatch(/Retrying in 0.5 s/);
  });
});

test.each(commandLines(createProgram()))('the help of %j exits with 0', async (words, command) => {
  const end = await place.run([...words, '--help'], {});
  expect(end).toMatchObject({ code: 0, stderr: '' });
  expect(end.stdout).toMatch(/Usage: testpoint/);
  expect(end.stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  if (command !== 'run') expect(end.stdout).toMatch(/Example:\n {2}\$ testpoint/);
});

/** The words of a command and of each command below it, with the command's name. */
function commandLines(command: Command, words: string[] = []): [string[], string][] {
  const below = command.commands.flatMap((child) => commandLines(child, [...words, child.name()]));
  return [[words, command.name()], ...below];
}
