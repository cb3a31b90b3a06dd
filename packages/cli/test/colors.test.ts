import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BIN, ended, SUITE, Workplace } from './harness.js';

const SCRIPT = '/usr/bin/script';
const COLOR_CODE = '\u001b[3';

let place: Workplace;
beforeAll(async () => {
  place = await Workplace.open();
});
afterAll(() => place.close());

const commands: [string, string[]][] = [
  ['the command line', [BIN, 'doctor']],
  ['a reporter’s summary', [SUITE, '1', 'close']],
];

describe.each(commands)('%s', (_, args) => {
  test.each<[Record<string, string>, boolean]>([
    [{}, false],
    [{ FORCE_COLOR: '1' }, true],
    [{ FORCE_COLOR: '0' }, false],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false],
    [{ FORCE_COLOR: '1', NODE_DISABLE_COLORS: '1' }, false],
  ])('with %j, in a pipe, has colors: %s', async (env, isColored) => {
    const { stdout, stderr } = await ended(place.spawn(process.execPath, args, { ...place.env, ...env }));
    expect(stdout + stderr).toMatch(/settings|Testpoint/);
    expect((stdout + stderr).includes(COLOR_CODE)).toBe(isColored);
  });

  test.skipIf(process.platform !== 'linux' || !existsSync(SCRIPT)).each<[Record<string, string>, boolean]>([
    [{}, true],
    [{ NO_COLOR: '' }, true],
    [{ NO_COLOR: '1' }, false],
    [{ FORCE_COLOR: '0' }, false],
    [{ TERM: 'dumb' }, false],
  ])('with %j, on a terminal, has colors: %s', async (env, isColored) => {
    const command = `exec ${[process.execPath, ...args].map((part) => `'${part}'`).join(' ')}`;
    const script = ['--quiet', '--return', '--command', command, '/dev/null'];
    const { stdout } = await ended(place.spawn(SCRIPT, script, { ...place.env, TERM: 'xterm', ...env }));
    expect(stdout).toMatch(/settings|Testpoint/);
    expect(stdout.includes(COLOR_CODE)).toBe(isColored);
  });
});
