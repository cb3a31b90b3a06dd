import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sampleAttempt, sampleMapping, sampleRecord } from '../../../test/samples/mapping-sample.js';
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

it('a result is one line, with its outcome and external id', () => {
  const { written } = writer().result(recordOf({ status: 'failed' }), undefined);
  expect(written).toMatchObject({ outcome: 'Failed', externalId: 'a.test.ts > adds' });
  expect(lines()).toMatchObject([{ kind: 'result', id: written.externalId, body: { outcome: 'Failed' } }]);
});

it('the attempts and the result of a test share a key, and another test has its own', () => {
  const writing = writer();
  const first = writing.provisional(recordOf(), undefined);
  const again = writing.provisional(recordOf(), first);
  const other = writing.provisional(recordOf({ titlePath: ['subtracts'] }), undefined);
  writing.result(recordOf(), again);
  writing.result(recordOf({ titlePath: ['subtracts'] }), other);
  expect(lines().map(({ kind, key }) => [kind, key])).toEqual([
    ['provisional', 1],
    ['provisional', 1],
    ['provisional', 2],
    ['result', 1],
    ['result', 2],
  ]);
});

it('settling a provisional result writes a line without a body, which names the provisional one', () => {
  const writing = writer();
  writing.provisional(recordOf({ titlePath: ['before'] }), undefined);
  const provisional = writing.provisional(recordOf(), undefined);
  expect(writing.settle(provisional).written).toMatchObject({ outcome: 'Passed', externalId: 'a.test.ts > adds' });
  expect(lines().at(-1)).toMatchObject({ kind: 'settled', key: 2, of: 1 });
  expect(lines().at(-1)).not.toHaveProperty('body');
});

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

it('the head has the test cases that the test names, which delivery needs for a run from tests', () => {
  const writing = writer();
  writing.result(recordOf({ testCases: [101] }), undefined);
  expect(lines()[0]).toMatchObject({ kind: 'result', testCases: [101] });
});

it('an attachment is in the outbox before the line that names it', () => {
  const path = join(directory, 'log.txt');
  writeFileSync(path, 'hello');
  const attachments = [{ name: 'log', contentType: 'text/plain', path }];
  writer().result(recordOf({ attempts: [sampleAttempt({ attachments })] }), undefined);
  rmSync(path);
  const [line] = lines();
  expect(line.attachments).toMatchObject([{ name: 'log', contentType: 'text/plain' }]);
  expect(line.body.attachments).toEqual([line.attachments[0].placeholder]);
  expect(readFileSync(join(directory, 'attachments', line.attachments[0].file), 'utf8')).toBe('hello');
});

it('a result with a missing attachment is written, and names the attachment', () => {
  const attachments = [{ name: 'log', contentType: 'text/plain', path: join(directory, 'nowhere') }];
  writer().result(recordOf({ attempts: [sampleAttempt({ attachments })] }), undefined);
  const [line] = lines();
  expect(line).not.toHaveProperty('attachments');
  expect(line.body).toMatchObject({
    outcome: 'Passed',
    message: expect.stringMatching(/^Attachment "log" is missing: /),
  });
});

it('if a record cannot be read, its outcome is still written', () => {
  const record = recordOf({ status: 'failed' });
  Object.defineProperty(record, 'attempts', {
    get() {
      throw new Error('no attempts here');
    },
  });
  writer().result(record, undefined);
  expect(lines()[0]).toMatchObject({
    body: { outcome: 'Failed', message: expect.stringContaining('no attempts here') },
  });
});
