import type { TestRecord } from '../model.js';
import type { MappedResult } from '../result/to-result.js';

/** What a session needs of a result that is written. */
export type WrittenResult = Pick<MappedResult, 'externalId' | 'configurationId' | 'warnings'> & {
  outcome: MappedResult['body']['outcome'];
};

/** A test whose attempt is in the journal, and whose result is not. */
export interface OpenAttempt {
  /** Ties the attempts of a test to its result, within the journal. */
  readonly key: number;
  /** As it was handed over last. */
  record?: TestRecord;
  /** What of it stands in the journal's file; undefined when it could not be written there. */
  written?: WrittenResult | undefined;
  /** Number of the journal's line that it stands in. */
  line?: number;
}

/** The tests that have attempts in the journal, and no result yet. Holds unfinished tests only. */
export class OpenAttempts {
  /** By identity, all but the latest. No Map: a test in our process may have stubbed how these work. */
  #attempts: Record<string, OpenAttempt> = Object.create(null);
  #count = 0;
  #lastKey = 0;
  /** A test's result mostly comes right after its attempt: its identity is then not asked for. */
  #latest: { record: TestRecord; attempt: OpenAttempt } | undefined;

  /** Of a test that has an attempt to write. */
  open(record: TestRecord): OpenAttempt {
    this.#putLatestAway();
    const attempt = this.#takeKnown(record) ?? { key: ++this.#lastKey };
    this.#latest = { record, attempt };
    return attempt;
  }

  /** Of a test whose result is to be written; undefined where no attempt was. */
  take(record: TestRecord): OpenAttempt | undefined {
    const latest = this.#latest;
    if (latest?.record === record) {
      this.#latest = undefined;
      return latest.attempt;
    }
    this.#putLatestAway();
    return this.#takeKnown(record);
  }

  #putLatestAway(): void {
    if (this.#latest === undefined) return;
    this.#attempts[identityOf(this.#latest.record)] = this.#latest.attempt;
    this.#count++;
    this.#latest = undefined;
  }

  #takeKnown(record: TestRecord): OpenAttempt | undefined {
    if (this.#count === 0) return undefined;
    const identity = identityOf(record);
    const attempt = this.#attempts[identity];
    if (attempt === undefined) return undefined;
    delete this.#attempts[identity];
    this.#count--;
    return attempt;
  }
}

/** Tells the tests of a session apart, whatever external ids they get. */
function identityOf({ project, origin, file, titlePath, occurrence }: TestRecord): string {
  let identity = `${project ?? ''}\0${origin ?? ''}\0${file}\0${occurrence ?? 1}`;
  for (let index = 0; index < titlePath.length; index++) identity += `\0${titlePath[index]}`;
  return identity;
}
