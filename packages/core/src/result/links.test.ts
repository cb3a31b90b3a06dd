import type { Link } from '@testpoint/interface';
import { describe, expect, it } from 'vitest';
import { SECRET_KEY, sampleMapping } from '../../test/samples/mapping-sample.js';
import type { LinkRecord } from '../model.js';
import { startDraft } from './draft.js';
import { addLinks } from './links.js';

describe('a link', () => {
  const cases: [string, LinkRecord, Link][] = [
    ['is Related by default', { url: 'https://a.example' }, { url: 'https://a.example', type: 'Related' }],
    [
      'has a title and a description',
      { url: 'https://a.example', title: 'A', description: 'B', type: 'Blocked by' },
      { url: 'https://a.example', title: 'A', description: 'B', type: 'Blocked by' },
    ],
    [
      'to a requirement is spelled as the interface spells it',
      { url: 'a.example/1', type: 'Requirement' },
      { url: 'a.example/1', type: 'Reqirement' },
    ],
    [
      'to localhost has a domain',
      { url: 'http://localhost:8080/x' },
      { url: 'http://localhost:8080/x', type: 'Related' },
    ],
    ['without a protocol has a domain', { url: 'a.example' }, { url: 'a.example', type: 'Related' }],
    ['loses the white space around it', { url: ' https://a.example\n' }, { url: 'https://a.example', type: 'Related' }],
    [
      'has no secrets',
      { url: `https://u:${SECRET_KEY}@a.example/?k=c2VjcmV0LWtleQ%3D%3D`, title: SECRET_KEY },
      { url: 'https://u:***@a.example/?k=***', title: '***', type: 'Related' },
    ],
  ];
  it.each(cases)('%s', (_, record, expected) => {
    expect(mapLink(record)).toEqual({ links: [expected], loose: [], warnings: [] });
  });

  const unsupported: [string, LinkRecord, string][] = [
    ['a relative path', { url: './docs/a' }, 'Link: ./docs/a'],
    ['a file', { url: 'file:///tmp/a.txt', title: 'Log' }, 'Link: Log, file:///tmp/a.txt'],
    ['a word', { url: 'ABC-1', type: 'Issue', description: 'why' }, 'Issue: ABC-1 (why)'],
    ['a script', { url: 'javascript://a.example/%0aalert(1)' }, 'Link: javascript://a.example/%0aalert(1)'],
    ['a file server', { url: 'ftp://files.a.example/x' }, 'Link: ftp://files.a.example/x'],
    ['a mail address', { url: 'mailto:user@a.example' }, 'Link: mailto:user@a.example'],
    ['nothing', { url: '' }, 'Link: '],
    ['a url with a space', { url: 'https://a.example/a b' }, 'Link: https://a.example/a b'],
    ['a url whose host was masked', { url: `https://${SECRET_KEY}/x` }, `Link: https://${SECRET_KEY}/x`],
    [
      'a very long url',
      { url: `https://a.example/${'x'.repeat(70_000)}` },
      `Link: https://a.example/${'x'.repeat(70_000)}`,
    ],
  ];
  it.each(unsupported)('to %s goes into the message', (_, record, words) => {
    expect(mapLink(record)).toEqual({ links: [], loose: [words], warnings: [] });
  });

  it('of an unknown type is Related, with a warning', () => {
    const record: LinkRecord = JSON.parse('{"url":"a.example","type":"Bug"}');
    expect(mapLink(record)).toEqual({
      links: [{ url: 'a.example', type: 'Related' }],
      loose: [],
      warnings: ['Link type "Bug" is unknown, so a.example is sent as Related.'],
    });
  });
});

it('the title and the description of a link are whole in attachments if they are long', () => {
  const draft = startDraft(sampleMapping());
  const [title, description] = ['t'.repeat(70_000), 'd'.repeat(70_000)];
  addLinks([{ url: 'a.example', title, description }], [], draft);
  expect(draft.attachments.map(({ name, body }) => [name, body])).toEqual([
    ['link title.txt', title],
    ['link description.txt', description],
  ]);
});

function mapLink(record: LinkRecord): { links: Link[]; loose: string[]; warnings: string[] } {
  const draft = startDraft(sampleMapping());
  const links: Link[] = [];
  addLinks([record], links, draft);
  return { links, loose: draft.looseLinks, warnings: draft.warnings };
}
