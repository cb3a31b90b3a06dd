import { append, create } from './language.js';

/** A list in which each name occurs once. Not a Set, because a test in our process may have stubbed its methods. */
export class Distinct<T> {
  readonly items: T[] = [];
  readonly #names: Record<string, true> = create(null);

  add(item: T, name: string): void {
    if (this.#names[name]) return;
    this.#names[name] = true;
    append(this.items, item);
  }
}
