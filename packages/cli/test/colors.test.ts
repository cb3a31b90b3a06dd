import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { BIN, ended, SUITE, Workplace } from './harness.js';

const SCRIPT = '/usr/bin/script';
const COLOR_CODE = '\u001b[3';

let place: Workplace;
beforeAll(async () => {
  place = await Workplace.open();
});
afterAll(() => place.close());

type Cases = [env: Record<string, string>, isColored: boolean][];

const IN_PIPE: Cases = [
  [{}, false],
  [{ FORCE_COLOR: '1' }, true],
  [{ FORCE_COLOR: '0' }, false],
  [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  [{ FORCE_COLOR: '1', NODE_DISABLE_COLORS: '1' }, false],
];
const ON_TERMINAL: Cases = [
  [{}, true],
  [{ NO_COLOR: '' }, true],
  [{ NO_COLOR: '1' }, false],
  [{ FORCE_COLOR: '0' }, false],
  [{ TERM: 'dumb' }, false],
];

describe('the command line', () => {
  test.each(IN_PIPE)('with %j, in a pipe, has colors: %s', async (env, isColored) => {
    const { stdout } = await place.run(['doctor'], { ...place.env, ...env });
    expect(stdout).toMatch(/settings/);
    expect(stdout.includes(COLOR_CODE)).toBe(isColored);
  });

  test.each(ON_TERMINAL)('with %j, on a terminal, has colors: %s', async (env, isColored) => {
    let printed = '';
    const stdout = {
      isTTY: true,
      write: (text: string) => {
        printed += text;
      },
    };
    await place.run(['doctor'], { ...place.env, TERM: 'xterm', ...env }, { stdout });
    expect(printed).toMatch(/settings/);
    expect(printed.includes(COLOR_CODE)).toBe(isColored);
  });
});

const commands: [string, string[], number][] = [
  ['the command line', [BIN, 'doctor'], IS_LONG ? 5 : 1],
  ['a reporter’s summary', [SUITE, '1', 'close'], IS_LONG ? 5 : 2],
];

describe.each(commands)('%s, in a process of its own', (_, args, cases) => {
  test.each(IN_PIPE.slice(0, cases))('with %j, in a pipe, has colors: %s', async (env, isColored) => {
    const { stdout, stderr } = await ended(place.spawn(process.execPath, args, { ...place.env, ...env }));
    expect(stdout + stderr).toMatch(/settings|Testpoint/);
    expect((stdout + stderr).includes(COLOR_CODE)).toBe(isColored);
  });

  test.skipIf(process.platform !== 'linux' || !existsSync(SCRIPT)).each(ON_TERMINAL.slice(0, cases))(
    'with %j, on a terminal, has colors: %s',
    async (env, isColored) => {
      const command = `exec ${[process.execPath, ...args].map((part) => `'${part}'`).join(' ')}`;
      const script = ['--quiet', '--return', '--command', command, '/dev/null'];
      const { stdout } = await ended(place.spawn(SCRIPT, script, { ...place.env, TERM: 'xterm', ...env }));
      expect(stdout).toMatch(/settings|Testpoint/);
      expect(stdout.includes(COLOR_CODE)).toBe(isColored);
    },
  );
});
