/** Services that fail in different ways, for suites that end while reporting to them. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { GUID, type Loopback, listen, startHttp, startTcp } from './loopback.js';

/** A service, and the behavior of a suite that reports to it. */
export interface Trouble {
  start(): Promise<Pick<Loopback, 'url' | 'close'>>;
  options?: Record<string, unknown>;
  tests?: number;
  /** Size of the first test's attachment, bytes. */
  attachment?: number;
  /** Delivery makes progress all the time: everything arrives, however long that takes. */
  isDelivered?: true;
  /** Text in the summary. */
  says?: RegExp;
}

const MIB = 1024 * 1024;
const LARGE = 48 * MIB;
const inOneHour = () => new Date(Date.now() + 3_600_000).toUTCString();
/** The session creates its run and completes it. */
const OWN_RUN = {
  testRunId: '',
  projectGlobalId: 1,
  testPlanGlobalId: 5,
  testPoints: [{ configurationGlobalId: 10, testCaseGlobalId: 101 }],
  finish: 'complete',
};

export const TROUBLES: Record<string, Trouble> = {
  'answers 503': { start: always(503), says: /HTTP 503/ },
  'asks to wait 1 s, again and again': { start: askingToWait('1'), says: /asks us to wait until|HTTP 429/ },
  'asks to wait 60 s': { start: askingToWait('60'), says: /asks us to wait until .*\d\d:\d\d \(Retry-After\)/ },
  'asks to wait an hour': { start: askingToWait('3600'), says: /asks us to wait until .*\d\d:\d\d \(Retry-After\)/ },
  'asks to wait until a time in an hour': { start: askingToWait(inOneHour()), says: /asks us to wait until/ },
  'asks to wait until 2100': { start: askingToWait('Fri, 01 Jan 2100 00:00:00 GMT'), says: /until (2099|2100)-/ },
  'asks to wait longer than any timer': { start: askingToWait('9'.repeat(30)), says: /asks us to wait until/ },
  'asks to wait for a negative time': { start: askingToWait('-1'), says: /HTTP 429/ },
  'answers with a web page': {
    start: always(200, { 'Content-Type': 'text/html' }, '<title>Log in</title>'),
    says: /0 delivered.*\n.*web page/,
  },
  'answers results with a web page': {
    start: afterStart((response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>In</title>')),
    says: /0 delivered.*\n.*20 results not delivered: A web page \(“In”\)/,
  },
  'breaks off its answers to results': {
    start: afterStart((response) => {
      response.writeHead(200, { 'Content-Length': 9_000 }).write('["0f8f', () => response.destroy());
    }),
    says: /0 delivered.*\n.*20 results not delivered: The answer broke off/,
  },
  'answers results endlessly': {
    start: afterStart((response) => flood(response.writeHead(200))),
    says: /0 delivered.*\n.*20 results not delivered: The answer is far too long/,
  },
  'answers results with an empty body': {
    start: afterStart((response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end()),
    isDelivered: true,
  },
  'answers results with a word': { start: afterStart((response) => response.end('Thanks.')), isDelivered: true },
  'answers everything with a word': { start: always(200, {}, 'yes'), options: OWN_RUN },
  'cuts every answer short': {
    start: () =>
      startTcp((socket) => socket.once('data', () => socket.end('HTTP/1.1 503 No\r\nContent-Length: 99\r\n\r\n{'))),
  },
  'drips its answer': { start: () => startHttp((_request, response) => drip(response)) },
  'accepts connections and says nothing': { start: () => startTcp(() => {}), says: /does not answer/ },
  'reads requests and says nothing': { start: () => startHttp(() => {}), says: /does not answer/ },
  'refuses connections': { start: async () => nobodyAt('http://127.0.0.1:9'), says: /ECONNREFUSED/ },
  'resets connections': { start: () => startTcp((socket) => socket.once('data', () => socket.resetAndDestroy())) },
  'has no address': { start: async () => nobodyAt('http://no-such-host.invalid'), says: /no-such-host/ },
  'speaks no TLS': { start: withoutTls },
  redirects: {
    start: always(302, { Location: 'https://login.example/' }, '{"message":"Found"}'),
    says: /redirects to https:\/\/login\.example\/ \(HTTP 302\)/,
  },
  'refuses the key': { start: always(401), says: /TMS_SECRET_KEY/ },
  'refuses everything, slowly': { start: () => startHttp(slowly(700, always400)), tests: 100 },
  'answers one request, and no other': {
    start: () => startHttp((_request, response, count) => count === 1 && take(response)),
  },
  'accepts the results, and never completes the run': {
    start: () => startHttp((request, response) => !request.url?.includes('CompleteTestRun') && take(response)),
    options: OWN_RUN,
    says: /all delivered/,
  },
  'answers slowly, and accepts everything': {
    start: () => startHttp(slowly(3_000, take)),
    tests: 30,
    options: { batchSize: 10, concurrency: 1 },
    isDelivered: true,
  },
  'asks to wait 1 s, and then accepts everything': {
    start: () =>
      startHttp((_request, response, count) =>
        count > 2 ? take(response) : response.writeHead(503, { 'Retry-After': '1' }).end(),
      ),
    isDelivered: true,
  },
  'stops reading in the middle of a large upload': { start: () => startReader(() => {}), tests: 1, attachment: LARGE },
  'cuts off a large upload at the same place, again and again': {
    start: () => startReader((request, response) => readSlowly(request, response, 0, 4 * MIB)),
    tests: 1,
    attachment: LARGE,
  },
  'reads a large upload slowly': {
    start: () => startReader((request, response) => readSlowly(request, response, 10, Number.POSITIVE_INFINITY)),
    attachment: LARGE,
    isDelivered: true,
  },
};

function nobodyAt(url: string) {
  return { url, close: async () => {} };
}

/** Gives the same answer to every request. */
function always(status: number, headers: Record<string, string> = {}, text = '{}') {
  return () => startHttp((_request, response) => response.writeHead(status, headers).end(text));
}

/** A service that works except for its answer to results. */
function afterStart(answer: (response: ServerResponse) => void) {
  return () =>
    startHttp((request, response) => (request.url?.endsWith('/testResults') ? answer(response) : take(response)));
}

function flood(response: ServerResponse): void {
  const block = Buffer.alloc(65_536, 'x');
  const more = () => {
    while (response.write(block));
    response.once('drain', more);
  };
  more();
}

function askingToWait(header: string) {
  return always(429, { 'Retry-After': header });
}

async function withoutTls() {
  const { url, close } = await always(200)();
  return { url: url.replace('http:', 'https:'), close };
}

function drip(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  const dripping = setInterval(() => response.write(' '), 1_000);
  response.once('close', () => clearInterval(dripping));
}

/** An answer that means "done" to any operation. */
function take(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ id: GUID }));
}

function always400(response: ServerResponse): void {
  response.writeHead(400, { 'Content-Type': 'application/json' }).end('{"detail":"no"}');
}

function slowly(milliseconds: number, answer: (response: ServerResponse) => void) {
  return (_request: IncomingMessage, response: ServerResponse) => {
    setTimeout(() => answer(response), milliseconds);
  };
}

/** A service that works except for uploads, which it leaves to `upload`. */
async function startReader(upload: (request: IncomingMessage, response: ServerResponse) => void): Promise<Loopback> {
  const server = createServer((request, response) => {
    if (request.url === '/api/Public/attachment') upload(request, response);
    else request.resume().once('end', () => take(response));
  });
  return listen(server, () => server.closeAllConnections());
}

/** @param pause after each block, milliseconds @param limit bytes at which the connection is reset */
function readSlowly(request: IncomingMessage, response: ServerResponse, pause: number, limit: number): void {
  let bytes = 0;
  request.on('data', (block: Buffer) => {
    bytes += block.length;
    if (bytes > limit) request.socket.resetAndDestroy();
    request.pause();
    setTimeout(() => request.resume(), pause);
  });
  request.on('error', () => {});
  request.once('end', () => take(response));
}
