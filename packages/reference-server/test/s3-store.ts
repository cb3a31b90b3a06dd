import { mkdtempSync, rmSync } from 'node:fs';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import S3rver from '@20minutes/s3rver';

/** What to do with a request instead of passing it to the store: send an answer, or cut the connection (`'cut'`). */
export type Interference = (request: IncomingMessage) => StoreAnswer | 'cut' | undefined;

interface StoreAnswer {
  status: number;
  body?: string;
}

/** An S3-compatible store in a temporary folder, with the buckets `bucket` and `whole`. A proxy in front records requests and can interfere. */
export class S3Store {
  /** Methods and targets of the requests so far. */
  readonly requests: string[] = [];
  interfere: Interference = () => undefined;
  /** Where it keeps its files. */
  readonly directory: string;
  readonly #store: S3rver;
  readonly #proxy: Server;
  #storePort = 0;

  static async start(): Promise<S3Store> {
    const store = new S3Store();
    await store.#start();
    return store;
  }

  private constructor() {
    this.directory = mkdtempSync(join(tmpdir(), 'testpoint-s3-'));
    this.#store = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory: this.directory,
      vhostBuckets: false,
      // The SDK signs requests for a bucket with a trailing slash; the store expects them without.
      allowMismatchedSignatures: true,
      configureBuckets: [{ name: 'bucket' }, { name: 'whole' }],
    });
    this.#proxy = createServer((incoming, answer) => this.#pass(incoming, answer));
  }

  /** The environment variables that a server needs to reach it. */
  get environment(): Record<string, string> {
    const address = this.#proxy.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    return {
      AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
      // Ignore the machine's own settings.
      AWS_CONFIG_FILE: join(this.directory, 'no-config'),
      AWS_SHARED_CREDENTIALS_FILE: join(this.directory, 'no-credentials'),
    };
  }

  async close(): Promise<void> {
    this.#proxy.closeAllConnections();
    await new Promise((resolve) => this.#proxy.close(resolve));
    await this.#store.close();
    rmSync(this.directory, { recursive: true, force: true });
  }

  async #start(): Promise<void> {
    this.#storePort = (await this.#store.run()).port;
    await new Promise<void>((resolve) => this.#proxy.listen(0, '127.0.0.1', resolve));
  }

  #pass(incoming: IncomingMessage, answer: ServerResponse): void {
    const { method = '', url = '', headers } = incoming;
    this.requests.push(`${method} ${url}`);
    const instead = this.interfere(incoming) ?? abortOf(incoming);
    if (instead === 'cut') {
      incoming.socket.destroy();
    } else if (instead !== undefined) {
      incoming.resume().once('end', () => answer.writeHead(instead.status).end(instead.body));
    } else {
      // Pass it on only when it is complete: if an upload broke off, the store, unlike S3, would keep the part that arrived.
      const body: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => body.push(chunk));
      incoming.once('end', () => this.#passOn(method, url, headers, Buffer.concat(body), answer));
    }
  }

  #passOn(method: string, path: string, headers: IncomingHttpHeaders, body: Buffer, answer: ServerResponse): void {
    // The signature includes the host.
    const onward = request({ host: '127.0.0.1', port: this.#storePort, method, path, headers, agent: false });
    onward.once('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      // The store cuts an object short that is replaced at the same time. Then the client must not wait for the rest.
      pipeline(response, answer, () => {});
    });
    onward.once('error', () => answer.destroy());
    onward.end(body);
  }
}

/** The store can't abort a multipart upload. */
function abortOf({ method, url = '' }: IncomingMessage): StoreAnswer | undefined {
  return method === 'DELETE' && url.includes('uploadId=') ? { status: 204 } : undefined;
}

/** An error in S3's format. */
export function s3Error(status: number, code: string, message = code): StoreAnswer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return { status, body };
}
