import { randomBytes } from 'node:crypto';
import { createReadStream, lstatSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DATA_CALLBACK, rangeOf, SERVED_DATA, type ServedReport, TRACE_VIEWER } from '@testpoint/report';

const HOST = '127.0.0.1';
/** The files of a report; nothing but them and the trace viewer is served. */
const FILE =
  /^(?:index\.html|viewer\/[a-z]+\.(?:js|css)|data\/[a-z]+(?:-[0-9]+)?\.js|attachments\/[0-9]+\/[0-9]+\.[A-Za-z0-9]+)$/;
const TRACE_VIEWER_FILE = new RegExp(`^${TRACE_VIEWER}/((?:assets/)?[\\w-][\\w.-]*)$`);
const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    html: 'text/html; charset=utf-8',
    js: 'text/javascript; charset=utf-8',
    css: 'text/css; charset=utf-8',
    txt: 'text/plain; charset=utf-8',
    json: 'application/json',
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    gif: 'image/gif',
    svg: 'image/svg+xml',
    webp: 'image/webp',
    webm: 'video/webm',
    mp4: 'video/mp4',
    ttf: 'font/ttf',
    webmanifest: 'application/manifest+json',
  }),
);
/** What is served. */
export interface ServedFiles {
  /** The report's folder. */
  directory: string;
  /** The folder of the installed trace viewer, which knows the format of its traces. */
  traceViewer: string | undefined;
}

/** From which pages a browser may request the report: from its own, or when the user enters the address. */
const OWN_SITES: ReadonlySet<unknown> = new Set([undefined, 'none', 'same-origin']);

/**
 * Serves a report only to this machine's user. The address contains a token that is valid once. The browser gets a cookie in
 * exchange, and nothing is served without the cookie. Browsers send it to all ports of this machine, so requests that come
 * from pages of other ports are refused, and no other page may load or frame the report. Requests with another host name are
 * refused, so that no other website can read the report.
 * @returns the address to open
 */
export async function serveReport(files: ServedFiles): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const visitor = new Visitor(`${HOST}:${port}`, `testpoint-${port}`);
  server.on('request', (request, response) => {
    answer(files, visitor, request, response).catch(() => refuse(response, 500, 'The report could not be read.'));
  });
  return `http://${HOST}:${port}/?token=${visitor.token}`;
}

/** Decides who may see the report. */
class Visitor {
  readonly host: string;
  #token: string | undefined = secret();
  readonly #cookie: string;

  /** @param cookie its name, which no other report on this machine uses */
  constructor(host: string, cookie: string) {
    this.host = host;
    this.#cookie = `${cookie}=${secret()}`;
  }

  get token(): string {
    return this.#token ?? '';
  }

  /** The cookie in exchange for the token, if the token is right and unused. */
  enter(token: string | null): string | undefined {
    if (this.#token === undefined || token !== this.#token) return undefined;
    this.#token = undefined;
    return this.#cookie;
  }

  isKnown({ headers }: IncomingMessage): boolean {
    return (headers.cookie ?? '').split(/; */).includes(this.#cookie);
  }
}

async function answer(
  files: ServedFiles,
  visitor: Visitor,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.headers.host !== visitor.host) return refuse(response, 421, 'The report is not served under this host.');
  const { url = '', method } = request;
  if (!url.startsWith('/')) return refuse(response, 400, 'This is not the path of a file.');
  const { pathname, searchParams } = new URL(`http://${visitor.host}${url}`);
  if (!OWN_SITES.has(request.headers['sec-fetch-site']))
    return refuse(response, 403, 'Only the report itself may request its files. Enter the address by hand.');
  const cookie = method === 'GET' ? visitor.enter(searchParams.get('token')) : undefined;
  if (cookie !== undefined) {
    const headers = { Location: '/', 'Set-Cookie': `${cookie}; HttpOnly; SameSite=Strict; Path=/` };
    response.writeHead(303, { ...headersOf('redirect.txt'), ...headers }).end();
    return;
  }
  if (!visitor.isKnown(request))
    return refuse(response, 403, 'Open the address that testpoint report printed. It works only once.');
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return refuse(response, 405, 'A report is read-only.');
  }
  if (pathname === `/data/${SERVED_DATA}.js`) return sendServed(files, response);
  sendFile(files, pathname === '/' ? 'index.html' : pathname.slice(1), request, response);
}

function sendServed({ traceViewer }: ServedFiles, response: ServerResponse): void {
  const served: ServedReport = { hasTraceViewer: traceViewer !== undefined };
  const text = `${DATA_CALLBACK}(${JSON.stringify(SERVED_DATA)},${JSON.stringify(served)});\n`;
  response.writeHead(200, headersOf(`${SERVED_DATA}.js`)).end(text);
}

/** The place of a file that may be served. */
function placeOf({ directory, traceViewer }: ServedFiles, name: string): string | undefined {
  if (FILE.test(name)) return join(directory, name);
  const [, inViewer] = TRACE_VIEWER_FILE.exec(name) ?? [];
  return inViewer && join(traceViewer ?? join(directory, TRACE_VIEWER), inViewer);
}

function sendFile(files: ServedFiles, name: string, request: IncomingMessage, response: ServerResponse): void {
  const { headers, method } = request;
  const path = placeOf(files, name);
  const status = path === undefined ? undefined : lstatSync(path, { throwIfNoEntry: false });
  if (path === undefined || status?.isFile() !== true) return refuse(response, 404, 'The report has no such file.');
  const { size } = status;
  const range = rangeOf(headers.range, size);
  if (range === 'unsatisfiable') {
    response.setHeader('Content-Range', `bytes */${size}`);
    return refuse(response, 416, `The file has ${size} bytes.`);
  }
  const { first, last } = range ?? { first: 0, last: size - 1 };
  response.writeHead(range === undefined ? 200 : 206, {
    ...headersOf(name),
    'Accept-Ranges': 'bytes',
    'Content-Length': last - first + 1,
    ...(range !== undefined && { 'Content-Range': `bytes ${first}-${last}/${size}` }),
  });
  if (size === 0 || method === 'HEAD') {
    response.end();
    return;
  }
  createReadStream(path, { start: first, end: last })
    .on('error', () => response.destroy())
    .pipe(response);
}

function refuse(response: ServerResponse, status: number, why: string): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(status, headersOf('refusal.txt')).end(`${why}\n`);
}

function headersOf(name: string): Record<string, string> {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  // The trace viewer frames its own pages.
  const framedBy = name.startsWith(`${TRACE_VIEWER}/`) ? "'self'" : "'none'";
  return {
    'Content-Type': TYPES.get(extension) ?? 'application/octet-stream',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Content-Security-Policy': name.startsWith('attachments/')
      ? "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"
      : `frame-ancestors ${framedBy}`,
  };
}

function secret(): string {
  return randomBytes(16).toString('hex');
}
