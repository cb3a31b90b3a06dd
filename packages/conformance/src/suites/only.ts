import { dialect } from './dialect.js';

const { describe, only, test } = dialect;

describe('group', () => {
  test('is left out', () => {});
  only('is picked', () => {});
});
