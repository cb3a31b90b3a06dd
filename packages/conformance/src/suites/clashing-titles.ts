import { dialect } from './dialect.js';

const { describe, test } = dialect;

describe('x > y', () => {
  test('z', () => {});
});
describe('x', () => {
  test('y > z', () => {
    throw new Error('the second');
  });
});
