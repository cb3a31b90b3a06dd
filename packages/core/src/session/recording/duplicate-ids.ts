import { codeAt, multiply } from '../../built-ins/language.js';
import { toJson } from '../../built-ins/plain-json.js';
import type { TestRecord } from '../../model.js';
import { fullPath, pathForm } from '../../result/external-id.js';
import type { Mapping } from '../../result/mapping.js';
import { sameId } from '../messages.js';

const Slots = Float64Array;
const NAMED = 5;

/** Finds tests with equal external ids. This is the only structure that grows with the tests. */
export class DuplicateIds {
  readonly #ids = new IdSet();
  /** Full paths of the tests whose ids do not come from their paths. Not a Map, because a test in our process may have stubbed its methods. */
  readonly #names: Record<string, string> = Object.create(null);
  readonly #mapping: Mapping;
  #warned = 0;

  constructor(mapping: Mapping) {
    this.#mapping = mapping;
  }

  /**
   * Returns a warning that names both tests, for the first few duplicates.
   * @param isOwn whether the id does not come from the test's path
   */
  check(externalId: string, configuration: string | undefined, record: TestRecord, isOwn: boolean): string | undefined {
    const key = `${configuration ?? ''} ${externalId}`;
    if (this.#ids.add(key)) {
      if (isOwn) this.#names[key] = fullPath(record);
      return undefined;
    }
    if (++this.#warned > NAMED) return undefined;
    const first = this.#names[key] ?? (isOwn ? externalId : pathForm(record, this.#mapping));
    return sameId(toJson(externalId), first, fullPath(record));
  }
}

/**
 * Remembers ids as hashes of 53 bits: 100,000 ids take 2 MiB, where their texts would take 17. Among so many, one pair of
 * different ids has the same hash in one of a million runs.
 */
class IdSet {
  /** Open addressing; 0 is an empty slot. */
  #slots = new Slots(1024);
  #size = 0;

  /** Returns whether it is new. */
  add(id: string): boolean {
    const slots = this.#slots;
    const value = hashOf(id);
    if (!put(slots, value)) return false;
    if (++this.#size * 2 > slots.length) this.#grow();
    return true;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Slots(old.length * 2);
    for (let index = 0; index < old.length; index++) {
      const value = old[index];
      if (value !== undefined && value !== 0) put(this.#slots, value);
    }
  }
}

/** Returns whether the value is new. */
function put(slots: Float64Array, value: number): boolean {
  let index = value % slots.length;
  while (slots[index] !== 0) {
    if (slots[index] === value) return false;
    index = (index + 1) % slots.length;
  }
  slots[index] = value;
  return true;
}

/** cyrb53, a hash that is quicker than any of Node's for a short text; never 0. */
function hashOf(text: string): number {
  let one = 0xdeadbeef;
  let two = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const code = codeAt(text, index);
    one = multiply(one ^ code, 2654435761);
    two = multiply(two ^ code, 1597334677);
  }
  one = multiply(one ^ (one >>> 16), 2246822507) ^ multiply(two ^ (two >>> 13), 3266489909);
  two = multiply(two ^ (two >>> 16), 2246822507) ^ multiply(one ^ (one >>> 13), 3266489909);
  return 4294967296 * (two & 0x1fffff) + (one >>> 0) + 1;
}
