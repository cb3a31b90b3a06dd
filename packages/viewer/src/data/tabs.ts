import { type EventFeed, EventStream, type ServerEvent } from './event-feeds.js';

type Message =
  | { kind: 'wants'; tab: string; runs: readonly string[] }
  | { kind: 'left'; tab: string }
  /** From the tab that holds the stream: all others say what they want. */
  | { kind: 'who' }
  | { kind: 'event'; event: ServerEvent };

/**
 * One stream for all tabs of a browser, which allows only six connections to a host. The tab that holds the lock has the stream, and
 * tells the others. When it is closed, another one gets the lock.
 */
export class SharedStream implements EventFeed {
  readonly #tell: (event: ServerEvent) => void;
  readonly #channel = new BroadcastChannel('testpoint');
  readonly #tab = crypto.randomUUID();
  readonly #closed = new AbortController();
  /** What each tab wants, in the tab that has the stream. */
  readonly #wanted = new Map<string, readonly string[]>();
  /** The last event of each run, for tabs that ask later. */
  readonly #last = new Map<string, ServerEvent>();
  #runs: readonly string[] = [];
  #stream: EventStream | undefined;
  #release: (() => void) | undefined;
  #isUp: boolean | undefined;
  #census: ReturnType<typeof setInterval> | undefined;

  constructor(tell: (event: ServerEvent) => void) {
    this.#tell = tell;
    this.#channel.addEventListener('message', ({ data }) => this.#hear(data as Message));
    navigator.locks.request('testpoint', { signal: this.#closed.signal }, () => this.#lead()).catch(() => {});
  }

  watch(runs: readonly string[]): void {
    this.#runs = runs;
    if (this.#stream === undefined) this.#say({ kind: 'wants', tab: this.#tab, runs });
    else this.#want(this.#tab, runs);
  }

  close(): void {
    this.#closed.abort();
    clearInterval(this.#census);
    this.#say({ kind: 'left', tab: this.#tab });
    this.#stream?.close();
    this.#release?.();
    this.#channel.close();
  }

  /** Has the lock until this tab closes. */
  #lead(): Promise<void> {
    if (this.#closed.signal.aborted) return Promise.resolve();
    this.#stream = new EventStream((event) => {
      if (event.kind === 'run') this.#last.set(event.id, event);
      if (event.kind === 'connection') this.#isUp = event.isUp;
      this.#say({ kind: 'event', event });
      this.#tell(event);
    });
    this.#want(this.#tab, this.#runs);
    this.#say({ kind: 'who' });
    // A tab that was killed does not say that it has left.
    this.#census = setInterval(() => {
      this.#wanted.clear();
      this.#wanted.set(this.#tab, this.#runs);
      this.#say({ kind: 'who' });
      setTimeout(() => this.#follow(), ANSWERS);
    }, CENSUS);
    return new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  #hear(message: Message): void {
    if (message.kind === 'event') this.#hearOf(message.event);
    else if (message.kind === 'who') this.#say({ kind: 'wants', tab: this.#tab, runs: this.#runs });
    else if (this.#stream !== undefined) {
      if (message.kind === 'wants') this.#want(message.tab, message.runs);
      else if (this.#wanted.delete(message.tab)) this.#follow();
    }
  }

  #hearOf(event: ServerEvent): void {
    if (event.kind !== 'run' || this.#runs.includes(event.id)) this.#tell(event);
  }

  #want(tab: string, runs: readonly string[]): void {
    this.#wanted.set(tab, runs);
    this.#follow();
    // A run that the stream has already is not told again by the server.
    for (const id of runs) {
      const event = this.#last.get(id);
      if (event === undefined) continue;
      if (tab === this.#tab) this.#tell(event);
      else this.#say({ kind: 'event', event });
    }
    if (this.#isUp !== undefined && tab !== this.#tab)
      this.#say({ kind: 'event', event: { kind: 'connection', isUp: this.#isUp } });
  }

  #follow(): void {
    const runs = [...new Set([...this.#wanted.values()].flat())].sort();
    for (const id of this.#last.keys()) if (!runs.includes(id)) this.#last.delete(id);
    this.#stream?.watch(runs);
  }

  #say(message: Message): void {
    this.#channel.postMessage(message);
  }
}

/** Milliseconds. */
const CENSUS = 30_000;
const ANSWERS = 1_000;
