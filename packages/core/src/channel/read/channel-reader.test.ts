import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { mergedTestData } from './channel-data.js';
import { ChannelReader } from './channel-reader.js';

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
  it('reads each line once, of every process', () => {
    write('1-0.jsonl', '\n{"kind":"a","data":1}\n');
    write('2-0.jsonl', '\n{"kind":"b","data":2}\n');
    expect(read().sort()).toEqual(['a 1', 'b 2']);
    expect(read()).toEqual([]);
    write('1-0.jsonl', '{"kind":"a","data":3}\n');
    expect(read()).toEqual(['a 3']);
  });

  it('waits for the rest of a line, and leaves out what a dying process left half written', () => {
    write('1-0.jsonl', '{"kind":"a","data":"ü');
    expect(read()).toEqual([]);
    write('1-0.jsonl', '"}\n{"kind":"a","da');
    expect(read()).toEqual(['a "ü"']);
    write('1-0.jsonl', '\n{"kind":"a","data":4}\n');
    expect(read()).toEqual(['a 4']);
  });

  it('finds nothing where there is no folder', () => {
    expect(new ChannelReader(join(root, 'nowhere')).read(() => {})).toBeUndefined();
  });

  it('takes attachments of its own folder only, and no links', () => {
    writeFileSync(join(root, 'secret'), 'x');
    writeFileSync(join(directory, 'attachment-1'), 'x');
    symlinkSync(join(root, 'secret'), join(directory, 'attachment-2'));
    const names = ['attachment-1', 'attachment-2', '../secret', '/etc/passwd', 'attachment-3', '..', ''];
    const attachments = names.map((path, index) => ({ name: `${index}`, path }));
    const attempt = reader.attempt({ key: 'k', startedAt: 1, attachments });
    expect(attempt?.attachments).toEqual([
      { name: '0', path: join(directory, 'attachment-1'), isOfChannel: true },
      ...names.slice(1).map((_, index) => ({ name: `${index + 1}`, missing: 'its copy is gone' })),
    ]);
  });

  it('leaves out what is of the wrong type', () => {
    expect(reader.attempt({ key: 1 })).toBeUndefined();
    expect(reader.step('step')).toBeUndefined();
    const step = {
      title: 't',
      status: 'odd',
      startedAt: 'x',
      steps: [{}, { title: 'u', status: 'passed' }],
      error: 'e',
    };
    expect(reader.step(step)).toEqual({ title: 't', status: 'not-run', steps: [{ title: 'u', status: 'passed' }] });
  });
});

it('what several attempts say is merged: who the test is from any, its words on the outcome from the last', () => {
  const merged = mergedTestData([
    { externalId: 'id', testCases: [1], links: [{ url: 'a' }], parameters: { p: 1, q: 1 }, message: 'first' },
    { testCases: [1, 2], links: [{ url: 'a' }, { url: 'b' }], parameters: { p: 2 }, failureReason: 'NoDefect' },
  ]);
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

function read(): string[] {
  const seen: string[] = [];
  reader.read((kind, data) => seen.push(`${kind} ${JSON.stringify(data)}`));
  return seen;
}
