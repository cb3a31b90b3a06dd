import type { LocalServer } from '@testpoint/core/cli';
import { newChallenge, proves } from '@testpoint/core/service';

/** How long a server on this machine may take to answer, milliseconds. */
const PATIENCE = 5_000;

/** Whether the server of the file answers at its address: another process may have its id or its port by now. */
export async function isRunning(server: LocalServer): Promise<boolean> {
  const challenge = newChallenge();
  try {
    const answer = await post(`${server.url}/viewer/proof`, { challenge });
    return proves(answer, challenge, { server: server.id, key: server.key, origin: server.url });
  } catch {
    return false;
  }
}

/** The id of the database of a server that has just been started. */
export async function idOf(url: string): Promise<string> {
  const { server }: { server: string } = JSON.parse(await post(`${url}/viewer/proof`, { challenge: newChallenge() }));
  return server;
}

/** Address of the page with a token that signs in one browser within a minute. The server never sees a fragment in a log. */
export async function signInLink({ url, key }: LocalServer): Promise<string> {
  const answer = await post(`${url}/viewer/tokens`, {}, { authorization: `PrivateToken ${key}` });
  const { token }: { token: string } = JSON.parse(answer);
  return `${url}/#token=${token}`;
}

async function post(address: string, body: object, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${text}`);
  return text;
}
