/** Sweeps in the background, now and once a day, so that other servers' leftovers don't have to wait for a restart. */
export class Sweeper {
  readonly #sweep: (before: Date, signal: AbortSignal) => Promise<unknown>;
  readonly #say: (text: string) => void;
  readonly #stopped = new AbortController();
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param say is called with the reason when a sweep fails */
  constructor(sweep: (before: Date, signal: AbortSignal) => Promise<unknown>, say: (text: string) => void) {
    this.#sweep = sweep;
    this.#say = say;
  }

  start(): void {
    const { signal } = this.#stopped;
    this.#running = this.#sweep(new Date(Date.now() - YOUNG), signal).then(
      () => {},
      (error: Error) => {
        if (!signal.aborted) this.#say(`Could not delete files that failed uploads left behind: ${error.message}`);
      },
    );
    this.#timer = setTimeout(() => this.start(), PERIOD).unref();
  }

  /** Resolves when no sweep is running. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }
}

const HOUR = 3_600_000;
/** Content whose row is about to be written is younger than this, milliseconds. */
const YOUNG = HOUR;
const PERIOD = 24 * HOUR;
