import { expect, test } from 'vitest';
import { diffOf } from './catalog-diff.js';

const BEFORE = [
  'cart.test.ts > Cart > adds a book',
  'cart.test.ts > Cart > removes a book',
  'cart.test.ts > Cart > counts',
  'old/pay.test.ts > Pay > by card',
  'same.test.ts > stays',
];

test('the same list has no differences', () => {
  expect(diffOf(BEFORE, [...BEFORE].reverse())).toEqual({ added: [], gone: [], renamed: [] });
});

test('a moved and a reworded test are probably renamed, and others are new or gone', () => {
  const now = [
    'cart.test.ts > Cart > adds two books',
    'cart.test.ts > Cart > removes a book',
    'cart.test.ts > Prices > are rounded to cents and never below zero',
    'new/pay.test.ts > Pay > by card',
    'same.test.ts > stays',
  ];
  expect(diffOf(BEFORE, now)).toEqual({
    added: ['cart.test.ts > Prices > are rounded to cents and never below zero'],
    gone: ['cart.test.ts > Cart > counts'],
    renamed: [
      { from: 'cart.test.ts > Cart > adds a book', to: 'cart.test.ts > Cart > adds two books' },
      { from: 'old/pay.test.ts > Pay > by card', to: 'new/pay.test.ts > Pay > by card' },
    ],
  });
});

test('each test is renamed once, to the most similar one', () => {
  const { renamed, gone } = diffOf(['a.ts > opens a page', 'a.ts > opens the page'], ['a.ts > opens a page twice']);
  expect(renamed).toEqual([{ from: 'a.ts > opens a page', to: 'a.ts > opens a page twice' }]);
  expect(gone).toEqual(['a.ts > opens the page']);
});

test('ids that are no paths are compared as titles', () => {
  expect(diffOf(['TC-1 pays by card', 'a'], ['TC-1 pays by cards', 'b'])).toEqual({
    ...{ added: ['b'], gone: ['a'] },
    renamed: [{ from: 'TC-1 pays by card', to: 'TC-1 pays by cards' }],
  });
});

test('ten thousand changed tests are compared in time', () => {
  const ids = (word: string) => Array.from({ length: 10_000 }, (_, index) => `${index % 500}.ts > ${word} ${index}`);
  const { renamed, gone, added } = diffOf(ids('checks'), ids('check'));
  expect(renamed).toHaveLength(10_000);
  expect([...gone, ...added]).toEqual([]);
});
