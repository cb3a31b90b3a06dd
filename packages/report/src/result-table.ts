import type { Failure } from './failure.js';
import { normalizedMessage, shownMessage } from './failure-message.js';
import type { ResultRow } from './result-row.js';

/** A result in the table: its row, with names replaced by indexes. */
export interface TableRow extends Omit<ResultRow, 'file' | 'titles' | 'project' | 'failure' | 'corrects'> {
  /** Index of the source of its line. */
  source: number;
  title: string;
  file: number;
  suite: number;
  project: number;
  /** Earlier results of the same test in other sessions, oldest first. None of them failed. */
  earlier?: TableRow[];
  /** Index into the failures, -1 if it did not fail. */
  failure: number;
}

/** Unique names, by the index that rows use. */
class Names<T> {
  readonly list: T[] = [];
  readonly #indexes = new Map<string, number>();

  add(key: string, value: T): number {
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    this.#indexes.set(key, this.list.length);
    return this.list.push(value) - 1;
  }
}

/** All results of a report. Keeps a row for each, and no bodies. */
export class ResultTable {
  readonly #rows: TableRow[] = [];
  readonly #files = new Names<string>();
  readonly #suites = new Names<string[]>();
  readonly #projects = new Names<string>();
  readonly #failures = new Names<Failure>();

  constructor() {
    this.#suites.add('[]', []);
  }

  get files(): readonly string[] {
    return this.#files.list;
  }

  get suites(): readonly string[][] {
    return this.#suites.list;
  }

  get projects(): readonly string[] {
    return this.#projects.list;
  }

  /** The first failure of each group. */
  get failures(): readonly Failure[] {
    return this.#failures.list;
  }

  /** @param session index of its session in the report */
  add(row: ResultRow, source: number, session: number): void {
    const { file, titles, project, corrects, failure, ...rest } = row;
    const around = titles.slice(0, -1);
    const corrected =
      corrects === undefined ? -1 : this.#rows.findLastIndex((one) => one.source === source && one.place === corrects);
    this.#rows[corrected < 0 ? this.#rows.length : corrected] = {
      ...rest,
      ...{ source, session },
      title: titles.at(-1) ?? '',
      file: this.#files.add(file, file),
      suite: around.length === 0 ? 0 : this.#suites.add(JSON.stringify(around), around),
      project: project === '' ? -1 : this.#projects.add(project, project),
      failure: failure === undefined ? -1 : this.#groupOf(failure),
    };
  }

  /**
   * The results that count, in report order: by file, then in the order of
   * describes and tests in it, or in order of arrival if no lines are known.
   */
  sorted(): TableRow[] {
    return this.#inOrder(this.#latest());
  }

  #groupOf({ message, place }: Failure): number {
    return this.#failures.add(`${normalizedMessage(message)}\n${place}`, { message: shownMessage(message), place });
  }

  /**
   * The latest result of each test, with earlier ones in its `earlier`. One that failed or did not run is never replaced:
   * it may come from another machine. Equal rows of one session are different tests. The first of them is the same test as
   * the first in another session.
   */
  #latest(): TableRow[] {
    const sessions = new Set(this.#rows.map(({ session }) => session));
    if (sessions.size < 2) return this.#rows;
    const bySession = this.#rows.toSorted((one, other) => one.session - other.session);
    const latest = new Map<string, TableRow>();
    const seen = new Map<string, number>();
    for (const row of bySession) {
      const test = `${row.file} ${row.suite} ${row.project} ${row.configuration} ${row.id}\n${row.title}`;
      const inSession = `${row.session} ${test}`;
      const occurrence = (seen.get(inSession) ?? 0) + 1;
      seen.set(inSession, occurrence);
      const isKept = row.outcome === 'F' || row.outcome === 'B';
      const key = `${isKept ? row.session : ''} ${occurrence} ${test}`;
      const before = latest.get(key);
      if (before !== undefined) {
        row.earlier = [...(before.earlier ?? []), before];
        delete before.earlier;
        // In the map, the latest one takes the position of the first.
      }
      latest.set(key, row);
    }
    return [...latest.values()];
  }

  #inOrder(rows: readonly TableRow[]): TableRow[] {
    const ranks = ranksOf(this.files);
    const byFile = rows.toSorted((one, other) => (ranks[one.file] ?? 0) - (ranks[other.file] ?? 0));
    const ordered: TableRow[] = [];
    for (let start = 0; start < byFile.length; ) {
      let end = start + 1;
      while (end < byFile.length && byFile[end]?.file === byFile[start]?.file) end++;
      for (const row of this.#inFile(byFile.slice(start, end))) ordered.push(row);
      start = end;
    }
    return ordered;
  }

  /** Keeps describes together, each at the position of its first test. */
  #inFile(rows: TableRow[]): TableRow[] {
    const hasLines = rows.every(({ line }) => line > 0);
    const byLine = hasLines
      ? rows.toSorted((one, other) => one.line - other.line || one.project - other.project)
      : rows;
    const places = new Map<string, number>();
    const paths = new Map<number, number[]>();
    const keys = byLine.map((row, index) => {
      let path = paths.get(row.suite);
      if (path === undefined) {
        path = this.#pathOf(row.suite, index, places);
        paths.set(row.suite, path);
      }
      return { row, path, index };
    });
    return keys.sort(byPlace).map(({ row }) => row);
  }

  /** Position of the first test of each describe around a test. */
  #pathOf(suite: number, index: number, places: Map<string, number>): number[] {
    let name = '';
    return (this.suites[suite] ?? []).map((title) => {
      name += `${JSON.stringify(title)}>`;
      const place = places.get(name) ?? index;
      places.set(name, place);
      return place;
    });
  }
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

/** The same order on every machine, whatever its locale. */
function ranksOf(files: readonly string[]): number[] {
  const ranks: number[] = [];
  const order = files.map((file, index) => ({ file, index }));
  order.sort((one, other) => (one.file < other.file ? -1 : one.file > other.file ? 1 : 0));
  for (const [rank, { index }] of order.entries()) ranks[index] = rank;
  return ranks;
}
