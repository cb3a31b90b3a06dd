import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attach, step } from '@testpoint/vitest/api';
import { describe, expect, test } from 'vitest';

const storefront = join(import.meta.dirname, 'storefront/index.html');

describe('Storefront', () => {
  test('names every product', async () => {
    const products = step('reads the page', () => {
      const html = readFileSync(storefront, 'utf8');
      return [...html.matchAll(/<li>(.*)<\/li>/g)].map(([, product]) => product);
    });
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
