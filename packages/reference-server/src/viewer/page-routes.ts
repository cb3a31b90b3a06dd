import { existsSync, readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';
import type { Store } from '../database/store.js';
import type { TypedInstance } from '../routes/operations.js';

/** The page's files, built from packages/viewer. Tests that run the server from source use the built ones, too. */
const FOLDER = new URL(import.meta.url.endsWith('.ts') ? '../../dist/pages/' : './pages/', import.meta.url);

const FILES = [
  ['/viewer/page/app.js', 'app.js', 'text/javascript; charset=utf-8'],
  ['/viewer/page/app.css', 'app.css', 'text/css; charset=utf-8'],
] as const;
/** Each is the same page, which finds in its address what to show. It holds no data, so it loads without a cookie. */
const PAGES = ['/', '/runs/:run', '/tests', '/compare'];

/** The server's pages. Their files are read when someone asks for them. */
export function addPageRoutes(app: TypedInstance, store: Store): void {
  const page = (reply: FastifyReply) => {
    // Starts the thread that reads for pages while the browser loads this one. If that fails, the page's own request says why.
    store.changes([]).catch(() => {});
    return sendPage(reply);
  };
  for (const url of PAGES) app.get(url, async (_request, reply) => page(reply));
  for (const [url, name, type] of FILES) app.get(url, async (_request, reply) => send(reply, name, type));
}

/** The page, which finds in its address what to show. */
export function sendPage(reply: FastifyReply): FastifyReply {
  return send(reply, 'index.html', 'text/html; charset=utf-8')
    .header('content-security-policy', POLICY)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store');
}

function send(reply: FastifyReply, name: string, type: string): FastifyReply {
  const file = new URL(name, FOLDER);
  if (!existsSync(file)) throw new Error(`The page's file ${name} is missing from this installation.`);
  return reply.type(type).send(readFileSync(file));
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "media-src 'self'",
  "frame-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
