import assert from 'node:assert/strict';
import { attach, failureReason, link, message, parameter, property, step, testCase } from '@testpoint/mocha/api';
import { Cart, inEuros } from './cart.js';

describe('Cart', () => {
  const cart = new Cart();

  before('opens the shop', async () => {
    await step('switches on the light', async () => {});
  });

  beforeEach('welcomes the customer', () => {
    step('says hello', () => {});
  });

  afterEach('sweeps the floor', () => {
    cart.clear();
  });

  after('closes the shop', () => {});

  it('adds up what is in it', async () => {
    testCase(101);
    link('https://tracker.example/SHOP-7', { title: 'Totals in cents', type: 'Requirement' });
    parameter('customer', { name: 'Ada', since: 1843 });
    property('component', 'cart');
    message('The totals of two products');

    await step('fills the cart', async () => {
      step('with a book', { parameters: { price: 1999 } }, () => cart.add('book', 1999));
      step('with three pencils', { description: 'The cheap ones', parameters: { price: 99, count: 3 } }, () =>
        cart.add('pencil', 99, 3),
      );
      await attach('receipt.txt', cart.receipt());
    });
    const total = step('reads the total', () => cart.total);
    assert.equal(total, 2296);
    await attach('total.json', JSON.stringify({ total }), 'application/json');
  });

  for (const [count, total] of [
    [1, '0.99 €'],
    [12, '11.88 €'],
  ]) {
    it(`sells ${count} pencils for ${total}`, () => {
      parameter('count', count);
      cart.add('pencil', 99, count);
      assert.equal(inEuros(cart.total), total);
    });
  }

  it('refuses to sell nothing', () => {
    assert.throws(() => cart.add('book', 1999, 0), RangeError);
  });

  let calls = 0;
  it('finds a courier on the second try', () => {
    calls += 1;
    step('calls the courier', () => {
      assert.equal(calls, 2, 'the line is busy');
    });
  });

  it.skip('ships to the moon', () => {});

  // EXAMPLE_FAIL=1 shows a failure.
  (process.env.EXAMPLE_FAIL === '1' ? it : it.skip)('breaks when asked to', () => {
    failureReason('ProductDefect');
    step('adds a book', () => cart.add('book', 1999));
    assert.equal(cart.total, 2000);
  });
});
