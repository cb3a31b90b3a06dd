import { attach, failureReason, link, message, parameter, property, step, testCase } from '@testpoint/vitest/api';
import { afterAll, afterEach, test as base, beforeAll, beforeEach, describe, expect } from 'vitest';
import { Cart, inEuros } from './cart.js';

const test = base.extend<{ cart: Cart }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the first parameter which fixtures a fixture needs.
  cart: async ({}, use) => {
    const cart = new Cart();
    await use(cart);
    cart.clear();
  },
});

describe('Cart', () => {
  beforeAll(async () => {
    await step('switches on the light', async () => {});
  });

  beforeEach(() => {
    step('says hello', () => {});
  });

  afterEach(() => {
    step('sweeps the floor', () => {});
  });

  afterAll(() => {
    step('closes the shop', () => {});
  });

  test('adds up what is in it', async ({ cart }) => {
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
    expect(total).toBe(2296);
    await attach('total.json', JSON.stringify({ total }), 'application/json');
  });

  test.for([
    [1, '0.99 €'],
    [12, '11.88 €'],
  ] as const)('sells %i pencils for %s', ([count, total], { cart }) => {
    parameter('count', count);
    cart.add('pencil', 99, count);
    expect(inEuros(cart.total)).toBe(total);
  });

  test('refuses to sell nothing', ({ cart }) => {
    expect(() => cart.add('book', 1999, 0)).toThrow(RangeError);
  });

  let calls = 0;
  test('finds a courier on the second try', () => {
    calls += 1;
    step('calls the courier', () => {
      expect(calls, 'the line is busy').toBe(2);
    });
  });

  test.fails('gives a discount on Sundays', async ({ annotate, cart }) => {
    await annotate('https://tracker.example/SHOP-8', 'issue');
    cart.add('book', 2000);
    expect(cart.total).toBe(1800);
  });

  test('ships to the moon', ({ skip }) => {
    skip('no courier flies there');
  });

  test('breaks when asked to', ({ cart, skip }) => {
    skip(process.env.EXAMPLE_FAIL !== '1', 'EXAMPLE_FAIL=1 shows a failure');
    failureReason('ProductDefect');
    step('adds a book', () => cart.add('book', 1999));
    expect(cart.total).toBe(2000);
  });
});
