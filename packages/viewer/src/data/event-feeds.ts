import { isObject } from '@testpoint/interface/codec';

/** What the server says: a run has changed or was deleted, runs were added, or it does not answer. */
export type ServerEvent =
  | { kind: 'run'; id: string; version: number; results: number }
  | { kind: 'runs' }
  | { kind: 'connection'; isUp: boolean };

/** Takes events from the server, for this tab or for all. */
export interface EventFeed {
  /** Replaces the runs to hear of. The state of now comes for each that was not among them. */
  watch(runs: readonly string[]): void;
  close(): void;
}

/** The server's stream of events. */
export class EventStream implements EventFeed {
  readonly #tell: (event: ServerEvent) => void;
  #runs: readonly string[] | undefined;
  #streams: EventSource[] = [];
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(tell: (event: ServerEvent) => void) {
    this.#tell = tell;
  }

  watch(runs: readonly string[]): void {
    if (this.#runs?.join() === runs.join()) return;
    this.#runs = runs;
    this.#open();
  }

  close(): void {
    clearTimeout(this.#again);
    for (const stream of this.#streams.splice(0)) stream.close();
  }

  #open(): void {
    this.close();
    const runs = this.#runs ?? [];
    this.#openFor(runs.slice(0, MOST_RUNS));
    for (let at = MOST_RUNS; at < runs.length; at += MOST_RUNS) this.#openFor(runs.slice(at, at + MOST_RUNS));
  }

  #openFor(runs: readonly string[]): void {
    const stream = new EventSource(`/viewer/events${runs.length === 0 ? '' : `?runs=${runs.join()}`}`);
    this.#streams.push(stream);
    stream.addEventListener('open', () => this.#tell({ kind: 'connection', isUp: true }));
    stream.addEventListener('run', ({ data }) => this.#tell(runEvent(JSON.parse(data))));
    stream.addEventListener('runs', () => this.#tell({ kind: 'runs' }));
    stream.addEventListener('error', () => {
      this.#tell({ kind: 'connection', isUp: false });
      // A browser does not repeat a request that was refused.
      if (stream.readyState !== EventSource.CLOSED) return;
      clearTimeout(this.#again);
      this.#again = setTimeout(() => this.#open(), PAUSE);
    });
  }
}

/** Asks the server again and again, where tabs can't share a stream. */
export class EventPoll implements EventFeed {
  readonly #tell: (event: ServerEvent) => void;
  readonly #known = new Map<string, number>();
  #runs: readonly string[] = [];
  #newest: unknown;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(tell: (event: ServerEvent) => void) {
    this.#tell = tell;
  }

  watch(runs: readonly string[]): void {
    this.#runs = runs;
    clearTimeout(this.#timer);
    void this.#ask();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async #ask(): Promise<void> {
    const runs = this.#runs.slice(0, MOST_RUNS);
    try {
      const answer = await fetch(`/viewer/changes${runs.length === 0 ? '' : `?runs=${runs.join()}`}`);
      const changes: unknown = answer.ok ? await answer.json() : undefined;
      if (!isObject(changes) || !Array.isArray(changes.runs)) throw new Error('no changes');
      this.#take(runs, changes.runs, changes.newest);
    } catch {
      if (!this.#isClosed) this.#tell({ kind: 'connection', isUp: false });
    }
    clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#ask(), PERIOD);
  }

  #take(asked: readonly string[], changes: unknown[], newest: unknown): void {
    if (this.#isClosed) return;
    this.#tell({ kind: 'connection', isUp: true });
    const found = new Map(changes.map((change) => runEvent(change)).map((event) => [event.id, event]));
    for (const id of asked) {
      const event = found.get(id) ?? runEvent({ id });
      if (this.#known.get(id) === event.version) continue;
      this.#known.set(id, event.version);
      this.#tell(event);
    }
    if (this.#newest !== undefined && this.#newest !== newest) this.#tell({ kind: 'runs' });
    this.#newest = newest;
  }
}

/** A deleted run has the version -1. */
function runEvent(change: unknown): ServerEvent & { kind: 'run' } {
  const { id, version = -1, results = -1 } = isObject(change) ? change : {};
  return { kind: 'run', id: String(id), version: Number(version), results: Number(results) };
}

/** That one request may name. */
const MOST_RUNS = 100;
/** Milliseconds. */
const PAUSE = 5_000;
const PERIOD = 2_000;
