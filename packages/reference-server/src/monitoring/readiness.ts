import { setTimeout as sleep } from 'node:timers/promises';
import { isFull, ProblemError, UnavailableError } from '../problem.js';

/** Things the server depends on. Each check resolves if the thing is reachable. */
export type Dependencies = Record<string, () => Promise<void>>;

/** Whether the server can do its work. */
export class Readiness {
  readonly #dependencies: Dependencies;
  #isEnding = false;
  #latest: { check: Promise<void>; begun: number } | undefined;

  /** @param dependencies keys are the names to use in the answer */
  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Marks the server as not ready, so that proxies send requests to other servers. */
  end(): void {
    this.#isEnding = true;
  }

  /** Rejects during shutdown, or if a dependency is unreachable. Simultaneous probes share one check. */
  async check(): Promise<void> {
    // Expected, so nothing is logged.
    if (this.#isEnding) throw new ProblemError(503, 'The server is shutting down.');
    const now = performance.now();
    if (this.#latest === undefined || now - this.#latest.begun > FRESH) {
      const checks = Object.entries(this.#dependencies).map(([name, check]) => inReach(name, check));
      this.#latest = { check: Promise.all(checks).then(() => {}), begun: now };
    }
    await this.#latest.check;
  }
}

/** How long to reuse an answer, milliseconds. */
const FRESH = 1_000;
/** How long a dependency may take to answer, milliseconds. */
const PATIENCE = 2_000;

async function inReach(name: string, check: () => Promise<void>): Promise<void> {
  const late = sleep(PATIENCE, undefined, { ref: false }).then(() => {
    throw new Error(`no answer within ${PATIENCE} ms`);
  });
  try {
    await Promise.race([check(), late]);
  } catch (error) {
    const what = `The ${name} is ${isFull(error) ? 'full' : 'unreachable'}.`;
    const reason =
      error instanceof UnavailableError ? error.reason : `${what} (${error instanceof Error ? error.message : error})`;
    throw new UnavailableError(what, reason, error);
  }
}
