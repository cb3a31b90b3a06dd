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

  /** @param environment variables in addition to those of this process */
  static async start(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
    const child = spawn(process.execPath, [BIN, '--port', '0', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment },
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said = `${said}${text}`.slice(-10_000)));
    const ended = once(child, 'close').then(([code]) => Promise.reject(new Error(`Ended with ${code}: ${said}`)));
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

const KEY = { SecretKeyBase64: 'YWRhJ3Mga2V5' };
const HEADERS = { ...KEY, 'content-type': 'application/json' };

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

/** Uploads an attachment. Returns its id; undefined without an answer, or if it was refused. */
export async function upload(url: string, content: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const body = new FormData();
  body.append('file', new Blob([content]), 'file.bin');
  try {
    const answer = await fetch(`${url}/api/Public/attachment`, { method: 'POST', headers: KEY, body });
    const { id } = (await answer.json()) as { id: string };
    return answer.status === 200 ? id : undefined;
  } catch {
    return undefined;
  }
}

/** The content of an attachment; undefined if the server does not return it. */
export async function download(url: string, id: string): Promise<Buffer | undefined> {
  const answer = await fetch(`${url}/inspect/attachments/${id}/content`, { headers: KEY });
  const content = Buffer.from(await answer.arrayBuffer());
  return answer.status === 200 ? content : undefined;
}
