import { Agent, request } from 'node:http';

const HEADERS = { SecretKeyBase64: 'YmVuY2g=', 'Content-Type': 'application/json' };

/** Bare requests on kept connections: nothing on the client's side that the server would have to wait for. */
export class Client {
  readonly #url: string;
  readonly #agent: Agent;

  /** @param connections how many are open at once */
  constructor(url: string, connections: number) {
    this.#url = url;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** The answer's body. Rejects for anything but a success. */
  send(method: 'GET' | 'POST', path: string, body?: Buffer): Promise<string> {
    return new Promise((resolve, reject) => {
      const headers = body === undefined ? HEADERS : { ...HEADERS, 'Content-Length': body.length };
      const sending = request(this.#url + path, { method, headers, agent: this.#agent }, (answer) => {
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

  /** Sends every body, as many at once as there are connections. */
  async sendAll(path: string, bodies: readonly Buffer[]): Promise<void> {
    const left = bodies.values();
    await Promise.all(
      Array.from({ length: this.#agent.maxSockets }, async () => {
        for (const body of left) await this.send('POST', path, body);
      }),
    );
  }

  close(): void {
    this.#agent.destroy();
  }
}
