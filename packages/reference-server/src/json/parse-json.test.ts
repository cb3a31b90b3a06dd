import fc from 'fast-check';
import { expect, it } from 'vitest';
import { measureJson } from './json-text.js';
import { parseJson } from './parse-json.js';

const long = 'x'.repeat(70_000);

async function parse(text: string): Promise<unknown> {
  const json = await measureJson(Buffer.from(text), 64);
  return parseJson(json ?? expect.fail('nested too deep'));
}

it('parses a large array in pieces to the same value as a whole', async () => {
  const element = fc.oneof(fc.jsonValue(), fc.constantFrom(long, [long], { [`ä,[${long}`]: '🙂"],' }));
  const space = fc.constantFrom('', ' ', '\r\n\t');
  await fc.assert(
    fc.asyncProperty(fc.array(element, { maxLength: 12 }), space, async (elements, around) => {
      const text = `${around}[${elements.map((one) => `${around}${JSON.stringify(one)}${around}`).join(',')}]${around}`;
      expect(await parse(text)).toEqual(JSON.parse(text));
    }),
  );
});

it('parses a long array in an object in pieces to the same value as a whole', async () => {
  const array = fc.array(fc.oneof(fc.jsonValue(), fc.constantFrom(long, [long])), { maxLength: 8 });
  const name = fc.constantFrom('a', 'b', '__proto__', '[');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(name, fc.oneof(fc.jsonValue(), array)), { maxLength: 4 }), async (members) => {
      const text = `{${members.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`;
      expect(JSON.stringify(await parse(text))).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});

const elements = [long, long, 1, long, long].map((one) => JSON.stringify(one));
it.each([
  ['two commas', `[${elements.slice(0, 2).join(',')},,${elements.slice(2).join(',')}]`],
  ['two commas after a piece', `[${elements.slice(0, 3).join(',')},,${elements.slice(3).join(',')}]`],
  ['a comma before the first element', `[,${elements.join(',')}]`],
  ['a comma after the last element', `[${elements.join(',')},]`],
  ['no comma', `[${elements.join(' ')}]`],
  ['no end', `[${elements.join(',')}`],
  ['two ends', `[${elements.join(',')}]]`],
  ['another array after it', `[${elements.join(',')}][1]`],
  ['text after it', `[${elements.join(',')}] x`],
  ['text before it', `x [${elements.join(',')}]`],
  ['a broken element', `[${elements.join(',')},{"a":}]`],
  ['a bracket of the other kind', `[${elements.join(',')}}`],
  ['an end too early in an object', `{"a":[${elements.join(',')}}]`],
  ['no bracket after it in an object', `{"a":[${elements.join(',')}`],
  ['a comma after the last element in an object', `{"a":[${elements.join(',')},]}`],
  ['a lot of space and a comma after the last element', `[${elements.join(',')}${' '.repeat(140_000)},]`],
])('rejects a large array with %s, with the message for the whole text', async (_, text) => {
  let message = '';
  try {
    JSON.parse(text);
  } catch (error) {
    message = (error as Error).message;
  }
  expect(message).not.toBe('');
  await expect(parse(text)).rejects.toThrow(new SyntaxError(message));
});

it.each([
  ['a large array', '', ''],
  ['a large array in an object', '{"a":1,"b":', ',"c":[2]}'],
])('serves other clients while it parses %s', async (_, before, after) => {
  const element = JSON.stringify({ steps: Array.from({ length: 50 }, (_, index) => ({ index, text: 'text' })) });
  let isOver = false;
  let turns = 0;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await parse(`${before}[${Array.from({ length: 10_000 }, () => element).join(',')}]${after}`);
  isOver = true;
  expect(turns).toBeGreaterThan(3);
});
