import { dialect } from './dialect.js';

const { describe, test } = dialect;

describe('bail', () => {
  test('passes', () => {});
  test('fails', () => {
    throw new Error('this will do');
  });
  test('comes after', () => {});
});
