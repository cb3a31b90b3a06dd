import { describe, expect, test } from 'vitest';
import { sampleTest } from '../../test/sample.js';
import { attachmentsOf, metadataOf } from './metadata.js';

describe('the metadata of a test', () => {
  test('test cases come from tags, from titles and from the test API', () => {
    const tagged = sampleTest({ tags: ['smoke', 'tc:1', '@tc:2,3'] });
    expect(metadataOf(tagged, ['a suite @tc:4', 'a test @tc:5,6 of it'], [{ testCases: [6, 7] }])).toEqual({
      testCases: [1, 2, 3, 4, 5, 6, 7],
      properties: { tags: 'smoke' },
    });
  });
});

test('messages and types of annotations are text, whatever a test passes', () => {
  const annotations = [{ type: 'issue', message: 123 }, { type: 5, message: { a: 1 } }, { type: 'notice' }];
  expect(metadataOf(sampleTest({ annotations }), [], [])).toEqual({
    links: [{ url: '123', type: 'Issue' }],
    properties: { 5: '{"a":1}', notice: '' },
  });
});

describe('attachments', () => {
  test('of annotations and artifacts are files or bytes', () => {
    const attached = sampleTest({
      annotations: [
        {
          type: 'notice',
          message: 'a copy',
          attachment: { path: '/root/.vitest-attachments/1.png', contentType: 'image/png' },
        },
        { type: 'notice', message: '', attachment: { path: '/elsewhere/log.txt' } },
        { type: 'notice', message: 'bytes', attachment: { body: 'AQID', bodyEncoding: 'base64' } },
        { type: 'notice', message: 'text', attachment: { body: 'AQID', bodyEncoding: 'utf-8' } },
        { type: 'notice', message: 'plain text', attachment: { body: 'not base64!' } },
        { type: 'notice', message: 'no attachment' },
        { type: 'notice', message: 'an address', attachment: { path: 'https://films.example/1' } },
      ],
      artifacts: [{ type: 'internal:screenshot', attachments: [{ path: '/elsewhere/actual.png' }] }],
    });
    expect(attachmentsOf(attached).map(([record]) => record)).toEqual([
      { name: 'a copy', contentType: 'image/png', path: '/root/.vitest-attachments/1.png' },
      { name: 'log.txt', path: '/elsewhere/log.txt' },
      { name: 'bytes', body: Buffer.from([1, 2, 3]) },
      { name: 'text', body: 'AQID' },
      { name: 'plain text', body: 'not base64!' },
      { name: 'actual.png', path: '/elsewhere/actual.png' },
    ]);
  });
});
