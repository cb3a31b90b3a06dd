import { describe, expect, it } from 'vitest';
import { SECRET_KEY, sampleAttempt, sampleMapping, sampleRecord } from '../../test/samples/mapping-sample.js';
import { toResult } from './to-result.js';

describe('an attachment', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  it.each([
    ['text', `k=${SECRET_KEY}`, undefined, 'text/plain; charset=utf-8', 'k=***'],
    ['text of an empty type', `k=${SECRET_KEY}`, '', 'text/plain; charset=utf-8', 'k=***'],
    ['bytes', bytes(SECRET_KEY), 'image/png', 'image/png', bytes(SECRET_KEY)],
    ['unknown content', bytes(SECRET_KEY), undefined, 'application/octet-stream', bytes(SECRET_KEY)],
  ])('of %s is masked if it is a string', (_, body, contentType, sentType, sent) => {
    const record = { name: `${SECRET_KEY}.txt`, body, ...(contentType === undefined ? {} : { contentType }) };
    const attempts = [sampleAttempt({ attachments: [record] })];
    const { attachments } = toResult(sampleRecord({ attempts }), sampleMapping());
    expect(attachments).toMatchObject([{ name: '***.txt', contentType: sentType, body: sent }]);
  });

  it('with a long name has it whole in another', () => {
    const [name, kept] = ['n'.repeat(70_000), { file: '000001.txt' }];
    const attempts = [sampleAttempt({ attachments: [{ name, kept }] })];
    const { attachments } = toResult(sampleRecord({ attempts }), sampleMapping());
    expect(attachments).toMatchObject([
      { name: 'name.txt', body: name },
      { name: expect.stringContaining('"name.txt"'), contentType: 'application/octet-stream', kept },
    ]);
  });

  it.each([...['text/plain\r\nX: y', 'text', 'text/', '/plain', ' text/plain', 'té/plain', 'text/plain\n']])(
    'with a content type that is invalid in a header is sent without it, with a warning: %j',
    (contentType) => {
      const attempts = [sampleAttempt({ attachments: [{ name: 'a', contentType, body: 'a' }] })];
      const mapped = toResult(sampleRecord({ attempts }), sampleMapping());
      expect(mapped.attachments[0]?.contentType).toBe('application/octet-stream');
      expect(mapped.warnings).toEqual([
        'Attachment "a" has no valid content type, so it is sent as application/octet-stream.',
      ]);
    },
  );
});
