import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { AttachmentEntry } from '../../outbox/format/entries.js';
import { placeAttachments } from './body-edits.js';

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

test('the message names the first of thousands of missing attachments, and counts the others', () => {
  const attachments = entries(12_000);
  const uploads = attachments.map((_, index) => (index === 1 ? { id: 'taken' } : { refused: 'it is gone' }));
  const { body, missing } = placeAttachments(bodyWith(attachments, 'It broke.'), attachments, uploads);
  const { message, attachments: left, stepResults } = JSON.parse(body.toString());
  expect(missing).toHaveLength(11_999);
  expect(left).toEqual([]);
  expect(stepResults[0].attachments).toEqual(['taken']);
  expect(message).toMatch(/^It broke\.\n\nAttachment missing: 0\.txt: it is gone\nAttachment missing: 2\.txt/);
  expect(message).toMatch(/\nAttachments missing: 11899 more$/);
});
