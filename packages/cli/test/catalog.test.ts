import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogPath } from '../../core/src/outbox/write/catalog.js';
import { hidesSomething } from '../../report/src/hidden.js';
import { type Ended, inProcess } from './harness.js';
import { suiteInProcess } from './in-process.js';

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'testpoint-catalog-'));
  // The suite's tests are "suite.test.mjs > suite > test 1" to 3.
  await suiteInProcess([3], { TMS_REPORT: '1' }, folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ID = (number: number) => `suite.test.mjs > suite > test ${number}`;

function diff(older: string | Buffer, ...args: string[]): Promise<Ended> {
  writeFileSync(join(folder, 'older'), older);
  return inProcess(['catalog', '--diff', 'older', ...args], {}, folder);
}

test('a title can neither control the terminal nor begin a line; JSON keeps it', async () => {
  const outbox = join(folder, 'hostile');
  const title = 'pays\r\n::error::\u001b]0;owned\u0007\u001b[2J\u001b[31mall\u009b2J \u202egone';
  mkdirSync(outbox);
  writeFileSync(catalogPath(outbox), JSON.stringify({ externalId: title, file: 'a.js', titlePath: [title] }));
  const plain = await inProcess(['catalog', 'hostile'], {}, folder);
  expect(plain.stdout.split('\n')[1]).toBe('pays ::error::all2J gone  a.js  pays ::error::all2J gone');
  const { stdout } = await inProcess(['catalog', 'hostile', '--json'], {}, folder);
  expect(JSON.parse(stdout)).toMatchObject([{ externalId: title }]);
  expect(hidesSomething(stdout)).toBe(false);
});

describe('catalog --diff', () => {
  test('shows new, gone and probably renamed tests', async () => {
    const { code, stdout, stderr } = await diff(
      [ID(1), 'old.test.mjs > suite > test 2', 'pay.test.mjs > pays'].join('\r\n'),
    );
    expect(code).toBe(0);
    expect(stdout).toBe(
      [
        `new       ${ID(3)}`,
        'gone      pay.test.mjs > pays',
        'renamed?  old.test.mjs > suite > test 2',
        `          ${ID(2)}`,
        '',
      ].join('\n'),
    );
    expect(stderr).toBe('1 new test, 1 gone, 1 probably renamed\n');
  });

  test.each<[string, (ids: string[]) => string]>([
    [
      'the output of catalog --json',
      (ids) => JSON.stringify(ids.map((externalId) => ({ externalId, file: '', titlePath: [] }))),
    ],
    ['a JSON list of ids', (ids) => JSON.stringify(ids)],
    ['one id in each line', (ids) => `${ids.join('\n')}\n`],
    [
      'lines of a catalog',
      (ids) => ids.map((externalId) => JSON.stringify({ externalId, file: '', titlePath: [] })).join('\n'),
    ],
  ])('reads %s', async (_what, write) => {
    const { stdout } = await diff(write([ID(1), ID(2), 'x']), '--json');
    expect(JSON.parse(stdout)).toEqual({ added: [ID(3)], gone: ['x'], renamed: [] });
  });

  test('reads what PowerShell writes for >', async () => {
    const text = JSON.stringify([ID(1), ID(2), ID(3)]);
    const { code, stdout } = await diff(Buffer.from(`\uFEFF${text}\r\n`, 'utf16le'), '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ added: [], gone: [], renamed: [] });
  });

  test('of a file without ids is a wrong usage', async () => {
    const { code, stderr } = await diff('{"a": 1}');
    expect(code).toBe(2);
    expect(stderr).toBe('older has no external ids: name an older catalog, or a list of external ids.\n');
  });

  test('of a missing file is a wrong usage', async () => {
    const { code, stderr } = await inProcess(['catalog', '--diff', 'nowhere'], {}, folder);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^nowhere can't be read \(ENOENT.*\): name an older catalog, or a list of external ids\.\n$/,
    );
  });
});
