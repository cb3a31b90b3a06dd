import { randomBytes } from 'node:crypto';
import { createReadStream, lstatSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DATA_CALLBACK, OPEN_TRACE_PATH, OPEN_TRACE_TOKEN, SERVED_DATA, type ServedReport } from '@testpoint/report';
import { byteRange } from './byte-range.js';
import { openTrace } from './open-trace.js';

const HOST = '127.0.0.1';
/** The files of a report; nothing else is served. */
const FILE =
  /^(?:index\.html|viewer\/[a-z]+\.(?:js|css)|data\/[a-z]+(?:-[0-9]+)?\.js|attachments\/[0-9]+\/[0-9]+\.[A-Za-z0-9]+)$/;
const TRACE = /^attachments\/[0-9]+\/[0-9]+\.zip$/;
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
    webp: 'image/webp',
    webm: 'video/webm',
    mp4: 'video/mp4',
  }),
);
const LONGEST_BODY = 4_096;
/** From which pages a browser may request the report: from its own, or when the user enters the address. */
const OWN_SITES: ReadonlySet<unknown> = new Set([undefined, 'none', 'same-origin']);

/**
 * Serves a report only to this machine's user. The address contains a token that is valid once. The browser gets a cookie in
 * exchange, and nothing is served without the cookie. Browsers send it to all ports of this machine, so requests that come
 * from pages of other ports are refused, and no other page may load or frame the report. Requests with another host name are
 * refused, so that no other website can read the report.
 * @returns the address to open
 */
export async function serveReport(directory: string): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const visitor = new Visitor(`${HOST}:${port}`, `testpoint-${port}`);
  server.on('request', (request, response) => {
    answer(directory, visitor, request, response).catch(() => refuse(response, 500, 'The report could not be read.'));
  });
  return `http://${HOST}:${port}/?token=${visitor.token}`;
}

/** Decides who may see the report. */
class Visitor {
  readonly host: string;
  readonly traceToken: string = secret();
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
  directory: string,
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
    response.writeHead(303, { ...headersOf('txt', false), ...headers }).end();
    return;
  }
  if (!visitor.isKnown(request))
    return refuse(response, 403, 'Open the address that testpoint report printed. It works only once.');
  if (pathname === OPEN_TRACE_PATH) return startTrace(directory, visitor, request, response);
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return refuse(response, 405, 'A report is read-only.');
  }
  if (pathname === `/data/${SERVED_DATA}.js`) return sendServed(visitor, response);
  sendFile(directory, pathname === '/' ? 'index.html' : pathname.slice(1), request, response);
}

function sendServed({ traceToken: token }: Visitor, response: ServerResponse): void {
  const served: ServedReport = { token };
  const text = `${DATA_CALLBACK}(${JSON.stringify(SERVED_DATA)},${JSON.stringify(served)});\n`;
  response.writeHead(200, headersOf('js', false)).end(text);
}

function sendFile(directory: string, name: string, request: IncomingMessage, response: ServerResponse): void {
  const { headers, method } = request;
  const path = join(directory, name);
  const status = FILE.test(name) ? lstatSync(path, { throwIfNoEntry: false }) : undefined;
  if (status?.isFile() !== true) return refuse(response, 404, 'The report has no such file.');
  const { size } = status;
  const range = byteRange(headers.range, size);
  if (range === 'none') {
    response.setHeader('Content-Range', `bytes */${size}`);
    return refuse(response, 416, `The file has ${size} bytes.`);
  }
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const { first, last } = range ?? { first: 0, last: size - 1 };
  response.writeHead(range === undefined ? 200 : 206, {
    ...headersOf(extension, name.startsWith('attachments/')),
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

async function startTrace(
  directory: string,
  visitor: Visitor,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const isOurs =
    request.method === 'POST' &&
    request.headers[OPEN_TRACE_TOKEN] === visitor.traceToken &&
    request.headers['content-type']?.split(';', 1)[0] === 'application/json';
  if (!isOurs) return refuse(response, 403, 'Only the report itself can open a trace.');
  const body = await bodyOf(request);
  if (body === undefined) return refuse(response, 413, 'The request is too long.');
  const name = traceIn(body);
  const path = name === undefined ? undefined : join(directory, name);
  if (path === undefined || lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) {
    return refuse(response, 404, 'The report has no such trace.');
  }
  const trouble = await openTrace(path);
  if (trouble === undefined) response.writeHead(204).end();
  else refuse(response, 501, trouble);
}

function traceIn(body: string): string | undefined {
  try {
    const { path }: { path?: unknown } = JSON.parse(body);
    return typeof path === 'string' && TRACE.test(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined if the body is too long. It is read to its end anyway, because the answer would not arrive otherwise. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) {
    if (body.length <= LONGEST_BODY) body += chunk;
  }
  return body.length > LONGEST_BODY ? undefined : body;
}

function refuse(response: ServerResponse, status: number, why: string): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(status, headersOf('txt', false)).end(`${why}\n`);
}

function headersOf(extension: string, isAttachment: boolean): Record<string, string> {
  return {
    'Content-Type': TYPES.get(extension) ?? 'application/octet-stream',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Content-Security-Policy': isAttachment
      ? "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"
      : "frame-ancestors 'none'",
  };
}

function secret(): string {
  return randomBytes(16).toString('hex');
}
