/**
 * A second implementation of the service's interface, written by hand from its text, without sharing anything with our
 * schemas or the reference server. Mistakes in requests are in `violations`. For tests.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkResult, GUID, isObject, type Json } from './strict-result.js';

interface ReceivedResult {
  runId: string;
  body: { [key: string]: Json };
}

export interface StrictServiceOptions {
  secretKey: string;
  /** External ids in the run; undefined for any. */
  externalIds?: readonly string[];
  /** External ids of results that it fails to process: it answers 500. */
  fails?: readonly string[];
  /** Whether arrays of results are refused. */
  objectsOnly?: boolean;
  /** May answer a request before the service sees it. Returns true if it did. */
  intercept?(request: IncomingMessage, response: ServerResponse, count: number): boolean;
}

export interface StrictService {
  url: string;
  violations: string[];
  results: ReceivedResult[];
  attachments: Map<string, { name: string; contentType: string; content: Buffer }>;
  /** Method and path of every request, in order. */
  requests: string[];
  /** What happened to runs, in order: `Start`, `Stop` or `Complete` and the run's id, or `Create` and its body. */
  runEvents: string[];
  close(): Promise<void>;
}

export async function startStrictService(options: StrictServiceOptions): Promise<StrictService> {
  const service: StrictService = {
    url: '',
    violations: [],
    results: [],
    attachments: new Map(),
    requests: [],
    runEvents: [],
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  const server: Server = createServer((request, response) => {
    const count = service.requests.push(`${request.method} ${request.url}`);
    if (options.intercept?.(request, response, count)) return;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(service, options, request, response, Buffer.concat(chunks)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}

function answer(
  service: StrictService,
  options: StrictServiceOptions,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): void {
  const say = (status: number, value?: Json) => {
    response.writeHead(status, value === undefined ? {} : { 'Content-Type': 'application/json' });
    response.end(value === undefined ? undefined : JSON.stringify(value));
  };
  const problem = (text: string) => service.violations.push(`${request.method} ${request.url}: ${text}`);
  const { secretkeybase64, authorization } = request.headers;
  if (secretkeybase64 !== options.secretKey || authorization !== `PrivateToken ${options.secretKey}`) {
    problem('credentials');
    return say(401, { message: 'unauthorized' });
  }
  const path = request.url ?? '';
  const type = (request.headers['content-type'] ?? '').split(';')[0];
  const move = /^\/api\/Public\/(Start|Stop|Complete)TestRun\/([^/]+)$/.exec(path);
  const results = /^\/api\/v2\/testRuns\/([^/]+)\/testResults$/.exec(path);
  if (request.method !== 'POST' && !path.startsWith('/api/Public/GetTestRuns/')) problem('method');
  if (move !== null) {
    if (!GUID.test(move[2] ?? '')) problem('run id');
    if (body.length > 0) problem('a body where none belongs');
    service.runEvents.push(`${move[1]} ${move[2]}`);
    return say(204);
  }
  if (path.startsWith('/api/Public/GetTestRuns/')) return say(200, []);
  if (path === '/api/Public/CreateTestRun') {
    if (type !== 'application/json-patch+json') problem(`content type ${type}`);
    const run = JSON.parse(body.toString()) as { [key: string]: Json };
    checkCreate(run, problem);
    service.runEvents.push(`Create ${JSON.stringify(run)}`);
    return say(200, { id: randomUUID() });
  }
  if (path === '/api/Public/attachment') {
    const id = randomUUID();
    const part = readPart(request.headers['content-type'] ?? '', body);
    if (part === undefined) {
      problem('not one part named file');
      return say(400, { message: 'multipart' });
    }
    service.attachments.set(id, part);
    return say(200, { id });
  }
  if (results !== null) {
    if (!GUID.test(results[1] ?? '')) problem('run id');
    if (type !== 'application/json') problem(`content type ${type}`);
    return takeResults(service, options, results[1] ?? '', JSON.parse(body.toString()) as Json, problem, say);
  }
  problem('unknown operation');
  say(404, { message: 'not found' });
}

function takeResults(
  service: StrictService,
  options: StrictServiceOptions,
  runId: string,
  body: Json,
  problem: (text: string) => void,
  say: (status: number, value?: Json) => void,
): void {
  if (Array.isArray(body) && options.objectsOnly) return say(400, { message: 'The body must be a JSON object.' });
  const all = Array.isArray(body) ? body : [body];
  for (const one of all) {
    const found = isObject(one) ? checkResult(one, service.attachments) : 'not an object';
    if (found !== undefined) {
      problem(found);
      return say(400, { message: found });
    }
  }
  const bodies = all.filter(isObject);
  for (const one of bodies) {
    const id = String(one.autoTestExternalId);
    if (options.fails?.includes(id)) return say(500, { message: 'database error' });
    if (options.externalIds !== undefined && !options.externalIds.includes(id)) {
      return say(400, {
        message: `TestPoints required for autoTestResult with configurationId: ${one.configurationId} and autoTestExternalId: ${id}`,
      });
    }
  }
  for (const one of bodies) service.results.push({ runId, body: one });
  say(
    200,
    bodies.map(() => randomUUID()),
  );
}

function checkCreate(run: { [key: string]: Json }, problem: (text: string) => void): void {
  if (Object.keys(run).sort().join() !== 'projectGlobalId,testPlanGlobalId,testPoints')
    problem('fields of CreateTestRun');
  for (const key of ['projectGlobalId', 'testPlanGlobalId'] as const)
    if (!(Number.isInteger(run[key]) && Number(run[key]) > 0)) problem(key);
  for (const point of Array.isArray(run.testPoints) ? run.testPoints : [null]) {
    if (!isObject(point) || Object.keys(point).sort().join() !== 'configurationGlobalId,testCaseGlobalId')
      problem('test point');
  }
}

function readPart(
  contentType: string,
  body: Buffer,
): { name: string; contentType: string; content: Buffer } | undefined {
  const boundary = /boundary=([^;]+)/.exec(contentType)?.[1];
  if (!contentType.startsWith('multipart/form-data') || boundary === undefined) return undefined;
  const headerEnd = body.indexOf('\r\n\r\n');
  const header = body.subarray(0, headerEnd).toString();
  const end = body.lastIndexOf(`\r\n--${boundary}--`);
  const name = /name="file"; filename="([^"]*)"/.exec(header)?.[1];
  const type = /Content-Type: (.+)/i.exec(header)?.[1];
  if (name === undefined || type === undefined || end < 0) return undefined;
  return { name, contentType: type.trim(), content: body.subarray(headerEnd + 4, end) };
}
