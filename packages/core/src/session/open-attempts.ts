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
}

/** The tests that have attempts in the journal, and no result yet. Holds unfinished tests only. */
export class OpenAttempts {
  /** By identity. No Map: a test in our process may have stubbed how these work. */
  #attempts: Record<string, OpenAttempt> = Object.create(null);
  #count = 0;
  #lastKey = 0;
  /** A test's result mostly comes right after its attempt. */
  #latest: { record: TestRecord; identity: string } | undefined;

  /** Of a test that has an attempt to write. */
  open(record: TestRecord): OpenAttempt {
    const identity = identityOf(record);
    this.#latest = { record, identity };
    const known = this.#attempts[identity];
    if (known !== undefined) return known;
    this.#count++;
    this.#lastKey++;
    const attempt = { key: this.#lastKey };
    this.#attempts[identity] = attempt;
    return attempt;
  }

  /** Of a test whose result is to be written; undefined where no attempt was. */
  take(record: TestRecord): OpenAttempt | undefined {
    if (this.#count === 0) return undefined;
    const identity = this.#latest?.record === record ? this.#latest.identity : identityOf(record);
    const attempt = this.#attempts[identity];
    if (attempt === undefined) return undefined;
    this.#latest = undefined;
    delete this.#attempts[identity];
    this.#count--;
    return attempt;
  }
}

/** Tells the tests of a session apart, whatever external ids they get. */
function identityOf({ project, file, titlePath, occurrence }: TestRecord): string {
  let identity = `${project ?? ''}\0${file}\0${occurrence ?? 1}`;
  for (let index = 0; index < titlePath.length; index++) identity += `\0${titlePath[index]}`;
  return identity;
}
