import { expect, it } from 'vitest';
import { measureJson } from './json-text.js';

it.each([
  ['1', 0],
  ['[]', 1],
  ['{"a":[{"b":[]}]}', 4],
  ['[[],[],[[]]]', 3],
  ['"[[["', 0],
  ['["[[[", [1]]', 2],
  ['{"\\"[{":"\\\\"}', 1],
  ['["\\\\\\"[[[", "\\\\", []]', 2],
  ['["never closed [[[[', 1],
  [']]]][[', 2],
])('%s nests %i deep', (text, depth) => {
  const closes = /^[\]}]/.test(text);
  const json = Buffer.from(text);
  expect(measureJson(json, depth)).toBeDefined();
  if (depth > 0 && !closes) expect(measureJson(json, depth - 1)).toBeUndefined();
});

it.each([
  ['{"a":[1,2]}', ['{"a":[1,2]}']],
  [' \n{ "a" : 1 }\t', ['{ "a" : 1 }']],
  ['[]', []],
  [' [ \r\n ] ', []],
  ['[{"a":"],[\\""} , {"b":[1,[2]]}\n,"ä,🙂" ]', ['{"a":"],[\\""}', '{"b":[1,[2]]}', '"ä,🙂"']],
  ['[[1,2],[3]]', ['[1,2]', '[3]']],
])('%j has the elements %j', (text, elements) => {
  const json = Buffer.from(text);
  const found = measureJson(json, 64);
  expect(found?.elements.map(({ start, length }) => json.subarray(start, start + length).toString())).toEqual(elements);
});
