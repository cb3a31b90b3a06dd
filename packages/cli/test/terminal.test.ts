import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { BIN, ended, printed, SUITE, Workplace } from './harness.js';

const SCRIPT = '/usr/bin/script';

let place: Workplace;
beforeEach(async () => {
  place = await Workplace.open({ open: true });
});
afterEach(() => place.close());

/** Runs `testpoint` on its own terminal. The output of both streams arrives on standard output. */
function onTerminal(args: readonly string[], env: Record<string, string>): ChildProcess {
  // The terminal of `script` has no width. `exec` replaces the shell, which a signal would end.
  const command = `stty cols 100; exec ${[process.execPath, BIN, ...args].map((part) => `'${part}'`).join(' ')}`;
  return place.spawn(SCRIPT, ['--quiet', '--return', '--command', command, '/dev/null'], { ...env, TERM: 'xterm' });
}

describe.skipIf(process.platform !== 'linux' || !existsSync(SCRIPT))('on a terminal', () => {
  test('flush shows a bar that moves and disappears at the end', async () => {
    const id = (await place.run(['run', 'create', '--start'])).stdout.trim();
    const env = { ...place.env, TMS_TEST_RUN_ID: id, TMS_BATCH_SIZE: '10', TMS_CONCURRENCY: '1' };
    await place.suite(['200', 'close'], { ...env, TMS_URL: 'http://127.0.0.1:9', TMS_CLOSE_TIMEOUT: '100' });
    place.server.setFaults({ rules: [{ operation: 'addResults', latency: [170, 170] }] });
    const { stdout, code } = await ended(onTerminal(['flush'], env));
    expect(code).toBe(0);
    const drawn = [...stdout.matchAll(/\r\u001b\[2K\u001b\[2m[█░]{30} +\d+ % {2}(\d+) of 200 results/g)].map(
      ([, done]) => Number(done),
    );
    expect(drawn.length).toBeGreaterThan(3);
    expect(drawn).toEqual([...drawn].sort((one, other) => one - other));
    expect(stdout.slice(stdout.lastIndexOf('\u001b[2K'))).toMatch(
      /200 results delivered[\s\S]*Everything is delivered\./,
    );
  });

  test('a wait of more than a second is shown', async () => {
    place.server.setFaults({ rules: [{ operation: 'listRuns', latency: [1_500, 1_500] }] });
    const { stdout } = await ended(onTerminal(['run', 'list'], place.env));
    expect(stdout).toMatch(/Waiting for the service … 1 s[\s\S]*\u001b\[2K[\s\S]*has no runs/);
  });

  test.each<[string, number]>([['y', 0], ...(IS_LONG ? [['n', 1] satisfies [string, number]] : [])])(
    'init asks before it changes anything: %s',
    async (answer, code) => {
      const devDependencies = { mocha: '*', '@testpoint/mocha': '*', testpoint: '*' };
      place.write('package.json', JSON.stringify({ devDependencies }));
      const child = onTerminal(['init'], {});
      const end = ended(child);
      await printed(child, 'Apply this?');
      child.stdin?.write(answer);
      expect((await end).code).toBe(code);
      expect(existsSync(join(place.folder, '.mocharc.json'))).toBe(code === 0);
    },
  );

  test('Ctrl+C during exec reaches the command once', async () => {
    const child = onTerminal(['exec', '--', process.execPath, SUITE, '2', 'wait', '7'], place.env);
    const end = ended(child);
    await printed(child, 'waiting');
    child.stdin?.write('\u0003');
    const { stdout, code } = await end;
    expect(code).toBe(7);
    expect(stdout.match(/got SIGINT/g)).toHaveLength(1);
    expect(stdout).toMatch(/run \S+ stopped/);
  });
});
