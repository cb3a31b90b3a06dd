import { hash } from 'node:crypto';
import { parseInteger, slice } from '../built-ins/language.js';

const Slots = Float64Array;
const HASH_DIGITS = 13;

/**
 * Remembers ids as hashes of 52 bits: 100,000 ids take 2 MiB, where their texts would take 17. Among so many, one pair of
 * different ids has the same hash in one of a million runs.
 */
export class IdSet {
  /** Open addressing; 0 is an empty slot. */
  #slots = new Slots(1024);
  #size = 0;

  /** Returns whether it is new. */
  add(id: string): boolean {
    const slots = this.#slots;
    const value = parseInteger(slice(hash('sha1', id), 0, HASH_DIGITS), 16) + 1;
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
