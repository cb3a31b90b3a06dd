import type { Writable } from 'node:stream';

/** Server-sent events to one page. */
export class EventStream {
  readonly #stream: Writable;
  readonly #heartbeat: NodeJS.Timeout;

  constructor(stream: Writable) {
    this.#stream = stream;
    this.#heartbeat = setInterval(() => this.#write(': \n\n'), HEARTBEAT);
    stream.once('close', () => clearInterval(this.#heartbeat));
    this.#write(`retry: ${RETRY}\n\n`);
  }

  send(event: string, data: object): void {
    this.#write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  end(): void {
    clearInterval(this.#heartbeat);
    this.#stream.end();
  }

  #write(text: string): void {
    this.#stream.write(text);
    // Whoever does not read would fill this process's memory.
    if (this.#stream.writableLength > MOST_UNREAD) this.#stream.destroy();
  }
}

/** Proxies end connections on which nothing comes, milliseconds. */
const HEARTBEAT = 15_000;
/** After how long a page connects again, milliseconds. */
const RETRY = 2_000;
/** Bytes that wait for a reader. */
const MOST_UNREAD = 65_536;
