/** Work in the background, now and after each period. */
export class BackgroundWork {
  readonly #stopped = new AbortController();
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param period milliseconds. @param failed is called with the reason when the work fails */
  constructor(work: (signal: AbortSignal) => Promise<unknown>, period: number, failed: (reason: Error) => void) {
    const { signal } = this.#stopped;
    const begin = () => {
      this.#running = work(signal).then(
        () => {},
        (error: Error) => {
          if (!signal.aborted) failed(error);
        },
      );
      this.#timer = setTimeout(begin, period).unref();
    };
    begin();
  }

  /** Resolves when the work is over. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }
}

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
