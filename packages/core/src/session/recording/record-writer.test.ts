import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sampleMapping, sampleRecord } from '../../../test/samples/mapping-sample.js';
import type { TestRecord } from '../../model.js';
import { AttachmentStore } from '../../outbox/write/attachments.js';
import { Journal } from '../../outbox/write/journal.js';
import { RecordWriter } from './record-writer.js';

let directory = '';
let journal: Journal;
/** Lines that the file did not accept. */
let handedOver: string[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'testpoint-record-'));
  mkdirSync(join(directory, 'attachments'));
  handedOver = [];
});
afterEach(() => {
  journal.close();
  rmSync(directory, { recursive: true, force: true });
});

function writer(): RecordWriter {
  journal = new Journal(join(directory, 'journal.ndjson'), (text) => handedOver.push(text) > 0);
  return new RecordWriter(sampleMapping(), journal, new AttachmentStore(join(directory, 'attachments'), () => false));
}

function lines() {
  journal.close();
  const text = readFileSync(join(directory, 'journal.ndjson'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

function recordOf(changes: Partial<TestRecord> = {}): TestRecord {
  return sampleRecord({ file: 'a.test.ts', titlePath: ['adds'], ...changes });
}

it('results that are settled within a moment share one line, and the last line is the last', () => {
  const writing = writer();
  const all = ['one', 'two', 'three'].map((title) => writing.provisional(recordOf({ titlePath: [title] }), undefined));
  for (const provisional of all) writing.settle(provisional);
  journal.end({ kind: 'end', finish: 'leave' });
  expect(lines().slice(3)).toMatchObject([{ kind: 'settled', key: 1, of: 0, others: [2, 1, 3, 2] }, { kind: 'end' }]);
});

it('results that wait to be settled do not become ever more', () => {
  const writing = writer();
  for (let number = 0; number < 60; number++) writing.settle(writing.provisional(recordOf(), undefined));
  expect(
    lines()
      .filter(({ kind }) => kind === 'settled')
      .map(({ others }) => others.length),
  ).toEqual([98, 18]);
});

it('settling a provisional result that is not in the file writes the whole result', () => {
  journal = new Journal(undefined, (text) => handedOver.push(text) > 0);
  const writer = new RecordWriter(sampleMapping(), journal, new AttachmentStore(undefined, () => false));
  const provisional = writer.provisional(recordOf(), undefined);
  expect(provisional).toMatchObject({ key: 1, inFile: undefined });
  writer.settle(provisional);
  expect(handedOver.map((line) => JSON.parse(line).kind)).toEqual(['provisional', 'result']);
});
