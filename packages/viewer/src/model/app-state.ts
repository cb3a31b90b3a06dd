import { type Signal, signal } from '@preact/signals';
import { type Address, addressOf, hashOf, type Order, type TestAddress } from './address.js';
import { type Filter, NO_FILTER } from './filter.js';

/** Where the user is: the page, its filter and order, and the open test. It follows the browser's address. */
export class AppState {
  readonly address: Signal<Address> = signal(addressOf(location.hash));
  readonly #follow = () => {
    this.address.value = addressOf(location.hash);
  };

  constructor() {
    addEventListener('hashchange', this.#follow);
  }

  dispose(): void {
    removeEventListener('hashchange', this.#follow);
  }

  /** Goes to another view. @param replaces true to replace the entry in the browser's history, for changes on every keystroke */
  go(change: Partial<Address>, replaces = false): void {
    const hash = this.link(change);
    if (hash === location.hash) return;
    // Some browsers block the History API on file://. Assigning the address always works.
    if (replaces) location.replace(hash);
    else location.hash = hash;
    this.address.value = addressOf(hash);
  }

  /** The address of another view. If the change has no `test`, no result is open there. */
  link(change: Partial<Address>): string {
    const { place, filter, order } = this.address.value;
    return hashOf({ place, filter, order, ...change });
  }

  /** An open result stays open. */
  setFilter(change: Partial<Filter>, replaces = false): void {
    const { filter, order, test } = this.address.peek();
    this.go({ place: 'tests', order, filter: { ...filter, ...change }, test }, replaces);
  }
}

/** The address of the list of tests with only this filter. @param test the open one */
export function listAddress(filter: Partial<Filter> = {}, order: Order = 'tree', test?: TestAddress): string {
  return hashOf({ place: 'tests', order, filter: { ...NO_FILTER, ...filter }, test });
}
