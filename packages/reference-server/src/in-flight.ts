import type { FastifyInstance } from 'fastify';

/** Handlers that are running. The database must stay open until they end. */
export class InFlight {
  readonly #handlers = new Set<Promise<unknown>>();
  #isOver = false;

  /** Call it before adding any route. */
  watch(app: FastifyInstance): void {
    const begin = (handle: () => unknown) => this.#begin(handle);
    app.addHook('onRoute', (route) => {
      const { handler } = route;
      route.handler = function noted(request, reply) {
        return begin(() => handler.call(this, request, reply));
      };
    });
  }

  /**
   * Resolves when all handlers have ended, or after `patience` milliseconds: a handler whose connection was cut may wait
   * forever for data. From then on no handler starts.
   */
  async end(patience: number): Promise<void> {
    let limit: NodeJS.Timeout | undefined;
    const isLate = new Promise<true>((resolve) => {
      limit = setTimeout(() => resolve(true), patience);
    });
    const settled = async () => {
      while (this.#handlers.size > 0) await Promise.allSettled(this.#handlers);
    };
    await Promise.race([settled(), isLate]);
    clearTimeout(limit);
    this.#isOver = true;
  }

  #begin(handle: () => unknown): unknown {
    // A request whose connection was cut after it arrived still gets here. Its client no longer waits for an answer.
    if (this.#isOver) return new Promise(() => {});
    const result = handle();
    if (result instanceof Promise) {
      const ended = () => this.#handlers.delete(result);
      this.#handlers.add(result);
      result.then(ended, ended);
    }
    return result;
  }
}
