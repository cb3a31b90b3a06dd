import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { attach, link, message, parameter, property, step, testCase } from '@testpoint/node-test/api';
import { Cart, inEuros } from './cart.js';

describe('Cart', () => {
  const cart = new Cart();

  before(async function opensTheShop() {
    await step('switches on the light', async () => {});
  });

  beforeEach(function welcomesTheCustomer() {
    step('says hello', () => {});
  });

  afterEach(function sweepsTheFloor() {
    cart.clear();
  });

  after(function closesTheShop() {});

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

  it('sells pencils', async (t) => {
    for (const [count, total] of [
      [1, '0.99 €'],
      [12, '11.88 €'],
    ]) {
      await t.test(`${count} for ${total}`, () => {
        parameter('count', count);
        cart.add('pencil', 99, count);
        assert.equal(inEuros(cart.total), total);
        cart.clear();
      });
    }
  });

  it('refuses to sell nothing', () => {
    assert.throws(() => cart.add('book', 1999, 0), RangeError);
  });

  it('gives a discount', { todo: 'the rules are not yet known' });
});
