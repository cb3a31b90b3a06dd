import { describe, expect, it } from 'vitest';
import { GUID_PATTERN, LINK_URL_PATTERN, TIMESTAMP_PATTERN } from './constants.js';

describe('a link’s url', () => {
  const url = new RegExp(LINK_URL_PATTERN);

  it.each([
    'https://a.example',
    'HTTP://A.EXAMPLE/x?y=z#w',
    'https://user:word@files.a.example:2121/x',
    'a.example',
    'a.example:8080/x',
    'a.example.',
    'www.пример.example/путь',
    'localhost',
    'http://localhost:3000/x?y#z',
    '127.0.0.1:80',
    'http://[::1]:8080/',
    'user@a.example',
  ])('may be %s', (text) => expect(text).toMatch(url));

  it.each([
    '',
    '/x',
    './a/b',
    '#a.example',
    '?a.example',
    'word',
    'http://',
    'http:///a.example',
    'file:///etc/hosts',
    'http://word/x',
    'https://a.example/a b',
    ' a.example',
    'a..example',
    '.example',
    'a.example:port',
    'http:a.example',
    '//a.example',
    'a.example\n',
  ])('may not be %j, which has no domain', (text) => expect(text).not.toMatch(url));

  it.each([
    'ftp://files.a.example/x',
    'javascript://a.example/%0aalert(1)',
    'JavaScript://a.example',
    'javascript:alert(1)',
    'javascript:alert(1)%2f%2f@a.example',
    'javascript:a.example',
    'data:text/html,a.example',
    'data://a.example/x',
    'vbscript://a.example',
    'mailto:user@a.example',
    'ws://a.example',
    'user:word@a.example',
  ])('may not be %s, which is neither http nor https', (text) => expect(text).not.toMatch(url));

  it('is matched in linear time', () => {
    // If time were quadratic, this would not end before the test times out.
    for (const unit of ['a.', '@', 'a:', 'a.@', '://']) expect(url.test(unit.repeat(50_000))).toBeTypeOf('boolean');
  });
});

describe('a timestamp', () => {
  const timestamp = new RegExp(TIMESTAMP_PATTERN);

  it.each(['2026-03-01T10:00:00.000Z', '2026-12-31T23:59:59.1Z', '2026-03-01T10:00:00.123456789Z'])(
    'may be %s',
    (text) => expect(text).toMatch(timestamp),
  );

  it.each([
    '2026-03-01T10:00:00Z',
    '2026-03-01T10:00:00.000',
    '2026-03-01T10:00:00.000+02:00',
    '2026-03-01 10:00:00.000Z',
    '2026-13-01T10:00:00.000Z',
    '2026-03-32T10:00:00.000Z',
    '2026-03-01T24:00:00.000Z',
    '+012026-03-01T10:00:00.000Z',
    '2026-03-01T10:00:00.000Z\n',
  ])('may not be %j', (text) => expect(text).not.toMatch(timestamp));
});

describe('a GUID', () => {
  const guid = new RegExp(GUID_PATTERN);
  it.each(['7f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0', '7F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0'])('may be %s', (text) =>
    expect(text).toMatch(guid),
  );
  it.each([
    '',
    '7f1e2d3c4b5a69788796a5b4c3d2e1f0',
    '{7f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0}',
    '7f1e2d3c-4b5a-6978-8796-a5b4c3d2e1fg',
  ])('may not be %j', (text) => expect(text).not.toMatch(guid));
});
