// How the bare programs send: four requests at a time, over persistent connections.
import { Agent, type ClientRequest, type OutgoingHttpHeaders, request } from 'node:http';

const CONNECTIONS = 4;

/** Sends something for each item. @param write writes and ends the body */
export async function sendAll<T>(
  items: readonly T[],
  target: string,
  headersOf: (item: T) => OutgoingHttpHeaders,
  write: (item: T, sending: ClientRequest) => void,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const send = (item: T) =>
    new Promise<void>((resolve, reject) => {
      const sending = request(target, { method: 'POST', agent, headers: headersOf(item) }, (response) => {
        response.resume();
        response.once('end', resolve);
      });
      sending.once('error', reject);
      write(item, sending);
    });
  const rest = items.values();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (const item of rest) await send(item);
    }),
  );
  agent.destroy();
}
