import { UnavailableError } from '../problem.js';

/** What a server depends on: resolves when it is in reach. */
export type Dependencies = Record<string, () => Promise<void>>;

/** Whether the server can do its work. */
export class Readiness {
  readonly #dependencies: Dependencies;
  #isEnding = false;
  #latest: { check: Promise<void>; begun: number } | undefined;

  /** @param dependencies by what they are called in the answer */
  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** From now on the server is not ready: proxies should send their requests to others. */
  end(): void {
    this.#isEnding = true;
  }

  /** Rejects when the server is ending, or something it depends on is out of reach. Many probes at a time are one check. */
  async check(): Promise<void> {
    if (this.#isEnding) throw new UnavailableError('The server is ending.', 'The server is ending.');
    const now = performance.now();
    if (this.#latest === undefined || now - this.#latest.begun > FRESH) {
      const checks = Object.entries(this.#dependencies).map(([name, check]) => inReach(name, check));
      this.#latest = { check: Promise.all(checks).then(() => {}), begun: now };
    }
    await this.#latest.check;
  }
}

/** How long an answer holds, milliseconds. */
const FRESH = 1_000;
/** How long something may take to answer, milliseconds. */
const PATIENCE = 2_000;

async function inReach(name: string, check: () => Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE} ms`)), PATIENCE);
  });
  try {
    await Promise.race([check(), late]);
  } catch (error) {
    const said =
      error instanceof UnavailableError ? error.reason : String(error instanceof Error ? error.message : error);
    throw new UnavailableError(`The ${name} is out of reach.`, `The ${name} is out of reach: ${said}`, error);
  } finally {
    clearTimeout(timer);
  }
}
