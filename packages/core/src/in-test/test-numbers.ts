import { create, toWellFormed } from '../built-ins/language.js';
import type { TestOrigin } from '../model.js';

/** Between the parts of a derived external id. */
export const TITLE_SEPARATOR = ' > ';

/**
 * Numbers the tests of one file and project so that no two have the same derived id (docs/decisions.md, "External ids"). It
 * must see every test of the file in declaration order, those that are filtered out, too.
 */
export class TestNumbers {
  /**
   * By derived id without file and project, which are the same for all: the highest number among the tests that have this
   * id before the number. Not a Map, because a test in our process may have stubbed its methods.
   */
  readonly #taken: Record<string, number> = create(null);

  /** @param origin for the tests of an origin, first number those that run, because both may be in one run */
  next(titlePath: readonly string[], origin?: TestOrigin): number {
    const id = toWellFormed(`${joinTitles(titlePath)}${originSuffix(origin)}`);
    let number = (this.#taken[id] ?? 0) + 1;
    while (number > 1 && this.#taken[`${id}${numberSuffix(number)}`] !== undefined) number++;
    if (number > 1) this.#taken[`${id}${numberSuffix(number)}`] = 1;
    this.#taken[id] = number;
    return number;
  }
}

/** Always included, even if the file is not run as well: an id must not depend on the rest of a run or shard. */
export function originSuffix(origin: TestOrigin | undefined): string {
  return origin === undefined ? '' : ` (${origin})`;
}

export function numberSuffix(occurrence: number | undefined): string {
  return occurrence !== undefined && occurrence > 1 ? ` (${occurrence})` : '';
}

export function joinTitles(titles: readonly string[]): string {
  let path = '';
  for (let index = 0; index < titles.length; index++) {
    path += index === 0 ? `${titles[index]}` : `${TITLE_SEPARATOR}${titles[index]}`;
  }
  return path;
}
