import { dialect } from './dialect.js';

const { describe, test } = dialect;

test('has an equal', () => {});
test('has an equal', () => {
  throw new Error('the second');
});
test('has an equal', () => {});

describe('group', () => {
  test('one', () => {});
});
describe('group', () => {
  test('one', () => {});
});
