import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TestJournal } from '../../core/test/journals.js';
import { inProcess } from './harness.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'testpoint-known-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const FILE = 'testpoint.known.json';
const testpoint = (...args: string[]) => inProcess(args, {}, folder);
const read = () => JSON.parse(readFileSync(join(folder, FILE), 'utf8'));

/** A report of a run in which the test "a" failed, and "b" passed. */
async function lastRun(): Promise<void> {
  const journal = new TestJournal();
  journal.result('a', {}, { outcome: 'Failed' });
  journal.result('b');
  journal.end();
  await testpoint('report', journal.outbox);
}

test('add writes an entry, and changes one that is there; the gate names its owner', async () => {
  await lastRun();
  const given = ['known', 'add', 'a', '--reason', 'a bug', '--until', '2999-12-31'];
  expect(await testpoint(...given)).toMatchObject({ code: 0, stderr: `"a" is a known failure now: ${FILE}\n` });
  expect(read()).toEqual([{ test: 'a', reason: 'a bug', until: '2999-12-31' }]);
  expect((await testpoint('gate', '--max-failed', '0')).stderr).toMatch(
    /^Known failure until 2999-12-31: a \(a bug\)$/m,
  );
  const changed = await testpoint('known', 'add', 'a', '--reason', 'no rocket', '--owner', 'shop');
  expect(changed.stderr).toBe(`The known failure "a" is changed: ${FILE}\n`);
  expect(read()).toEqual([{ test: 'a', reason: 'no rocket', owner: 'shop', until: '2999-12-31' }]);
  const gate = await testpoint('gate', '--max-failed', '0');
  expect(gate).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Known failure of shop until 2999-12-31: a \(no rocket\)$/m),
  });
  expect((await testpoint('known', 'add', 'c', '--reason', 'x')).stderr).toContain('The last run has no test "c"');
});

test('a wrong day, a missing reason, and a file with mistakes change nothing', async () => {
  expect(await testpoint('known', 'add', 'a', '--reason', 'x', '--until', 'soon')).toMatchObject({ code: 2 });
  expect(await testpoint('known', 'add', 'a')).toMatchObject({ code: 2 });
  writeFileSync(join(folder, FILE), '[{ "test": "a" }]');
  expect(await testpoint('known', 'add', 'b', '--reason', 'x')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('[0].reason is missing'),
  });
  expect(read()).toEqual([{ test: 'a' }]);
});

test('list shows owners and what has expired; prune removes that, and names what passed', async () => {
  expect((await testpoint('known', 'list')).stderr).toBe(`${FILE} names no failures.\n`);
  await lastRun();
  const entries = [
    { test: 'a', reason: 'a bug', owner: 'shop', until: '2020-01-01' },
    { test: 'b', reason: 'flaky', ticket: 7 },
    { test: 'c', reason: 'gone' },
  ];
  writeFileSync(join(folder, FILE), `${JSON.stringify(entries, null, '\t')}\n`);
  const { stdout } = await testpoint('known', 'list');
  expect(stdout.split('\n').map((line) => line.trim().split(/ {2,}/))).toEqual([
    ['TEST', 'REASON', 'OWNER', 'UNTIL'],
    ['a', 'a bug', 'shop', '2020-01-01 (expired)'],
    ['b', 'flaky'],
    ['c', 'gone'],
    [''],
  ]);
  expect(JSON.parse((await testpoint('known', 'list', '--json')).stdout)).toMatchObject([{ isExpired: true }, {}, {}]);
  const pruned = await testpoint('known', 'prune');
  expect(pruned.stderr).toContain('Removed "a": it expired on 2020-01-01.');
  expect(pruned.stderr).toContain(
    '"b" passed in the last run. To remove such entries, too: testpoint known prune --passed',
  );
  expect(readFileSync(join(folder, FILE), 'utf8')).toBe(`${JSON.stringify(entries.slice(1), null, '\t')}\n`);
  expect((await testpoint('known', 'prune', '--passed')).stderr).toContain('Removed "b": it passed in the last run.');
  expect(read()).toEqual([{ test: 'c', reason: 'gone' }]);
  expect((await testpoint('known', 'prune')).stderr).toBe('Nothing to remove.\n');
});
