import { expect, test } from 'vitest';
import { parts } from './multipart.js';

test('a form sent by fetch is split into its parts, byte for byte', async () => {
  const bytes = new Uint8Array(1_000).map((_, index) => index);
  const form = new FormData();
  form.append('json', '{"a":1}');
  form.append('file[]', new Blob([bytes], { type: 'image/png' }), 'a b.png');
  const response = new Response(form);

  const found = await parts(
    Buffer.from(await response.clone().arrayBuffer()),
    response.headers.get('content-type') ?? '',
  );

  expect(found.map(({ content, ...about }) => about)).toEqual([
    { name: 'json', contentType: 'text/plain' },
    { name: 'file[]', filename: 'a b.png', contentType: 'image/png' },
  ]);
  expect(found[0]?.content.toString()).toBe('{"a":1}');
  expect(found[1]?.content).toEqual(Buffer.from(bytes));
});

test('a body that is not a form is refused', async () => {
  await expect(parts(Buffer.from('{}'), 'application/json')).rejects.toThrow(/content.type/i);
});
