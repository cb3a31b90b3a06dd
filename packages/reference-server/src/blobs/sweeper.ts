/** Sweeps in the background, now and once a day: attachments that other servers write must not wait for it. */
export class Sweeper {
  readonly #sweep: (before: Date, signal: AbortSignal) => Promise<unknown>;
  readonly #say: (text: string) => void;
  readonly #stopped = new AbortController();
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param say gets told why a sweep failed */
  constructor(sweep: (before: Date, signal: AbortSignal) => Promise<unknown>, say: (text: string) => void) {
    this.#sweep = sweep;
    this.#say = say;
  }

  start(): void {
    const { signal } = this.#stopped;
    this.#running = this.#sweep(new Date(Date.now() - YOUNG), signal).then(
      () => {},
      (error: Error) => {
        if (!signal.aborted) this.#say(`What uploads have left could not be swept: ${error.message}`);
      },
    );
    this.#timer = setTimeout(() => this.start(), PERIOD).unref();
  }

  /** Resolves when it is at rest. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }
}

const HOUR = 3_600_000;
/** The content of an attachment whose row is about to be written is younger, milliseconds. */
const YOUNG = HOUR;
const PERIOD = 24 * HOUR;
