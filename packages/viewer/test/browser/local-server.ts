import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SERVER = fileURLToPath(new URL('../../../reference-server/dist/bin.js', import.meta.url));
export const CONFIGURATION = '00000000-0000-4000-8000-000000000001';
/** What posts to a server with a catalog need; an open one ignores it. */
export const KEY = 'YWRhJ3Mga2V5';

export interface LocalServer {
  url: string;
  child: ChildProcess;
}

/** Starts a server. Stop it after the test. */
export async function serve(...args: string[]): Promise<LocalServer> {
  const child = spawn(process.execPath, [SERVER, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { url, child };
}

export async function stop({ child }: Pick<LocalServer, 'child'>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

/** Posts JSON to the interface. */
export function post(address: string, body?: unknown, more: Record<string, string> = {}): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    headers: { SecretKeyBase64: KEY, 'content-type': 'application/json', ...more },
    body: body === undefined ? null : JSON.stringify(body),
  });
}
