import { dialect } from './dialect.js';

const { equal, test } = dialect;

test('compares a basket', () => {
  equal({ fruit: 'apple', count: 2 }, { fruit: 'pear', count: 2 });
});

test('compares what JSON has no form for', () => {
  equal({ fruit: 'apple', sizes: new Map([['small', 1]]) }, { fruit: /pear/, sizes: new Map([['small', 2]]) });
});
