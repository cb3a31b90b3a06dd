import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import type { Answer } from './document.js';
import type { FuzzedRequest } from './requests.js';

/** Sends requests that no well-behaved client would send. */
export class RudeClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4 });
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async send({ method, path, headers, body }: FuzzedRequest): Promise<Answer> {
    const sending = request(this.#url + path, { method, headers, agent: this.#agent });
    sending.end(body);
    const [answer]: IncomingMessage[] = await once(sending, 'response');
    if (answer === undefined) throw new Error('No answer.');
    const received = await buffer(answer);
    return { status: answer.statusCode ?? 0, type: answer.headers['content-type'] ?? '', body: received };
  }

  /** Sends bytes on a new connection, then ends it or cuts it off. Returns what came back. */
  async sendRaw(bytes: Uint8Array, breaksOff: boolean): Promise<string> {
    const { hostname, port } = new URL(this.#url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    if (breaksOff) {
      await new Promise((resolve) => socket.write(bytes, resolve));
      socket.resetAndDestroy();
      return '';
    }
    socket.end(bytes);
    return text(socket);
  }

  close(): void {
    this.#agent.destroy();
  }
}
