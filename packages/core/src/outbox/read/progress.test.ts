import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withChecksum } from '../format/checksum.js';
import { heldFiles } from '../format/plain-files.js';
import { Progress } from './progress.js';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'testpoint-progress-'));
  path = join(folder, 'progress.ndjson');
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

function summaryOf(progress: Progress) {
  const { runId, runCreated, started, finished, sent } = progress;
  const numbers = Array.from({ length: 25 }, (_, index) => index - 5).filter((number) => sent.has(number));
  return { runId, runCreated, started, finished, sent: numbers.join(' '), upload: progress.uploadedBefore('1.txt') };
}

/** Reads these lines, each with its checksum. */
function read(lines: readonly object[], end = '\n') {
  writeFileSync(path, lines.map((line) => withChecksum(JSON.stringify(line).slice(0, -1)) + end).join(''));
  return summaryOf(new Progress(path));
}

const NOTHING = { ...{ runId: undefined, runCreated: false, started: false, finished: undefined }, sent: '' };
const ALL = { runId: 'run', runCreated: true, started: true, finished: 'stop', sent: '1 2 3 5 9', upload: 'guid' };

function markAll(progress: Progress): void {
  progress.markRun('run', true);
  progress.markStarted();
  progress.markSent([1, 2, 3, 5]);
  progress.markDropped(9);
  progress.markUploaded('1.txt', 'guid');
  progress.markFinished('stop');
}

it.each(['a path', 'an open file'])('what was done is known at once, and to whoever reads %s later', (how) => {
  const file = how === 'a path' ? path : heldFiles.hold(path, 'append');
  const other = new Progress(file);
  const progress = new Progress(file);
  expect(summaryOf(progress)).toMatchObject(NOTHING);
  markAll(progress);
  // An upload of this process is known to whoever uploads.
  expect(summaryOf(progress)).toEqual({ ...ALL, upload: undefined });
  expect(readFileSync(path, 'utf8')).toContain('"sent":[[1,3],[5,5]]');
  other.reread();
  expect(summaryOf(other)).toEqual(ALL);
  expect([other.rereads, progress.rereads, progress.unmarked]).toEqual([1, 0, undefined]);
  for (const one of [progress, other]) one.close();
  expect(summaryOf(new Progress(path))).toEqual(ALL);
  // A file that it opened is opened again; one that another opened is still open.
  if (typeof file === 'string') rmSync(path);
  for (const one of [progress, other]) one.markDropped(10);
  expect(readFileSync(path, 'utf8')).toMatch(/^\{[^\n]+\n(\{[^\n]+\n)+$/);
  for (const one of [progress, other]) one.close();
  if (typeof file !== 'string') heldFiles.release(file);
});

it('a file is created only for a mark', () => {
  new Progress(path).close();
  expect(existsSync(path)).toBe(false);
});

it('without a file, it is known in this process only', () => {
  const progress = new Progress(undefined);
  markAll(progress);
  progress.reread();
  progress.close();
  expect(summaryOf(progress)).toEqual({ ...ALL, upload: undefined });
  expect([progress.rereads, progress.unmarked]).toEqual([0, undefined]);
});

it.each([
  [
    'a line that was changed',
    (text: string) => text.replace('"run"', '"ran"'),
    { ...ALL, runId: undefined, runCreated: false },
  ],
  [
    'a changed run',
    (text: string) => text.replace(':"run"', ':"rux"'),
    { ...ALL, runId: undefined, runCreated: false },
  ],
  ['Windows line ends', (text: string) => text.replaceAll('\n', '\r\n'), ALL],
  ['rubbish', (text: string) => `rubbish\n{"started":true}\n\n${text}`, ALL],
])('a file with %s', (_, edit, expected) => {
  markAll(new Progress(path));
  writeFileSync(path, edit(readFileSync(path, 'utf8')));
  expect(summaryOf(new Progress(path))).toEqual(expected);
});

it('what has another type is ignored', () => {
  const ranges = [[3, 1], [-3, -2], ['7', 7], [7, '7'], [1.5, 2], [1, 2.5], 5, [0, 0], [4, 4], [10, 12]];
  expect(read([{ sent: ranges }, { sent: 8 }, { dropped: '9' }]).sent).toBe('0 4 10 11 12');
  expect(
    read([{ run: 1 }, { started: 'yes' }, { finished: true }, { uploaded: '1.txt' }, { uploaded: '1.txt', id: 1 }]),
  ).toEqual({
    ...NOTHING,
    upload: undefined,
  });
  expect(read([{ run: 'a', created: 'yes' }])).toMatchObject({ runId: 'a', runCreated: false });
});

it('a new line never joins one that was cut short', () => {
  read([{ started: true }]);
  appendFileSync(path, '{"run":"cu');
  const progress = new Progress(path);
  progress.markFinished('stop');
  progress.markDropped(3);
  expect(readFileSync(path, 'utf8')).toMatch(/^.+\n\{"run":"cu\n\{"finished":.+\}\n\{"dropped":.+\}\n$/);
  progress.close();
});

it('what could not be written is written later, within a second or at the end', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  path = join(folder, 'later', 'progress.ndjson');
  const [progress, closed] = [new Progress(path), new Progress(path)];
  progress.markRun('run', false);
  closed.markDropped(1);
  expect(progress.unmarked).toContain('ENOENT');
  mkdirSync(join(folder, 'later'));
  vi.advanceTimersByTime(999);
  progress.markStarted();
  expect(progress.unmarked).toContain('ENOENT');
  vi.advanceTimersByTime(1);
  progress.markDropped(2);
  expect(progress.unmarked).toBeUndefined();
  expect(summaryOf(new Progress(path))).toMatchObject({ runId: 'run', started: true, sent: '2' });
  closed.close();
  expect(summaryOf(new Progress(path))).toMatchObject({ runId: 'run', sent: '1 2' });
  progress.close();
  progress.close();
});
