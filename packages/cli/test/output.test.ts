import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BIN, type Ended, ended, Workplace } from './harness.js';

let place: Workplace;
beforeAll(async () => {
  place = await Workplace.open();
  await place.suite(['300', 'close'], place.env);
});
afterAll(() => place.close());

/** Runs a shell command, in which `$testpoint` is our command line. */
function inShell(line: string): Promise<Ended> {
  const script = `set -o pipefail; testpoint='${process.execPath} ${BIN}'; ${line}`;
  return ended(place.spawn('bash', ['--norc', '-c', script], place.env));
}

// The shell's redirections and /dev/full break the streams.
describe.skipIf(process.platform !== 'linux')('output that cannot be written', () => {
  test.each(['2> >(exec true)', '2>/dev/full', '2>&-', '>/dev/full', '> >(exec true)', '>&- 2>&-'])(
    'does not change the exit code of a command that exec runs with %s',
    async (redirection) => {
      const { code } = await inShell(
        `$testpoint exec -- ${process.execPath} -e 'process.exitCode = 42' ${redirection}`,
      );
      expect(code).toBe(42);
    },
  );

  test.each([
    ['flush', 1],
    ['run list', 0],
    ['doctor', 0],
    ['--help', 0],
    ['run stop no-such-run', 2],
    ['no-such-command', 2],
  ])('on standard error does not change the result of %s', async (args, expected) => {
    expect((await inShell(`$testpoint ${args} >/dev/null 2>/dev/full`)).code).toBe(expected);
    expect((await inShell(`$testpoint ${args} >/dev/null 2> >(exec true)`)).code).toBe(expected);
  });

  test.each(['catalog', 'catalog --json', 'run list', 'doctor', '--help'])(
    'on standard output makes %s fail with a reason, and without a stack trace',
    async (args) => {
      const { code, stderr } = await inShell(`$testpoint ${args} >/dev/full`);
      expect(code).toBe(1);
      expect(stderr).toMatch(/Could not write to standard output: .*ENOSPC/);
      expect(stderr).not.toMatch(/\n {4}at /);
    },
  );

  test.each(['catalog', 'catalog --json', 'doctor'])(
    'a reader that has seen enough of %s is not a failure',
    async (args) => {
      const { code, stdout, stderr } = await inShell(`$testpoint ${args} | head -1`);
      expect({ code, lines: stdout.trim().split('\n').length }).toEqual({ code: 0, lines: 1 });
      expect(stderr).not.toMatch(/written|EPIPE|\n {4}at /);
    },
  );
});
