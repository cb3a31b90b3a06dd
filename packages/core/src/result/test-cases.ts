import { Distinct } from '../built-ins/distinct.js';
import { each, execute, indexOf, isSafeInteger } from '../built-ins/language.js';

const TAG = /(?:^|\s)@tc:(\d+(?:,\d+)*)/gi;
const NUMBER = /\d+/g;

/**
 * Global ids of the test cases that titles name: `@tc:101`, `@tc:101,102`. Undefined when they name none. Ids that are too large
 * for a number are ignored.
 */
export function testCasesIn(titlePath: readonly string[]): number[] | undefined {
  let ids: Distinct<number> | undefined;
  for (let index = 0; index < titlePath.length; index++) {
    const title = titlePath[index] ?? '';
    if (indexOf(title, '@') < 0) continue;
    TAG.lastIndex = 0;
    for (let tag = execute(TAG, title); tag !== null; tag = execute(TAG, title)) {
      ids ??= new Distinct();
      addIds(tag[1] ?? '', ids);
    }
  }
  return ids?.items;
}

/** Adds ids to others, each once. @param all the others; undefined if there are none */
export function addTestCases(
  all: Distinct<number> | undefined,
  ids: readonly number[] | undefined,
): Distinct<number> | undefined {
  if (ids === undefined) return all;
  const together = all ?? new Distinct<number>();
  each(ids, (id) => together.add(id, `${id}`));
  return together;
}

function addIds(list: string, ids: Distinct<number>): void {
  NUMBER.lastIndex = 0;
  for (let id = execute(NUMBER, list); id !== null; id = execute(NUMBER, list)) {
    if (isSafeInteger(+id[0])) ids.add(+id[0], `${+id[0]}`);
  }
}
