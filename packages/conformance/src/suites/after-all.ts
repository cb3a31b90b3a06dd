import { dialect } from './dialect.js';

const { afterAll, describe, test } = dialect;

describe('a green group', () => {
  afterAll('disconnect', () => {
    throw new Error('still connected');
  });
  test('passes', () => {});
});
