import type { TestRecord } from '../model.js';

/** Ties the attempts of a test, which are in the journal before its result, to that result. Holds unfinished tests only. */
export class AttemptKeys {
  #keys = new Map<string, number>();
  #last = 0;

  /** The key of a test that has an attempt to write. */
  open(record: TestRecord): number {
    const identity = identityOf(record);
    const key = this.#keys.get(identity) ?? ++this.#last;
    this.#keys.set(identity, key);
    return key;
  }

  /** The key of a test whose result is to be written; undefined where no attempt was. */
  take(record: TestRecord): number | undefined {
    if (this.#keys.size === 0) return undefined;
    const identity = identityOf(record);
    const key = this.#keys.get(identity);
    if (key !== undefined) this.#keys.delete(identity);
    return key;
  }
}

/** Tells the tests of a session apart, whatever external ids they get. */
function identityOf({ project, file, titlePath, occurrence }: TestRecord): string {
  let identity = `${project ?? ''}\0${file}\0${occurrence ?? 1}`;
  for (let index = 0; index < titlePath.length; index++) identity += `\0${titlePath[index]}`;
  return identity;
}
