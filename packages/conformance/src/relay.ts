import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type StrictService, startStrictService } from '../../core/test/strict-service.js';

/**
 * Forwards each request of a run to two services. The reporter gets the reference server's answer. The strict service was
 * written by hand from the text of the interface, and only reports mistakes. Each service assigns its own ids to attachments,
 * so results for the strict service get the ids that it assigned.
 */
export class Relay {
  readonly url: string;
  readonly requests: string[] = [];
  readonly #strict: StrictService;
  readonly #close: () => Promise<void>;

  private constructor(url: string, strict: StrictService, requests: string[], close: () => Promise<void>) {
    this.url = url;
    this.#strict = strict;
    this.requests = requests;
    this.#close = close;
  }

  static async open(target: string, secretKey: string): Promise<Relay> {
    const strict = await startStrictService({ secretKey });
    const ids = new Map<string, string>();
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      pass(request, response, target, strict.url, ids).catch((error: unknown) => {
        strict.violations.push(`The relay failed: ${String(error)}`);
        response.destroy();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return new Relay(`http://127.0.0.1:${port}`, strict, requests, async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await strict.close();
    });
  }

  /** The mistakes that the strict service found. */
  get violations(): readonly string[] {
    return this.#strict.violations;
  }

  /** External ids of the results that the strict service accepted, in order of arrival. */
  get taken(): string[] {
    return this.#strict.results.map(({ body }) => String(body.autoTestExternalId));
  }

  close(): Promise<void> {
    return this.#close();
  }
}

async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  target: string,
  strict: string,
  ids: Map<string, string>,
): Promise<void> {
  const body = await buffer(request);
  const answer = await send(target, request, body);
  const given = await answer.text();
  const isResults = /\/testResults$/.test(request.url ?? '');
  const verdict = await send(strict, request, isResults ? withIds(body, ids) : body);
  const strictly = await verdict.text();
  if (request.url === '/api/Public/attachment' && answer.ok && verdict.ok) ids.set(idIn(given), idIn(strictly));
  response.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? 'application/json' });
  response.end(answer.status === 204 ? undefined : given);
}

function send(url: string, { method = 'GET', headers, url: path }: IncomingMessage, body: Buffer): Promise<Response> {
  const kept = Object.entries(headers).filter(
    ([name]) => !/^(host|connection|content-length|transfer-encoding|expect)$/.test(name),
  );
  return fetch(`${url}${path}`, {
    method,
    headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
}

function withIds(body: Buffer, ids: Map<string, string>): Buffer {
  const guid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
  return Buffer.from(body.toString().replace(guid, (id) => ids.get(id) ?? id));
}

function idIn(answer: string): string {
  return (JSON.parse(answer) as { id: string }).id;
}
