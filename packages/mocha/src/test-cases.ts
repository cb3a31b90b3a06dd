import { append, execute, matches } from './built-ins.js';

const TAG = /@tc:(\d+(?:,\d+)*)/gi;
const TAGGED = /@tc:\d/i;
const NUMBER = /\d+/g;

/** Global ids of the test cases that titles name: `@tc:101`, `@tc:101,102`. Undefined when they name none. */
export function testCasesIn(titlePath: readonly string[]): number[] | undefined {
  let ids: number[] | undefined;
  for (let index = 0; index < titlePath.length; index++) {
    const title = titlePath[index] ?? '';
    if (matches(TAGGED, title)) ids = addIds(title, ids ?? []);
  }
  return ids;
}

/** Both lists, each id once. */
export function allTestCases(first: number[] | undefined, second: number[] | undefined): number[] | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  const all: number[] = [];
  for (let index = 0; index < first.length; index++) addOnce(first[index], all);
  for (let index = 0; index < second.length; index++) addOnce(second[index], all);
  return all;
}

function addIds(title: string, ids: number[]): number[] {
  TAG.lastIndex = 0;
  for (let tag = execute(TAG, title); tag !== null; tag = execute(TAG, title)) {
    NUMBER.lastIndex = 0;
    const list = tag[1] ?? '';
    for (let id = execute(NUMBER, list); id !== null; id = execute(NUMBER, list)) addOnce(+id[0], ids);
  }
  return ids;
}

function addOnce(id: number | undefined, ids: number[]): void {
  if (id === undefined) return;
  for (let index = 0; index < ids.length; index++) if (ids[index] === id) return;
  append(ids, id);
}
