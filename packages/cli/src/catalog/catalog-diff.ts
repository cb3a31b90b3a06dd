import { distance } from 'fastest-levenshtein';

/** How a suite's tests differ from an older list. */
export interface CatalogDiff {
  /** External ids that the older list does not have, and that are probably not renamed ones. */
  added: string[];
  gone: string[];
  /** Probably the same test under another id: moved to another file, or with a similar title. */
  renamed: { from: string; to: string }[];
}

/** The largest part of a title that may change in a renamed test. */
const MOST_CHANGED = 0.5;

/** Compares external ids. Each is at most in one list. @param before ids of the older list @param now ids of the suite */
export function diffOf(before: Iterable<string>, now: Iterable<string>): CatalogDiff {
  const older = new Set(before);
  const newer = new Set(now);
  const added = new Set([...newer].filter((id) => !older.has(id)));
  const gone = new Set([...older].filter((id) => !newer.has(id)));
  const renamed: CatalogDiff['renamed'] = [];
  const take = ({ from, to }: Candidate) => {
    if (!gone.delete(from)) return;
    if (added.delete(to)) renamed.push({ from, to });
    else gone.add(from);
  };
  for (const candidate of candidates(gone, added)) take(candidate);
  const inOrder = (ids: Iterable<string>) => [...ids].sort();
  renamed.sort((one, other) => (one.from < other.from ? -1 : 1));
  return { added: inOrder(added), gone: inOrder(gone), renamed };
}

interface Candidate {
  from: string;
  to: string;
  /** From 0 for the same to 1 for something else. */
  change: number;
}

/** Pairs that may be one test, most similar first. Compared are tests with the same title, and those of the same file. */
function candidates(gone: Iterable<string>, added: Iterable<string>): Candidate[] {
  const byTitle = new Map<string, string[]>();
  const byPlace = new Map<string, string[]>();
  for (const id of added) {
    push(byTitle, titleOf(id), id);
    push(byPlace, placeOf(id), id);
  }
  const found: Candidate[] = [];
  for (const from of gone) {
    const others = new Set([...(byTitle.get(titleOf(from)) ?? []), ...(byPlace.get(placeOf(from)) ?? [])]);
    for (const to of others) {
      const change = changeFrom(from, to);
      if (change <= MOST_CHANGED) found.push({ from, to, change });
    }
  }
  return found.sort((one, other) => one.change - other.change);
}

function changeFrom(from: string, to: string): number {
  if (titleOf(from) === titleOf(to)) return distance(placeOf(from), placeOf(to)) / 1000;
  const [one, other] = [withoutPlace(from), withoutPlace(to)];
  return distance(one, other) / Math.max(one.length, other.length);
}

/** An id in path form is "file > describe > title"; in any other form, it is a title. */
function titleOf(id: string): string {
  const start = id.lastIndexOf(' > ');
  return start < 0 ? id : id.slice(start + 3);
}

function placeOf(id: string): string {
  const end = id.indexOf(' > ');
  return end < 0 ? '' : id.slice(0, end);
}

function withoutPlace(id: string): string {
  const end = id.indexOf(' > ');
  return end < 0 ? id : id.slice(end + 3);
}

function push(map: Map<string, string[]>, key: string, id: string): void {
  const ids = map.get(key);
  if (ids === undefined) map.set(key, [id]);
  else ids.push(id);
}
