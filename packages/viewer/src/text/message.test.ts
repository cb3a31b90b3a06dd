import { expect, test } from 'vitest';
import { writtenDifferences } from './differences.js';
import { messageParts, withoutValues } from './message.js';
import { partsOf } from './stack.js';

const shown = (message: string) => {
  const { text, difference } = messageParts(message);
  const lines = difference === undefined ? [] : writtenDifferences(difference);
  return {
    text,
    lines: lines.map(({ kind, pieces }) => `${kind[0]} ${pieces.map((piece) => piece.text).join('')}`),
  };
};

test.each([
  [
    'Jest and Playwright',
    'Error: expect(received).toEqual(expected) // deep equality\n\n- Expected  - 1\n+ Received  + 1\n\n  Object {\n-   "a": 1,\n+   "a": 2,\n  }',
    'Error: expect(received).toEqual(expected) // deep equality',
    ['s Object {', 'e   "a": 1,', 'a   "a": 2,', 's }'],
  ],
  [
    'Playwright with a log',
    'Error: no\n\n- Expected  - 1\n+ Received  + 1\n\n- one\n+ two\n\nCall log:\n  - waiting',
    'Error: no\n\nCall log:\n  - waiting',
    ['e one', 'a two'],
  ],
  [
    'Mocha',
    'AssertionError: no\n\n      + expected - actual\n\n       {\n      -  "a": 2\n      +  "a": 1\n       }',
    'AssertionError: no',
    ['s {', 'a  "a": 2', 'e  "a": 1', 's }'],
  ],
  [
    'assert',
    'Expected values to be strictly deep-equal:\n+ actual - expected\n\n  {\n+   a: 2\n-   a: 1\n  }',
    'Expected values to be strictly deep-equal:',
    ['s {', 'a   a: 2', 'e   a: 1', 's }'],
  ],
])('the difference in a message of %s is shown apart', (_, message, text, lines) => {
  const found = shown(message);
  expect(found.text).toBe(text);
  expect(found.lines.toSorted()).toEqual(lines.toSorted());
});

test('a message without a difference stays as it is', () => {
  for (const message of ['', 'Error: - Expected nothing', 'a\n- b\n+ c', '- Expected\n+ Received']) {
    expect(messageParts(message)).toEqual({ text: message, difference: undefined });
  }
});

test('lines that only repeat the compared values are left out, any other line stays', () => {
  const message = 'expect(received).toBe(expected)\n\nExpected: "a"\nReceived: "b"';
  expect(withoutValues(message, 'a', 'b')).toBe('expect(received).toBe(expected)');
  expect(withoutValues(message, 'a', 'c')).toBe('expect(received).toBe(expected)\n\nReceived: "b"');
});

test('causes are not part of the stack trace, nor is the source that a stack ends with', () => {
  const frame = '> 1 | a()';
  const stack = `    at a.ts:1\n\nCaused by: Error: inner\n    at b.ts:2\nCaused by: innermost\n\n${frame}`;
  expect(partsOf(stack, frame)).toEqual({
    trace: '    at a.ts:1',
    causes: [
      { message: 'Error: inner', trace: '    at b.ts:2' },
      { message: 'innermost', trace: '' },
    ],
  });
  expect(partsOf('    at a.ts:1\n  [cause]: Error: printed\n      at b.ts:2').causes).toEqual([
    { message: 'Error: printed', trace: '      at b.ts:2' },
  ]);
});
