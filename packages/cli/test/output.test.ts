import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { BIN, type Ended, ended, Workplace } from './harness.js';
import { suiteInProcess } from './in-process.js';

let place: Workplace;
beforeAll(async () => {
  place = await Workplace.open();
  await suiteInProcess([300], place.env, place.folder);
});
afterAll(() => place.close());

/** Commands, and their exit codes. */
const MORE: [string, number][] = [
  ['run stop no-such-run', 2],
  ['run list', 0],
  ['doctor', 0],
  ['--help', 0],
  ['no-such-command', 2],
];

/** Runs a shell command, in which `$testpoint` is our command line. */
function inShell(line: string): Promise<Ended> {
  const script = `set -o pipefail; testpoint='${process.execPath} ${BIN}'; ${line}`;
  return ended(place.spawn('bash', ['--norc', '-c', script], place.env));
}

// The shell's redirections and /dev/full break the streams.
describe.skipIf(process.platform !== 'linux')('output that cannot be written', () => {
  test.each([
    '>&- 2>&-',
    ...(IS_LONG ? ['2>/dev/full', '> >(exec true)', '2> >(exec true)', '2>&-', '>/dev/full'] : []),
  ])('does not change the exit code of a command that exec runs with %s', async (redirection) => {
    const { code } = await inShell(`$testpoint exec -- ${process.execPath} -e 'process.exitCode = 42' ${redirection}`);
    expect(code).toBe(42);
  });

  test.each<[string, number]>([['flush', 1], ...(IS_LONG ? MORE : [])])(
    'on standard error does not change the result of %s',
    async (args, expected) => {
      expect((await inShell(`$testpoint ${args} >/dev/null 2>/dev/full`)).code).toBe(expected);
      expect((await inShell(`$testpoint ${args} >/dev/null 2> >(exec true)`)).code).toBe(expected);
    },
  );

  test.each(['catalog', ...(IS_LONG ? ['catalog --json', 'run list', 'doctor', '--help'] : [])])(
    'on standard output makes %s fail with a reason, and without a stack trace',
    async (args) => {
      const { code, stderr } = await inShell(`$testpoint ${args} >/dev/full`);
      expect(code).toBe(1);
      expect(stderr).toMatch(/Could not write to standard output: .*ENOSPC/);
      expect(stderr).not.toMatch(/\n {4}at /);
    },
  );

  test.each(['catalog', ...(IS_LONG ? ['catalog --json', 'doctor'] : [])])(
    'a reader that has seen enough of %s is not a failure',
    async (args) => {
      const { code, stdout, stderr } = await inShell(`$testpoint ${args} | head -1`);
      expect({ code, lines: stdout.trim().split('\n').length }).toEqual({ code: 0, lines: 1 });
      expect(stderr).not.toMatch(/written|EPIPE|\n {4}at /);
    },
  );
});

describe.each(['catalog', 'catalog --json', 'run list', 'doctor', '--help'])('if %s cannot write', (args) => {
  const broken = (code: string) => ({
    write: () => {
      throw Object.assign(new Error(`${code}: broken`), { code });
    },
  });

  test('its output, it fails, and says so once', async () => {
    const end = await place.run(args.split(' '), place.env, { stdout: broken('ENOSPC') });
    expect(end.stderr.match(/Could not write to standard output: Error: ENOSPC: broken/g)).toHaveLength(1);
    expect(end.code).toBe(1);
  });

  test('to a reader that has seen enough, or its messages, it does not fail', async () => {
    expect(await place.run(args.split(' '), place.env, { stdout: broken('EPIPE') })).toMatchObject({ code: 0 });
    expect(await place.run(args.split(' '), place.env, { stderr: broken('ENOSPC') })).toMatchObject({ code: 0 });
  });
});
