import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SessionEntry } from '../format/entries.js';
import { sealLine } from '../format/journal-line.js';
import { sessionFiles } from '../format/session-files.js';
import { locateAttachment } from './attachment-files.js';
import { firstEntry, ownReport, whyNotDelivered } from './session-check.js';
import { isSession, listAll, listReportable, listSessions, namesIn, sessionName } from './sessions.js';
import { waitingIn } from './waiting.js';

const SESSION: SessionEntry = {
  ...{ kind: 'session', format: 3, tool: 'test', framework: 'mocha', frameworkVersion: '11.0.0', startedAt: 0 },
  ...{ run: { use: 'run' }, finish: 'auto', wire: { api: 'v2' }, report: 'pages/report' },
};
const FIRST = sealLine(SESSION, 0);
const END = sealLine({ kind: 'end', finish: 'leave' }, 0);

let outbox = '';
beforeEach(() => {
  outbox = mkdtempSync(join(tmpdir(), 'testpoint-sessions-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(outbox, { recursive: true, force: true });
});

/** Writes a file, and the folders that lead to it. @returns its path */
function put(file: string, content = ''): string {
  const path = join(outbox, file);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
  return path;
}

it('lists the sessions of an outbox, oldest first, by what their folders hold', () => {
  for (const file of ['2/journal', '1/journal', '3/report', '4/delivered', '5/other']) put(`${file}.ndjson`);
  const names = (list: (outbox: string) => string[]) => list(outbox).map(sessionName);
  expect([listSessions, listReportable, listAll].map(names)).toEqual([
    ['1', '2'],
    ['1', '2', '3'],
    ['1', '2', '3', '4'],
  ]);
  expect(listSessions(join(outbox, '1'))).toEqual([join(outbox, '1')]);
  expect(listSessions(join(outbox, 'none'))).toEqual([]);
  expect(namesIn(join(outbox, 'none'))).toEqual([]);
  expect(isSession('no\0path')).toBe(false);
});

it.each<[string, boolean, string]>([
  ['a session', true, FIRST + sealLine({ kind: 'end', finish: 'leave' }, 1)],
  ['nothing, because its process died at once', true, ''],
  ['nothing but a line end', true, '\n'],
  ['half a session’s line', true, FIRST.slice(0, 30)],
  ['less of it', true, FIRST.slice(0, 10)],
  ['half another line', false, END.slice(0, 20)],
  ['two halves', false, `${FIRST.slice(0, 30)}\n${FIRST.slice(0, 30)}\n`],
  ['something else', false, 'rubbish\n'],
  ['another entry', false, END],
  ['a changed entry', false, FIRST.replace('session', 'seSSion')],
  ['an entry of a newer version', false, sealLine({ kind: 'future' } as never, 0)],
])('whether a journal with %s can be delivered: %s', (_, expected, content) => {
  const journal = put('1/journal.ndjson', content);
  const why = whyNotDelivered(sessionFiles(join(outbox, '1')));
  if (expected) expect(why).toBeUndefined();
  else expect(why).toMatch(`${journal} does not start with a session`);
});

it.each([
  ['journal.ndjson', false],
  ['progress.ndjson', false],
  ['attachments', true],
  ['channel', true],
])('a session is not delivered if its %s is of another kind', (name, isFolder) => {
  if (name !== 'journal.ndjson') put('1/journal.ndjson', FIRST);
  put(isFolder ? `1/${name}` : `1/${name}/x`);
  const path = join(outbox, '1', name);
  expect(whyNotDelivered(sessionFiles(join(outbox, '1')))).toBe(
    `${path} is not a plain ${isFolder ? 'folder' : 'file'}`,
  );
});

it('the first entry says what a session is, and where its report is', () => {
  const journal = put('o/1/journal.ndjson', FIRST);
  const directory = join(outbox, 'o', '1');
  expect(firstEntry(journal)).toEqual(SESSION);
  expect(ownReport({ directory, journal })).toBe(join(outbox, 'pages/report'));
  for (const other of [END, '']) {
    put('o/1/journal.ndjson', other);
    expect(firstEntry(journal)).toBeUndefined();
    expect(ownReport({ directory, journal })).toBeUndefined();
  }
  expect(firstEntry(join(outbox, 'none'))).toBeUndefined();
});

it('sessions wait with all their files, unless a process delivers them', () => {
  put('1/journal.ndjson', 'abc');
  put('1/attachments/000001.txt', 'defgh');
  put('2/journal.ndjson', 'i');
  put('3/report.ndjson', 'jk');
  const lock = JSON.stringify({ pid: 1, host: 'another', beat: Date.now() });
  put('2/lock.1', lock);
  const first = { sessions: 1, others: 1, bytes: 8, isAtLeast: false };
  expect(waitingIn([outbox, outbox])).toEqual(first);
  // Its own lock says nothing of a session of this process.
  const both = { sessions: 2, others: 1, bytes: 9 + lock.length, isAtLeast: false };
  expect(waitingIn([outbox], join(outbox, '2'))).toEqual(both);

  // With less patience, there are at least as many.
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now++);
  const counts = Array.from({ length: 9 }, (_, patience) => {
    now = 0;
    return waitingIn([outbox], join(outbox, '2'), patience);
  });
  expect(counts.map(({ isAtLeast }) => isAtLeast)).toEqual([...Array(7).fill(true), false, false]);
  expect(counts.slice(0, 2).map(({ sessions, bytes }) => [sessions, bytes])).toEqual([
    [0, 0],
    [1, 0],
  ]);
  expect(counts.at(-1)).toEqual(both);
});

it.each<readonly [name: string, why: string | undefined]>([
  ['000001.txt', undefined],
  ['123456', 'is not in the outbox'],
  ['000002', 'is not a plain file'],
  ...['12345', '1234567890123', '000001.', '000001.t.t', 'a000001', '../000001', `000001.${'x'.repeat(17)}`].map(
    (name) => [name, 'is not the name of an outbox file'] as const,
  ),
])('an attachment named %s %s', (name, why) => {
  put('attachments/000001.txt', 'abc');
  put('attachments/000002/x');
  const directory = join(outbox, 'attachments');
  const found = locateAttachment(directory, name);
  if (why === undefined) expect(found).toEqual({ path: `${directory}/${name}`, size: 3 });
  else expect(found).toEqual({ missing: expect.stringContaining(why) });
});
