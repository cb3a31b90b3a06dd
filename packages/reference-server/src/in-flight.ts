import type { FastifyInstance } from 'fastify';

/** Handlers that have begun and not ended: what they use must outlive them. */
export class InFlight {
  readonly #handlers = new Set<Promise<unknown>>();
  #isOver = false;

  /** Before any route is added. */
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
   * Resolves when none is left, however they end, and at the latest after `patience` milliseconds: one whose connection was
   * cut may wait for ever for what does not come. None begins after that.
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
    // A request that was cut off after it had arrived still finds its way here; nobody waits for an answer.
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
