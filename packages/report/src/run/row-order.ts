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
  const placed = kept.map((row, index) => {
    const suite = rows.numbers.suites[row] ?? 0;
    let path = paths.get(suite);
    if (path === undefined) {
      path = pathOf(rows.suites[suite] ?? [], index, places);
      paths.set(suite, path);
    }
    return { row, path, index };
  });
  return placed.sort(byPlace).map(({ row }) => row);
}

function inDeclaration({ numbers, keys }: Rows, ofFile: readonly number[]): readonly number[] {
  const { lines, projects, environments } = numbers;
  const hasLines = ofFile.every((row) => (lines[row] ?? 0) > 0);
  const ranks = new Map<string, number>();
  for (const row of ofFile) if (!ranks.has(keys[row] ?? '')) ranks.set(keys[row] ?? '', ranks.size);
  if (!hasLines && ranks.size === ofFile.length) return ofFile;
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

interface PlacedRow {
  path: readonly number[];
  index: number;
}

function byPlace(one: PlacedRow, other: PlacedRow): number {
  for (let depth = 0; ; depth++) {
    const [first, second] = [one.path[depth] ?? one.index, other.path[depth] ?? other.index];
    if (first !== second) return first - second;
    if (depth >= one.path.length && depth >= other.path.length) return one.index - other.index;
  }
}

/** The indexes of files by their names: the same order on every machine, whatever its locale. */
function inOrder(files: readonly string[]): number[] {
  const order = [...files.entries()];
  order.sort(([, one], [, other]) => (one < other ? -1 : one > other ? 1 : 0));
  return order.map(([index]) => index);
}
