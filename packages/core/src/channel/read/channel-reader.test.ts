import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChannelMessage } from '../format/messages.js';
import { ChannelReader } from './channel-reader.js';
import { mergedTestData } from './merged-test-data.js';

const root = mkdtempSync(join(tmpdir(), 'testpoint-reader-'));
const directory = join(root, 'channel');
let reader: ChannelReader;

beforeEach(() => {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory);
  reader = new ChannelReader(directory);
});
afterAll(() => rmSync(root, { recursive: true }));

describe('the channel reader', () => {
  it('reads each line of every process once', () => {
    write('1-0.jsonl', `\n${warning('1')}\n`);
    write('2-0.jsonl', `\n${warning('2')}\n`);
    expect(warnings().sort()).toEqual(['1', '2']);
    expect(warnings()).toEqual([]);
    write('1-0.jsonl', `${warning('3')}\n`);
    expect(warnings()).toEqual(['3']);
  });

  it('waits for the rest of a line, and skips incomplete lines of a dying process', () => {
    write('1-0.jsonl', '{"kind":"warning","data":{"text":"ü');
    expect(warnings()).toEqual([]);
    write('1-0.jsonl', '"}}\n{"kind":"warning","da');
    expect(warnings()).toEqual(['ü']);
    write('1-0.jsonl', `\n${warning('4')}\n`);
    expect(warnings()).toEqual(['4']);
  });

  it('finds nothing if there is no folder', () => {
    expect(new ChannelReader(join(root, 'nowhere')).read(() => {})).toBeUndefined();
  });

  it('accepts attachments only from its own folder, and no links', () => {
    writeFileSync(join(root, 'secret'), 'x');
    writeFileSync(join(directory, 'attachment-1'), 'x');
    symlinkSync(join(root, 'secret'), join(directory, 'attachment-2'));
    const names = ['attachment-1', 'attachment-2', '../secret', '/etc/passwd', 'attachment-3', '..', ''];
    const attachments = names.map((path, index) => ({ name: `${index}`, path }));
    const steps = [{ title: 's', status: 'passed', steps: [{ title: 't', status: 'passed', attachments }] }];
    tell({ kind: 'attempt', data: { key: 'k', startedAt: 1, setup: [], body: steps, teardown: [], attachments } });
    const [message] = read();
    const { attachments: ofTest, body = [] } = message?.kind === 'attempt' ? message.data : {};
    for (const found of [ofTest, body[0]?.steps?.[0]?.attachments])
      expect(found).toEqual([
        { name: '0', path: join(directory, 'attachment-1'), isOfChannel: true },
        ...names.slice(1).map((_, index) => ({ name: `${index + 1}`, missing: 'its copy is gone' })),
      ]);
  });

  it('drops what is no message', () => {
    tell({ kind: 'attempt', data: { key: 1 } });
    tell({ kind: 'hook', data: { key: 'k' } });
    tell({ kind: 'unheard of', data: {} });
    tell('no message');
    tell({ kind: 'warning' });
    expect(read()).toEqual([]);
  });
});

it('test cases of titles and of calls become one list, each id once', () => {
  expect(mergedTestData([{ testCases: [2, 3] }], ['suite @tc:1', 'test @tc:2']).testCases).toEqual([1, 2, 3]);
  expect(mergedTestData([{ testCases: [4] }]).testCases).toEqual([4]);
  expect(mergedTestData([{}], ['test'])).toEqual({});
});

it('metadata of several attempts is merged: the identity from any, the comment on the outcome from the last', () => {
  const merged = mergedTestData([
    { externalId: 'id', testCases: [1], links: [{ url: 'a' }], parameters: { p: 1, q: 1 }, message: 'first' },
    { testCases: [1, 2], links: [{ url: 'a' }, { url: 'b' }], parameters: { p: 2 }, failureReason: 'NoDefect' },
  ]);
  const links = [{ url: 'a' }, { url: 'a', title: 'A' }, { url: 'a', type: 'Defect' as const }];
  expect(mergedTestData([{ links }, { links }]).links).toEqual(links);
  expect(merged).toEqual({
    externalId: 'id',
    testCases: [1, 2],
    links: [{ url: 'a' }, { url: 'b' }],
    parameters: { p: 2, q: 1 },
    failureReason: 'NoDefect',
  });
});

function write(file: string, text: string): void {
  appendFileSync(join(directory, file), text);
}

function tell(message: unknown): void {
  write('1-0.jsonl', `${JSON.stringify(message)}\n`);
}

function warning(text: string): string {
  return JSON.stringify({ kind: 'warning', data: { text } });
}

function warnings(): string[] {
  return read().flatMap((message) => (message.kind === 'warning' ? [message.data.text] : []));
}

function read(): ChannelMessage[] {
  const seen: ChannelMessage[] = [];
  reader.read((message) => seen.push(message));
  return seen;
}
