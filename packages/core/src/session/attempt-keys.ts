import type { TestRecord } from '../model.js';

/** Ties the attempts of a test, which are in the journal before its result, to that result. Holds unfinished tests only. */
export class AttemptKeys {
  /** By identity. No Map: a test in our process may have stubbed how these work. */
  #keys: Record<string, number> = Object.create(null);
  #open = 0;
  #last = 0;

  /** The key of a test that has an attempt to write. */
  open(record: TestRecord): number {
    const identity = identityOf(record);
    const known = this.#keys[identity];
    if (known !== undefined) return known;
    this.#open++;
    this.#last++;
    this.#keys[identity] = this.#last;
    return this.#last;
  }

  /** The key of a test whose result is to be written; undefined where no attempt was. */
  take(record: TestRecord): number | undefined {
    if (this.#open === 0) return undefined;
    const identity = identityOf(record);
    const key = this.#keys[identity];
    if (key === undefined) return undefined;
    delete this.#keys[identity];
    this.#open--;
    return key;
  }
}

/** Tells the tests of a session apart, whatever external ids they get. */
function identityOf({ project, file, titlePath, occurrence }: TestRecord): string {
  let identity = `${project ?? ''}\0${file}\0${occurrence ?? 1}`;
  for (let index = 0; index < titlePath.length; index++) identity += `\0${titlePath[index]}`;
  return identity;
}
