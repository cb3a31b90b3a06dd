import { dialect } from './dialect.js';

const { afterAll, afterEach, beforeAll, beforeEach, describe, skip, step, test } = dialect;

describe('beforeAll fails', () => {
  beforeAll('connect', async () => {
    await step('dial', () => {
      throw new Error('no database');
    });
  });
  test('first', () => {});
  skip('switched off', () => {});
  describe('nested', () => {
    test('second', () => {});
  });
});

describe('beforeEach fails', () => {
  beforeEach('log in', () => {
    throw new Error('no such user');
  });
  test('first', async () => {
    await step('never taken', () => {});
  });
  test('second', () => {});
});

describe('afterEach fails', () => {
  afterEach('log out', () => {
    throw new Error('no way out');
  });
  test('first', () => {});
  test('second', () => {});
});

describe('body and afterEach fail', () => {
  afterEach('log out', () => {
    throw new Error('no way out');
  });
  test('first', () => {
    throw new Error('body first');
  });
});

describe('afterAll fails', () => {
  afterAll('disconnect', () => {
    throw new Error('still connected');
  });
  test('first', () => {});
  test('last', () => {});
});
