import fc from 'fast-check';
import type { OpenApiDocument, Operation, Parameter } from './document.js';
import { FromSchema } from './from-schema.js';
import { multipartBodies } from './multipart.js';
import { mutated } from './mutations.js';

/** A request, and the operation of the document that it is for, if any. */
export interface FuzzedRequest {
  operation?: Operation;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
}

/** Values that exist in the server, by the names of parameters and members. */
export type Known = Record<string, readonly (string | number)[]>;

/** Generates all kinds of requests: valid ones, ones with a single error, and completely invalid ones. */
export function requests(document: OpenApiDocument, known: Known, secretKey: string): fc.Arbitrary<FuzzedRequest> {
  const schemas = new FromSchema(document, known);
  const credentials = { SecretKeyBase64: secretKey };
  const right = fc.constantFrom(...document.operations).chain((operation) => calls(operation, schemas, credentials));
  return fc.oneof(
    { weight: 6, arbitrary: right },
    { weight: 2, arbitrary: withOtherHeaders(right) },
    { weight: 2, arbitrary: withSpoiledBytes(right) },
    { weight: 1, arbitrary: withOtherTarget(right) },
  );
}

function calls(
  operation: Operation,
  schemas: FromSchema,
  credentials: Record<string, string>,
): fc.Arbitrary<FuzzedRequest> {
  const { method } = operation;
  // The framework answers HEAD wherever it answers GET.
  const methods = method === 'GET' ? fc.constantFrom('GET', 'GET', 'GET', 'HEAD') : fc.constant(method);
  return fc
    .tuple(methods, targets(operation, schemas), bodies(operation, schemas))
    .map(([chosen, path, { type, body }]) => ({
      operation: chosen === method ? operation : { ...operation, method: chosen },
      method: chosen,
      path,
      headers: type === undefined ? credentials : { ...credentials, 'content-type': type },
      ...(body === undefined ? {} : { body }),
    }));
}

function targets({ path, parameters = [] }: Operation, schemas: FromSchema): fc.Arbitrary<string> {
  const values = ({ name, schema }: Parameter) =>
    fc.oneof({ weight: 9, arbitrary: schemas.values(schema, name) }, fc.string({ unit: 'binary' })).map(encoded);
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  return fc
    .tuple(
      fc.tuple(...inPath.map(values)),
      fc.tuple(...inQuery.map((one) => fc.option(values(one), { freq: 5, nil: undefined }))),
    )
    .map(([path_, query]) => {
      const target = inPath.reduce((url, { name }, index) => url.replace(`{${name}}`, () => path_[index] ?? ''), path);
      const given = inQuery.flatMap(({ name }, index) => (query[index] === undefined ? [] : `${name}=${query[index]}`));
      return given.length === 0 ? target : `${target}?${given.join('&')}`;
    });
}

/** Replaces lone surrogates, which can't be encoded. */
function encoded(value: unknown): string {
  return encodeURIComponent(String(value).toWellFormed());
}

interface Body {
  type?: string;
  body?: string | Uint8Array;
}

function bodies({ requestBody }: Operation, schemas: FromSchema): fc.Arbitrary<Body> {
  const [described] = Object.entries(requestBody?.content ?? {});
  if (described === undefined) {
    return fc.oneof(
      { weight: 5, arbitrary: fc.constant({}) },
      fc.constantFrom('', '""', '{}', 'null').map((body) => ({ type: 'application/json', body })),
    );
  }
  const [type, { schema }] = described;
  if (type === 'multipart/form-data') return multipartBodies();
  const values = schemas.values(schema);
  return fc
    .oneof({ weight: 3, arbitrary: values }, { weight: 4, arbitrary: mutated(values) })
    .map((value) => ({ type, body: JSON.stringify(value) }));
}

function withOtherHeaders(requests: fc.Arbitrary<FuzzedRequest>): fc.Arbitrary<FuzzedRequest> {
  const values = fc.oneof(fc.constantFrom(...ODD_VALUES), fc.stringMatching(/^[ -~]{0,30}$/));
  return fc
    .tuple(requests, fc.constantFrom(...HEADERS), values)
    .map(([request, name, value]) => ({ ...request, headers: { ...request.headers, [name]: value } }));
}

const HEADERS = [
  ...['content-type', 'content-encoding', 'accept', 'expect', 'host', 'connection', 'range', 'if-none-match'],
  ...['SecretKeyBase64', 'Authorization', 'UserName', 'x-http-method-override', 'transfer-encoding'],
];
const ODD_VALUES = [
  ...[
    '',
    'application/json; charset=utf-16',
    'application/json-patch+json',
    'application/jsonpatch+json',
    'text/plain',
  ],
  ...['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=b', 'application/x'],
  ...['gzip', 'identity', 'chunked', '100-continue', 'x', 'localhost', 'evil.example', '*/*', 'close', 'bytes=0-1'],
  ...['PrivateToken', 'PrivateToken x', 'Basic eDp4', 'ada', '__proto__'],
];

/** Cuts bodies off, and changes some of their bytes. */
function withSpoiledBytes(requests: fc.Arbitrary<FuzzedRequest>): fc.Arbitrary<FuzzedRequest> {
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 3 });
  return fc.tuple(requests, changes, fc.option(fc.nat(), { freq: 1 })).map(([request, changes, end]) => {
    if (request.body === undefined || request.body.length === 0) return request;
    const bytes = Buffer.from(request.body);
    for (const [place, byte] of changes) bytes[place % bytes.length] = byte;
    return { ...request, body: end === null ? bytes : bytes.subarray(0, end % bytes.length) };
  });
}

/** Changes the method, or uses a path that does not exist. */
function withOtherTarget(requests: fc.Arbitrary<FuzzedRequest>): fc.Arbitrary<FuzzedRequest> {
  const methods = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND');
  const paths = fc.stringMatching(/^\/[!-~]{0,40}$/).filter((path) => !path.startsWith('//'));
  return fc.tuple(requests, methods, fc.option(paths, { freq: 1 })).map(([{ headers, path, body }, method, other]) => {
    const hasNone = method === 'GET' || method === 'HEAD';
    return { method, path: other ?? path, headers, ...(body === undefined || hasNone ? {} : { body }) };
  });
}
