import { isAscii, isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from '../problem.js';
import { type JsonText, measureJson } from './json-text.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The JSON body as it was sent. */
    json: JsonText;
  }
}

/** The content types in which the interface's samples send JSON (section 4). */
const JSON_TYPES = ['application/json', 'application/json-patch+json', 'application/jsonpatch+json'];
const FORM = 'multipart/form-data';
/** No valid result nests deeper: 15 levels of steps take 2 each, their attachments 2, an array 2. */
const MAX_NESTING = 64;

/** Makes the server read JSON in each of the interface's content types, and tolerate an empty body of any type. */
export function addJsonBodies(app: FastifyInstance): void {
  app.decorateRequest('json');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(JSON_TYPES, { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer) =>
    parseJsonBody(body, request),
  );
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else done(unsupported(request));
  });
}

export function unsupported(request: FastifyRequest): ProblemError {
  const type = request.headers['content-type'] ?? 'none';
  // The attachments' route reads no JSON.
  const wanted = request.routeOptions.schema?.consumes?.includes(FORM)
    ? `a file as ${FORM}`
    : `JSON as ${JSON_TYPES.join(' or ')}`;
  return new ProblemError(415, `The content type ${type} is not supported. Send ${wanted}.`);
}

async function parseJsonBody(body: Buffer, request: FastifyRequest): Promise<unknown> {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset)) {
    throw new ProblemError(415, `The charset ${charset} is not supported. Send JSON in UTF-8.`);
  }
  if (body.length === 0) return undefined;
  if (!isUtf8(body)) throw new ProblemError(400, 'The body is not valid UTF-8.');
  const text = withoutMark(body);
  const json = measureJson(text, MAX_NESTING);
  if (json === undefined) throw new ProblemError(400, `The body is nested deeper than ${MAX_NESTING} levels.`);
  request.json = json;
  try {
    // ASCII is also valid Latin-1, which is copied instead of converted.
    return JSON.parse(text.toString(isAscii(text) ? 'latin1' : 'utf8'));
  } catch (error) {
    throw new ProblemError(400, `The body is not valid JSON: ${(error as Error).message}`);
  }
}

function withoutMark(body: Buffer): Buffer {
  return body.length >= 3 && body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body;
}
