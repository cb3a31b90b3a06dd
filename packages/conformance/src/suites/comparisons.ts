import { dialect } from './dialect.js';

const { equal, test } = dialect;

test('compares a basket', () => {
  equal({ fruit: 'apple', count: 2 }, { fruit: 'pear', count: 2 });
});
