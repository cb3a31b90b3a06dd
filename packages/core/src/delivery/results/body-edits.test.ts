import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { AttachmentEntry } from '../../outbox/format/entries.js';
import { bodyNotAResult } from '../messages.js';
import { namesIn, notJson, placeAttachments, placeConfiguration } from './body-edits.js';

function entries(count: number): AttachmentEntry[] {
  return Array.from({ length: count }, (_, number) => ({
    file: `${number}.txt`,
    name: `${number}.txt`,
    contentType: 'text/plain',
    placeholder: randomUUID(),
  }));
}

function bodyWith(attachments: readonly AttachmentEntry[], message?: string): Buffer {
  const [first, ...others] = attachments.map(({ placeholder }) => placeholder);
  const stepResults = others.map((id) => ({ title: id, attachments: [id] }));
  return Buffer.from(JSON.stringify({ message, attachments: [first], stepResults }));
}

test('each placeholder becomes the GUID of its own upload, and no other GUID is touched', () => {
  const attachments = entries(3);
  const [one, two, three] = attachments.map(() => randomUUID());
  const other = randomUUID();
  const uploads = [one, two, three].map((id) => ({ id: id ?? '' }));
  const { body, missing } = placeAttachments(bodyWith(attachments, `"${other}"`), attachments, uploads);
  expect(JSON.parse(body.toString())).toMatchObject({
    message: `"${other}"`,
    attachments: [one],
    stepResults: [{ attachments: [two] }, { attachments: [three] }],
  });
  expect(missing).toEqual([]);
});

test.each([1, 100, 101])(
  'the message names the first hundred of missing attachments, and counts the others: %i',
  (count) => {
    const attachments = entries(count + 1);
    const uploads = [{ id: 'taken' }, ...Array(count - 1).fill({ refused: 'it is gone' })];
    const { body, missing } = placeAttachments(bodyWith(attachments.toReversed(), 'It broke.'), attachments, uploads);
    const { message, attachments: left, stepResults } = JSON.parse(body.toString());
    const reasons = attachments
      .slice(1)
      .map(({ name }, at) => `${name}: ${at < count - 1 ? 'it is gone' : 'it was not uploaded'}`);
    expect(missing).toEqual(reasons);
    expect(left).toEqual([]);
    expect(stepResults.at(-1).attachments).toEqual(['taken']);
    expect(stepResults.at(0).attachments).toEqual(count === 1 ? ['taken'] : []);
    const lines = [...reasons.slice(0, 100).map((reason) => `Attachment missing: ${reason}`)];
    if (count > 100) lines.push('Attachments missing: 1 more');
    expect(message).toBe(`It broke.\n\n${lines.join('\n')}`);
  },
);

test('a body without a message or attachments of its own gets only the reasons', () => {
  const [attachment] = entries(1) as [AttachmentEntry];
  const body = {
    stepResults: [{ title: 'a' }, { title: 'b', attachments: [{ id: attachment.placeholder }, { id: 'x' }] }],
  };
  const placed = placeAttachments(Buffer.from(JSON.stringify(body)), [attachment], [{ refused: 'no' }]);
  expect(JSON.parse(placed.body.toString())).toEqual({
    message: 'Attachment missing: 0.txt: no',
    stepResults: [{ title: 'a' }, { title: 'b', attachments: [{ id: 'x' }] }],
  });
});

test('the ids in a body can be read, and its configuration set, unless it is damaged', () => {
  const body = Buffer.from('{"autoTestExternalId":"a","configurationId":""}');
  expect(namesIn(body)).toEqual({ externalId: 'a', configurationId: '' });
  expect(namesIn(placeConfiguration(body, 'c'))).toEqual({ externalId: 'a', configurationId: 'c' });
  expect(namesIn(Buffer.from('{'))).toBeUndefined();
  expect([notJson(new Error('why')), notJson('why')]).toEqual(Array(2).fill(bodyNotAResult('why')));
});
