import { dialect } from './dialect.js';

const { describe, each, expectedToFail, limited, parameter, skip, skipsItself, soft, step, test, todo } = dialect;

test('passes', () => {});

test('fails', () => {
  throw new TypeError('one is not two');
});

test('rejects with a cause', async () => {
  throw new Error('the shop is closed', { cause: new Error('no light') });
});

describe('outer', () => {
  describe('inner', () => {
    test('passes', () => {});
  });
  test('passes', () => {});
});

skip('is switched off', () => {});
todo('is to be written');
skipsItself?.('skips itself', 'no printer here', async () => {
  await step('look for a printer', () => {});
});

expectedToFail?.('fails as expected', async () => {
  await step('go wrong', () => {
    throw new Error('a known bug');
  });
});
expectedToFail?.('passes against expectation', () => {});

limited('takes too long', 200, async () => {
  await step('wait for ever', () => new Promise(() => {}));
});

test('throws a string', () => {
  throw 'just text';
});

test('throws an object', () => {
  throw { code: 7 };
});

test('throws undefined', () => {
  throw undefined;
});

soft?.('fails softly, twice', [
  ['tea', 'coffee'],
  ['milk', 'sugar'],
]);

each('pays in %s', ['euros', 'yen'], (currency) => parameter('currency', currency));
