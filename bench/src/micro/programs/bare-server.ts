// A server that only reads bodies and answers like the service, so that a client's cost is visible.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { offer } from '../../remote.js';

const GUID = '0f8fad5b-d9cb-469f-a165-70867728950e';
/** A GUID for each result in an array of the usual size. */
const RESULTS_TAKEN = Buffer.from(JSON.stringify(Array.from({ length: 100 }, () => GUID)));
const UPLOAD_TAKEN = Buffer.from(JSON.stringify({ id: GUID }));
/** Occurs once in each result. */
const RESULT_MARK = '"autoTestExternalId":';

/** What arrived. Bytes are those of bodies; `firstResultAt` is in epoch milliseconds. */
export type Counts = typeof nothing;
const nothing = { results: 0, posts: 0, uploads: 0, uploadBytes: 0, firstResultAt: 0 };
let counts = { ...nothing };

const server = createServer((request, response) => {
  const { url = '' } = request;
  if (url.endsWith('/testResults')) {
    if (counts.posts++ === 0) counts.firstResultAt = performance.timeOrigin + performance.now();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      for (let at = body.indexOf(RESULT_MARK); at >= 0; at = body.indexOf(RESULT_MARK, at + 1)) counts.results++;
      respond(response, RESULTS_TAKEN);
    });
  } else if (url === '/api/Public/attachment') {
    counts.uploads++;
    request.on('data', (chunk: Buffer) => {
      counts.uploadBytes += chunk.length;
    });
    request.on('end', () => respond(response, UPLOAD_TAKEN));
  } else {
    request.resume();
    response.writeHead(204).end();
  }
});
// An upload of gigabytes may take a while.
server.requestTimeout = 0;

const functions = {
  /** @returns its URL */
  async start(): Promise<string> {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  },
  /** @returns what arrived since the last call */
  counts(): Counts {
    const before = counts;
    counts = { ...nothing };
    return before;
  },
};

export type BareServerProcess = typeof functions;
offer(functions);

function respond(response: ServerResponse, body: Buffer): void {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
  response.end(body);
}
