import type { Suite } from '../scenario/scenario.js';

/** A column: suites of one framework. */
export interface Column {
  name: string;
  suite: Suite;
  /** Kinds that make no sense for it, with the reason. */
  without?: ReadonlyMap<string, string>;
}
