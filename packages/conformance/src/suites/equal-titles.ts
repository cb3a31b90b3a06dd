import { dialect } from './dialect.js';

const { describe, test } = dialect;

test('has an equal', () => {});
test('has an equal', () => {
  throw new Error('the second');
});
test('has an equal', () => {});
test('has an equal (2)', () => {});

test('half a pair: \ud83d', () => {});
test('half a pair: \ud83e', () => {
  throw new Error('the other half');
});

describe('group', () => {
  test('one', () => {});
});
describe('group', () => {
  test('one', () => {});
});
