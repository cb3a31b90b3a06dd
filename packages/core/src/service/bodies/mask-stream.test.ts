import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileRedaction, redact } from '../../result/masking/redaction.js';
import { maskBytes } from '../../result/masking/text-masker.js';
import { MaskStream } from './mask-stream.js';

const redaction = compileRedaction('c2VjcmV0', ['pass word', /token=\S+/i, /-----BEGIN[\s\S]+?END-----/]);

async function mask(chunks: readonly Buffer[], by = redaction): Promise<Buffer> {
  return buffer(Readable.from(chunks).pipe(new MaskStream(by)));
}

/** Cuts the bytes into pieces of the given sizes, over and over. */
function pieces(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const result: Buffer[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const end = at + (sizes[turn % sizes.length] ?? 1);
    result.push(bytes.subarray(at, end));
    at = end;
  }
  return result;
}

test('text is masked as if it came in one piece, wherever the chunks end', async () => {
  const word = fc.constantFrom(
    'c2VjcmV0',
    'c2Vj',
    'pass word',
    'Token=x1',
    ' ',
    '\n',
    'é',
    '😀',
    'plain',
    '-----BEGIN',
    'END-----',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(word, { maxLength: 60 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      async (words, sizes) => {
        const text = words.join('');
        expect((await mask(pieces(Buffer.from(text), sizes))).toString()).toBe(redact(text, redaction));
      },
    ),
  );
});

test('text much longer than the memory limit is masked across all chunk borders', async () => {
  const lines = Array.from({ length: 30_000 }, (_, n) => `line ${n} c2VjcmV0 and token=${n} – ü`);
  const text = `${lines.join('\n')}c2VjcmV0`.repeat(2);
  const masked = await mask(pieces(Buffer.from(text), [65_536, 7, 1000]));
  expect(masked.toString()).toBe(redact(text, redaction));
});

test('one endless line is masked, too', async () => {
  const text = '日本語c2VjcmV0'.repeat(60_000);
  expect((await mask(pieces(Buffer.from(text), [10_001]))).toString()).toBe('日本語***'.repeat(60_000));
});

test('a secret longer than the default buffer is found', async () => {
  // Numbers, because searching for a text that repeats itself takes seconds.
  const secret = Array.from({ length: 30_000 }, (_, n) => n).join();
  const text = `a${secret}b`.repeat(3);
  expect((await mask(pieces(Buffer.from(text), [65_536]), compileRedaction(secret, []))).toString()).toBe(
    'a***b'.repeat(3),
  );
});

test('content without secrets is passed on byte for byte, in any encoding', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      expect(await mask(pieces(Buffer.from(bytes), [7]), compileRedaction('never-in-there', []))).toEqual(
        Buffer.from(bytes),
      );
    }),
  );
});

test.each([
  ['little', [0xff, 0xfe]],
  ['big', [0xfe, 0xff]],
])('content that begins like UTF-16, %s endian, passes byte for byte whatever follows', async (_order, start) => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 99 }), async (rest) => {
      const bytes = Buffer.from([...start, ...rest]);
      expect(await mask(pieces(bytes, [7]), compileRedaction('never-in-there', []))).toEqual(bytes);
      const secret = Buffer.from('geheim', 'utf16le');
      const withSecret = Buffer.concat([bytes.subarray(0, 2), start[0] === 0xff ? secret : secret.swap16(), bytes]);
      const [streamed, whole] = [await mask(pieces(withSecret, [5])), maskBytes(withSecret, 'text/plain', redaction)];
      expect(streamed).toEqual(whole);
      expect(whole.subarray(-bytes.length)).toEqual(bytes);
    }),
  );
});

test('secrets in Latin-1 and in UTF-16 are masked in their encoding', async () => {
  const by = compileRedaction('geheim', ['müll wort']);
  expect(await mask([Buffer.from('\xe9 geheim müll wort', 'latin1')], by)).toEqual(
    Buffer.from('\xe9 *** ***', 'latin1'),
  );
  const wide = Buffer.from('\uFEFFein geheim wort', 'utf16le');
  const masked = Buffer.from('\uFEFFein *** wort', 'utf16le');
  expect(await mask(pieces(wide, [3]), by)).toEqual(masked);
  expect(await mask(pieces(Buffer.from(wide).swap16(), [3]), by)).toEqual(Buffer.from(masked).swap16());
});
