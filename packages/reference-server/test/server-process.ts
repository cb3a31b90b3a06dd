import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../dist/bin.js', import.meta.url));

/** The built server in its own process. */
export class ServerProcess {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  static async start(...args: string[]): Promise<ServerProcess> {
    const child = spawn(process.execPath, [BIN, '--port', '0', ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
    const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`The server ended with ${code}.`)));
    const lines = createInterface({ input: child.stdout });
    const [url] = (await Promise.race([once(lines, 'line'), ended])) as [string];
    ended.catch(() => {});
    return new ServerProcess(child, url);
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill(signal);
    await ended;
  }
}

const HEADERS = { SecretKeyBase64: 'YWRhJ3Mga2V5', 'content-type': 'application/json' };

/** Sends a request. Returns the status (0 without an answer) and the answer's JSON. */
export async function ask(
  url: string,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<{ status: number; body: unknown }> {
  try {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(url + path, { method, headers: HEADERS, ...sent });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  } catch {
    return { status: 0, body: undefined };
  }
}
