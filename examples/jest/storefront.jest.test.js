const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { attach, step } = require('@testpoint/jest/api');

const storefront = join(__dirname, 'storefront/index.html');

describe('Storefront', () => {
  test('names every product', async () => {
    step('opens the page', () => {
      document.documentElement.innerHTML = readFileSync(storefront, 'utf8');
    });
    const products = step('reads the list', () => [...document.querySelectorAll('li')].map((item) => item.textContent));
    expect(products).toEqual(['book', 'pencil']);
    await attach('the page', { path: storefront });
  });

  test.concurrent('is open in the morning', async () => {
    await step('knocks on the door', async () => {});
  });

  test.concurrent('is open at night', async () => {
    await step('rings the bell', async () => {});
  });
});
