import { Agent, request } from 'node:http';
import { SECRET_KEY } from './content.js';

// Browsers take compressed answers.
const HEADERS = { SecretKeyBase64: SECRET_KEY, 'Content-Type': 'application/json', 'Accept-Encoding': 'gzip' };

/** Bare requests on persistent connections, so that the client never makes the server wait. */
export class Client implements Disposable {
  readonly #urls: readonly string[];
  readonly #connections: number;
  readonly #agent = new Agent({ keepAlive: true });
  #sent = 0;

  /**
   * @param urls servers that share a database: each gets the next request
   * @param connections how many requests are under way at once
   */
  constructor(urls: readonly string[], connections: number) {
    this.#urls = urls;
    this.#connections = connections;
  }

  /** Returns the body of the answer. Rejects unless the status is 2xx. */
  send(method: 'GET' | 'POST', path: string, body?: Buffer): Promise<string> {
    const url = this.#urls[this.#sent++ % this.#urls.length] ?? '';
    return new Promise((resolve, reject) => {
      const headers = body === undefined ? HEADERS : { ...HEADERS, 'Content-Length': body.length };
      const sending = request(url + path, { method, headers, agent: this.#agent }, (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => {
          text += chunk;
        });
        answer.on('error', reject);
        answer.on('end', () => {
          const { statusCode = 0 } = answer;
          if (statusCode >= 200 && statusCode < 300) resolve(text);
          else reject(new Error(`${method} ${path} was answered ${statusCode}: ${text.slice(0, 1000)}`));
        });
      });
      sending.on('error', reject);
      sending.end(body);
    });
  }

  /** Sends every body, with one request at a time on each connection. */
  async sendAll(path: string, bodies: readonly Buffer[]): Promise<void> {
    const left = bodies.values();
    await Promise.all(
      Array.from({ length: this.#connections }, async () => {
        for (const body of left) await this.send('POST', path, body);
      }),
    );
  }

  /** Creates a run of a catalog's first test points. @returns its GUID */
  async createRun(body: Buffer): Promise<string> {
    const { id }: { id: string } = JSON.parse(await this.send('POST', '/api/Public/CreateTestRun', body));
    return id;
  }

  /** Posts bodies again and again, one after the other, until some work is done. @returns the time of each, milliseconds */
  async postDuring(path: string, bodies: readonly Buffer[], work: () => Promise<void>): Promise<number[]> {
    let isOver = false;
    const working = work().finally(() => {
      isOver = true;
    });
    const times: number[] = [];
    for (let sent = 0; !isOver; sent++) {
      times.push(await timed(() => this.send('POST', path, bodies[sent % bodies.length])));
    }
    await working;
    return times;
  }

  /** Closes its connections: `using client = …`. */
  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}

/** How long a call takes, milliseconds. */
export async function timed(call: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await call();
  return performance.now() - began;
}
