import type { Rows } from './rows.js';

/**
 * Rows in report order: by file, then in the order of describes and tests in it, or in order of arrival if no lines are known.
 * The environments of a test follow one another.
 * @param arrival all rows, by session, in order of arrival
 * @param replaced rows that others replace in their place
 */
export function reportOrder(rows: Rows, arrival: Uint32Array, replaced: ReadonlySet<number>): Uint32Array {
  const { files } = rows.numbers;
  const byFile: number[][] = rows.files.map(() => []);
  for (const row of arrival) byFile[files[row] ?? 0]?.push(row);
  const ordered = new Uint32Array(arrival.length - replaced.size);
  let count = 0;
  for (const file of inOrder(rows.files)) {
    const ofFile = inFile(rows, byFile[file] ?? [], replaced);
    ordered.set(ofFile, count);
    count += ofFile.length;
  }
  return ordered;
}

/** Keeps describes together, each at the position of its first test. */
function inFile(rows: Rows, ofFile: readonly number[], replaced: ReadonlySet<number>): number[] {
  const places = new Map<string, number>();
  const paths = new Map<number, number[]>();
  const kept = inDeclaration(rows, ofFile).filter((row) => !replaced.has(row));
  const pathOfRow = kept.map((row, index) => {
    const suite = rows.numbers.suites[row] ?? 0;
    let path = paths.get(suite);
    if (path === undefined) {
      path = pathOf(rows.suites[suite] ?? [], index, places);
      paths.set(suite, path);
    }
    return path;
  });
  const order = kept.map((_, index) => index);
  order.sort((one, other) => byPlace(pathOfRow[one] ?? [], one, pathOfRow[other] ?? [], other));
  return order.map((index) => kept[index] ?? 0);
}

function inDeclaration({ numbers, keys }: Rows, ofFile: readonly number[]): readonly number[] {
  const { lines, projects, environments } = numbers;
  const hasLines = ofFile.every((row) => (lines[row] ?? 0) > 0);
  if (!hasLines && new Set(ofFile.map((row) => keys[row])).size === ofFile.length) return ofFile;
  const ranks = new Map<string, number>();
  for (const row of ofFile) if (!ranks.has(keys[row] ?? '')) ranks.set(keys[row] ?? '', ranks.size);
  const rank = (row: number) => ranks.get(keys[row] ?? '') ?? 0;
  return ofFile.toSorted((one, other) => {
    const byLine = hasLines
      ? (lines[one] ?? 0) - (lines[other] ?? 0) || (projects[one] ?? -1) - (projects[other] ?? -1)
      : 0;
    return byLine || rank(one) - rank(other) || (environments[one] ?? -1) - (environments[other] ?? -1);
  });
}

/** Position of the first test of each describe around a test. */
function pathOf(titles: readonly string[], index: number, places: Map<string, number>): number[] {
  let name = '';
  return titles.map((title) => {
    name += `${JSON.stringify(title)}>`;
    const place = places.get(name) ?? index;
    places.set(name, place);
    return place;
  });
}

/** By the positions of the describes around two tests, then by their own: `index` is a test's position in its file. */
function byPlace(path: readonly number[], index: number, otherPath: readonly number[], otherIndex: number): number {
  for (let depth = 0; depth < path.length || depth < otherPath.length; depth++) {
    const difference = (path[depth] ?? index) - (otherPath[depth] ?? otherIndex);
    if (difference !== 0) return difference;
  }
  return index - otherIndex;
}

/** The indexes of files by their names: the same order on every machine, whatever its locale. */
function inOrder(files: readonly string[]): number[] {
  const order = files.map((_, index) => index);
  return order.sort((one, other) => compare(files[one] ?? '', files[other] ?? ''));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
