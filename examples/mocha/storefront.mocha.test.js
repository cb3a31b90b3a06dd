import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { attach, step } from '@testpoint/mocha/api';

describe('Storefront', () => {
  const page = readFileSync(new URL('./storefront/index.html', import.meta.url), 'utf8');
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(page));
  let address;

  before('opens', (done) => {
    server.listen(0, '127.0.0.1', () => {
      address = `http://127.0.0.1:${server.address().port}`;
      done();
    });
  });

  after('closes', (done) => {
    server.close(done);
    server.closeAllConnections();
  });

  it('names every product', async () => {
    const html = await step('reads the page', async () => (await fetch(address)).text());
    await attach('storefront.html', html, 'text/html');
    const products = step('finds the products', () => [...html.matchAll(/<li>(.*)<\/li>/g)].map(([, name]) => name));
    assert.deepEqual(products, ['book', 'pencil']);
  });
});
