import type { ServerResponse } from 'node:http';
import { type Received, startHttp } from '../../core/test/loopback.js';
import { startStrictService } from '../../core/test/strict-service.js';

/**
 * Forwards each request of a run to two services. The reporter gets the reference server's answer. The strict service was
 * written by hand from the text of the interface, and only reports mistakes. Each service assigns its own ids to attachments,
 * so results for the strict service get the ids that it assigned.
 */
export async function openRelay(target: string, secretKey: string) {
  const strict = await startStrictService({ secretKey });
  /** The strict service's ids, by those of the reference server. */
  const ids = new Map<string, string>();
  const pass = async (request: Received, response: ServerResponse) => {
    const { url, body } = request;
    const answer = await send(target, request, body);
    const given = await answer.text();
    const verdict = await send(strict.url, request, /\/testResults$/.test(url ?? '') ? withIds(body, ids) : body);
    const strictly = await verdict.text();
    if (url === '/api/Public/attachment' && answer.ok && verdict.ok) ids.set(idIn(given), idIn(strictly));
    response.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? 'application/json' });
    response.end(answer.status === 204 ? undefined : given);
  };
  const relay = await startHttp((_, response, count) => {
    pass(relay.received[count - 1] as Received, response).catch((error: unknown) => {
      strict.violations.push(`The relay failed: ${String(error)}`);
      response.destroy();
    });
  });
  return {
    url: relay.url,
    /** The mistakes that the strict service found. */
    violations: strict.violations,
    get requests() {
      return relay.received.map(({ method, url }) => `${method} ${url}`);
    },
    /** External ids of the results that the strict service accepted, in order of arrival. */
    get taken() {
      return strict.results.map(({ body }) => String(body.autoTestExternalId));
    },
    async close() {
      await relay.close();
      await strict.close();
    },
  };
}

function send(to: string, { method = 'GET', headers, url }: Received, body: Buffer): Promise<Response> {
  const kept = Object.entries(headers).filter(
    ([name]) => !/^(host|connection|content-length|transfer-encoding|expect)$/.test(name),
  );
  return fetch(`${to}${url}`, {
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
