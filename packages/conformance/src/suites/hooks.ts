import { dialect } from './dialect.js';
import { sleep } from './tools.js';

const { afterAll, afterEach, beforeAll, beforeEach, describe, step, test } = dialect;

describe('shop', () => {
  beforeAll('open the shop', async () => {
    await step('turn the key', () => sleep(60));
  });
  beforeEach('come in', async () => {
    await step('push the door', () => sleep(40));
  });
  afterEach('go out', async () => {
    await step('pull the door', () => sleep(40));
  });
  afterAll('close the shop', async () => {
    await step('turn the key back', () => sleep(60));
  });

  test('first', async () => {
    await step('look around', () => sleep(30));
    await sleep(300);
    await step('ask', () => sleep(30));
  });
  test('second', () => {});

  describe('counter', () => {
    beforeAll('staff the counter', async () => {
      await step('call Ada', () => {});
    });
    beforeEach('queue', () => {});
    afterEach('say goodbye', () => {});
    afterAll('leave the counter', () => {});

    test('third', () => {});
    test('fourth', async () => {
      await step('pay', () => {});
    });
  });
});

describe('two hooks of a kind', () => {
  beforeAll('first before all', () => {});
  beforeAll('second before all', () => {});
  beforeEach('first before each', () => {});
  beforeEach('second before each', () => {});
  afterEach('first after each', () => {});
  afterEach('second after each', () => {});
  afterAll('first after all', () => {});
  afterAll('second after all', () => {});
  test('alone', () => {});
});
