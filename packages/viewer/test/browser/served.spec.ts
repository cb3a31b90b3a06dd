import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { OPEN_TRACE_PATH, OPEN_TRACE_TOKEN } from '@testpoint/core/report-format';
import { shopReport } from '../sample/shop.js';
import { expect, open, test } from './reports.js';

const TYPES: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css', png: 'image/png' };

test.use({ offline: false });

test('a served report opens a trace with one click', async ({ page, reports }) => {
  const folder = new URL('.', reports.folder('shop', shopReport));
  const asked: unknown[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (path === OPEN_TRACE_PATH) {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        asked.push([request.method, request.headers[OPEN_TRACE_TOKEN], JSON.parse(Buffer.concat(chunks).toString())]);
        response.writeHead(204).end();
      });
      return;
    }
    if (path === '/data/served.js') {
      response.setHeader('content-type', 'text/javascript');
      response.end('testpoint("served",{"token":"secret"});');
      return;
    }
    readFile(fileURLToPath(new URL(`.${path}`, folder))).then(
      (content) => response.setHeader('content-type', TYPES[path.split('.').at(-1) ?? ''] ?? 'text/plain').end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  await open(page, `http://127.0.0.1:${port}/index.html`, '#/tests/1');
  const trace = page.locator('.attachment.trace');
  await trace.getByRole('button', { name: 'Open trace' }).click();
  await expect(trace.getByRole('status')).toHaveText('The trace viewer opens in a window of its own.');
  expect(asked).toEqual([['POST', 'secret', { path: 'attachments/1/000002.zip' }]]);
  server.closeAllConnections();
  server.close();
});
