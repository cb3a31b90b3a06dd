import { test as base, expect } from '@playwright/test';
import { attach, failureReason, link, message, parameter, property, step, testCase } from '@testpoint/playwright/api';
import { Cart, inEuros } from './cart.js';

const test = base.extend<{ cart: Cart }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the first parameter which fixtures a fixture needs.
  cart: async ({}, use) => {
    const cart = new Cart();
    await use(cart);
    cart.clear();
  },
});

test.describe('Cart', () => {
  test.beforeAll('opens the shop', async () => {
    await step('switches on the light', async () => {});
  });

  test.beforeEach('welcomes the customer', async () => {
    await step('says hello', async () => {});
  });

  test.afterEach('sweeps the floor', async () => {});

  test.afterAll('closes the shop', async () => {});

  test('adds up what is in it', { tag: '@smoke' }, async ({ cart }) => {
    testCase(101);
    link('https://tracker.example/SHOP-7', { title: 'Totals in cents', type: 'Requirement' });
    parameter('customer', { name: 'Ada', since: 1843 });
    property('component', 'cart');
    message('The totals of two products');

    await step('fills the cart', async () => {
      await step('with a book', { parameters: { price: 1999 } }, () => cart.add('book', 1999));
      await step('with three pencils', { description: 'The cheap ones', parameters: { price: 99, count: 3 } }, () =>
        cart.add('pencil', 99, 3),
      );
      await attach('receipt.txt', cart.receipt());
    });
    const total = await step('reads the total', () => cart.total);
    expect(total).toBe(2296);
    await attach('total.json', JSON.stringify({ total }), 'application/json');
  });

  for (const [count, total] of [
    [1, '0.99 €'],
    [12, '11.88 €'],
  ] as const) {
    test(`sells ${count} pencils for ${total}`, async ({ cart }) => {
      parameter('count', count);
      cart.add('pencil', 99, count);
      expect(inEuros(cart.total)).toBe(total);
    });
  }

  test('refuses to sell nothing', async ({ cart }) => {
    expect(() => cart.add('book', 1999, 0)).toThrow(RangeError);
  });

  test('finds a courier on the second try', async () => {
    await step('calls the courier', () => {
      expect(test.info().retry, 'the line is busy').toBe(1);
    });
  });

  test('gives a discount on Sundays', {
    annotation: { type: 'issue', description: 'https://tracker.example/SHOP-8' },
  }, async ({ cart }) => {
    test.fail(true, 'not built yet');
    cart.add('book', 2000);
    expect(cart.total).toBe(1800);
  });

  test('ships to the moon', async () => {
    test.skip(true, 'no courier flies there');
  });

  test('breaks when asked to', async ({ cart }) => {
    test.skip(process.env.EXAMPLE_FAIL !== '1', 'EXAMPLE_FAIL=1 shows a failure');
    failureReason('ProductDefect');
    await step('adds a book', () => cart.add('book', 1999));
    expect(cart.total).toBe(2000);
  });
});
