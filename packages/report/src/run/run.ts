import { type ResultLine, readLine } from '@testpoint/interface/codec';
import { sumOf } from '../aggregates/counts.js';
import type { RunData, SessionData } from '../format.js';
import type { Masking } from '../masking.js';
import * as messages from '../messages.js';
import { MaskedIds } from '../read/masked-ids.js';
import { type ReportSource, ROWS_AT_ONCE, type SourceAttachment } from '../read/report-source.js';
import type { ResultRow } from '../read/result-row.js';
import { setEnvironments } from './environments.js';
import { settlePastProblems } from './past-problems.js';
import { findReruns, type Superseded, supersededOf } from './reruns.js';
import { reportOrder } from './row-order.js';
import { Rows } from './rows.js';
import { sameTests } from './same-tests.js';

export interface RunOptions {
  /** Masks secrets in external ids. */
  masking?: Masking | undefined;
  /** What is known about a session's run in the service, which is not in its journal. */
  runOf?: ((sessionId: string) => Pick<SessionData, 'runId' | 'runUrl'>) | undefined;
  /** Called from time to time, to let others work. */
  pause?: () => Promise<void>;
}

/**
 * The results of any number of sessions and reports as one run: every session once, every test once for each environment.
 * Bodies stay in their sources, which must stay open as long as `line` and `attachments` are called.
 */
export class Run {
  readonly #sources: readonly ReportSource[];
  readonly #maskedIds: MaskedIds;
  /** In order of start. */
  readonly sessions: readonly SessionData[];
  /** In report order. */
  readonly rows: Rows;
  /** Results of the same test and environment in other sessions, oldest first, by row. */
  readonly superseded: ReadonlyMap<number, readonly Superseded[]>;
  /** Sentences about what the reader should know, although nothing is missing. */
  readonly notes: readonly string[];

  constructor(
    sources: readonly ReportSource[],
    sessions: readonly SessionData[],
    rows: Rows,
    superseded: ReadonlyMap<number, readonly Superseded[]>,
    notes: readonly string[],
    maskedIds: MaskedIds,
  ) {
    this.#sources = sources;
    this.sessions = sessions;
    this.rows = rows;
    this.superseded = superseded;
    this.notes = notes;
    this.#maskedIds = maskedIds;
  }

  /** Start of the first session and end of the last, epoch milliseconds. When an import ran counts only if nothing else is known. */
  get span(): Pick<RunData, 'startedAt' | 'endedAt'> {
    let startedAt = Number.POSITIVE_INFINITY;
    let endedAt = 0;
    const known = this.sessions.flatMap((session) =>
      session.importedFrom === undefined ? session : (session.ranAt ?? []),
    );
    for (const times of known.length > 0 ? known : this.sessions) {
      startedAt = Math.min(startedAt, times.startedAt);
      endedAt = Math.max(endedAt, times.endedAt ?? times.startedAt);
    }
    const { starts } = this.rows.numbers;
    for (const start of starts) if (start >= 0 && start < startedAt) startedAt = start;
    return { startedAt: Number.isFinite(startedAt) ? startedAt : endedAt, endedAt };
  }

  /** What CI says about the run, such as `branch` and `commit`. */
  get ci(): Readonly<Record<string, string>> {
    return this.sessions.find(({ ci }) => ci !== undefined)?.ci ?? {};
  }

  /** Where a row's result is. */
  result(row: number): Superseded {
    return supersededOf(this.rows, row);
  }

  /** A result's journal line, as a report shows it. Valid until the next call. */
  line(result: Pick<Superseded, 'source' | 'place'>): Buffer {
    return this.#maskedIds.line(result, this.#source(result).read(result.place));
  }

  /** A result's journal line, read. */
  entry(result: Pick<Superseded, 'source' | 'place'>): ResultLine {
    return readLine(JSON.parse(this.line(result).toString('utf8')));
  }

  /** The attachments of a line, in its order. */
  attachments(result: Pick<Superseded, 'source' | 'place'>, line: Pick<ResultLine, 'attachments'>): SourceAttachment[] {
    return this.#source(result).attachments(result.place, line);
  }

  /** Folder of the suite, whose sources errors may show; undefined if errors already show everything. */
  root(result: Pick<Superseded, 'source'>): string | undefined {
    return this.#source(result).root;
  }

  /** Sentences about what could not be read. */
  incompleteness(): string[] {
    return [...this.#missingResults(), ...this.sessions.flatMap(incompleteness)];
  }

  close(): void {
    for (const source of this.#sources) source.close();
  }

  #source({ source }: Pick<Superseded, 'source'>): ReportSource {
    const found = this.#sources[source];
    if (found === undefined) throw new RangeError(`there is no source ${source}`);
    return found;
  }

  /** A sentence for each damaged report. */
  #missingResults(): string[] {
    return this.#sources.flatMap(({ place, sessions }) => {
      let missing = 0;
      let total = 0;
      for (const session of sessions) {
        if (!this.sessions.includes(session)) continue;
        const { counts, missingResults } = session;
        missing += missingResults;
        total += missingResults + sumOf(counts);
      }
      if (missing === 0) return [];
      return messages.missingResults(missing, total, place);
    });
  }
}

/** Reads sources as one run. Keeps a row for each result, and no bodies. */
export async function readRun(sources: readonly ReportSource[], options: RunOptions = {}): Promise<Run> {
  const { pause = () => Promise.resolve() } = options;
  const maskedIds = new MaskedIds(options.masking);
  const { sessions, indexes } = distinctSessions(sources);
  for (const session of sessions) Object.assign(session, options.runOf?.(session.id));
  const rows = new Rows();
  for (const [at, source] of sources.entries()) {
    let count = 0;
    for (const row of source.rows()) {
      const index = indexes[at]?.[row.session] ?? -1;
      const session = sessions[index];
      if (session !== undefined) {
        rows.add(maskedIds.row(row, at), at, index);
        // A session without a recorded end ended with its last result.
        if (row.endedAt > (session.endedAt ?? -1)) session.endedAt = row.endedAt;
        if (session.importedFrom !== undefined) extend(session, row);
      }
      if (++count % ROWS_AT_ONCE === 0) await pause();
    }
  }
  const { superseded, notes } = merge(rows, sessions);
  return new Run(sources, sessions, rows, superseded, notes, maskedIds);
}

/** Adds a result to when the tests of an imported session ran. */
function extend(session: SessionData, { startedAt, endedAt }: Pick<ResultRow, 'startedAt' | 'endedAt'>): void {
  if (startedAt < 0) return;
  const known = session.ranAt ?? { startedAt, endedAt: startedAt };
  session.ranAt = {
    startedAt: Math.min(known.startedAt, startedAt),
    endedAt: Math.max(known.endedAt, endedAt, startedAt),
  };
}

/** Every session once, in order of start, and for each source the indexes of its sessions among them. */
function distinctSessions(sources: readonly ReportSource[]): {
  sessions: SessionData[];
  indexes: (number | undefined)[][];
} {
  const known = new Set<string>();
  const taken = sources
    .flatMap((source, at) => source.sessions.map((session, own) => ({ at, own, session })))
    .filter(({ session: { id } }) => {
      if (id === '') return true;
      return known.has(id) ? false : known.add(id);
    });
  taken.sort(({ session: one }, { session: other }) => one.startedAt - other.startedAt || (one.id < other.id ? -1 : 1));
  const indexes: (number | undefined)[][] = sources.map(() => []);
  for (const [index, { at, own }] of taken.entries()) (indexes[at] ?? [])[own] = index;
  return { sessions: taken.map(({ session }) => session), indexes };
}

/** Decides which results count, and puts them into report order. */
function merge(rows: Rows, sessions: readonly SessionData[]): Pick<Run, 'superseded' | 'notes'> {
  const { numbers } = rows;
  const bySession = Uint32Array.from({ length: rows.size }, (_, row) => row).sort(
    (one, other) => (numbers.sessions[one] ?? 0) - (numbers.sessions[other] ?? 0) || one - other,
  );
  const same = sameTests(rows, bySession);
  setEnvironments(rows, sessions, bySession, same);
  const { replaced, superseded, ambiguous } = findReruns(rows, sessions, same);
  const order = reportOrder(rows, bySession, replaced);
  rows.pick(order);
  settlePastProblems(rows, sessions);
  const byOldRow = superseded.size === 0 ? [] : Array.from(order).entries();
  const moved = new Map<number, Superseded[]>();
  for (const [row, old] of byOldRow) {
    const others = superseded.get(old);
    if (others !== undefined) moved.set(row, others);
  }
  return { superseded: moved, notes: ambiguous === 0 ? [] : [messages.ambiguousTests(ambiguous)] };
}

function incompleteness({ id, unreadableLines, missingAttachments }: SessionData): string[] {
  return [
    ...(unreadableLines > 0 ? [messages.unreadableLines(unreadableLines, id)] : []),
    ...(missingAttachments > 0 ? [messages.missingAttachments(missingAttachments, id)] : []),
  ];
}
