import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { STATUS_WEIGHTS } from '@testpoint/interface/constants';
import {
  type Counts,
  countRow,
  noCounts,
  type OutcomeLetter,
  type ResultRow,
  ROWS_PER_CHUNK,
  Rows,
  reportOrder,
  rowChunkOf,
  runDataOf,
  type SessionData,
} from '@testpoint/report';
import { senderNumber } from '../database/senders.js';
import type { NamedRun } from './named-runs.js';
import { rowOfStored } from './stored-row.js';

/** The names of configurations, by GUID. */
export type ConfigurationNames = ReadonlyMap<string, string>;

interface Columns {
  numbers: number[];
  ids: string[];
  configurations: string[];
  weights: number[];
  starts: (number | null)[];
  durations: (number | null)[];
  attempts: number[];
  messages: (string | null)[];
  /** `NewSender.number` */
  sessions: (number | null)[];
  evidence: number[];
}

/**
 * Makes the data of a report of a run's rows: lines of JSON, as one gzip stream in two parts. All pages that follow the run get the
 * same bytes, and to send them uncompressed takes longer than to compress them once.
 */
export class ReportMaker {
  readonly #rows = new Rows();
  /** By `NewSender.number`; null for results that do not say who sent them. */
  readonly #ran = new Map<number | null, Ran>();
  #head = new Uint8Array();

  /** @param text columns of `ROW_COLUMNS` */
  add(text: string): void {
    const columns = JSON.parse(text) as Columns;
    for (const [index, number] of columns.numbers.entries()) {
      const row = rowAt(columns, index, number);
      this.#rows.add(row, 0, this.#countIn(columns.sessions[index] ?? null, row));
    }
  }

  /**
   * A line with the run, so that the page shows it before it has all rows. Call it once, after the last column.
   * @param results how many results the run contains, including replaced ones
   */
  head(run: NamedRun, results: number, names: ConfigurationNames): Uint8Array<ArrayBuffer> {
    const rows = this.#rows;
    if (rows.configurations.length > 1) {
      for (let row = 0; row < rows.size; row++) {
        const configuration = rows.configurations[rows.numbers.configurations[row] ?? 0] ?? '';
        rows.setEnvironment(row, names.get(configuration) ?? configuration);
      }
    }
    rows.pick(
      reportOrder(
        rows,
        Uint32Array.from({ length: rows.size }, (_, row) => row),
        new Set(),
      ),
    );
    const startedAt = startOf(run);
    const data = runDataOf(rows, {
      startedAt,
      endedAt: run.ended ?? startedAt,
      sessions: this.#sessionsOf(run),
      rowChunks: Math.ceil(rows.size / ROWS_PER_CHUNK),
      resultChunks: 1,
      incomplete: [],
      notes: [],
    });
    this.#head = encoded([{ version: run.version, results, run: data }]);
    return new Uint8Array(gzipSync(this.#head, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH }));
  }

  /** A line for each chunk of rows. Call it after `head`, with the same run. */
  chunks(run: NamedRun): Uint8Array<ArrayBuffer> {
    const rows = this.#rows;
    const startedAt = startOf(run);
    const places = Array.from({ length: rows.size }, (_, row) => ({ chunk: 1, place: rows.numbers.places[row] ?? 0 }));
    const chunks: object[] = [];
    for (let first = 0; first < rows.size; first += ROWS_PER_CHUNK) {
      chunks.push(rowChunkOf(rows, first, places.slice(first, first + ROWS_PER_CHUNK), startedAt));
    }
    const lines = encoded(chunks);
    const both = Buffer.concat([this.#head, lines]);
    const end = Buffer.alloc(8);
    end.writeUInt32LE(crc32(both));
    end.writeUInt32LE(both.length % 2 ** 32, 4);
    return new Uint8Array(Buffer.concat([deflateRawSync(lines, { level: LEVEL }), end]));
  }

  /** Counts the row of a session. Returns the session's place among those met so far. */
  #countIn(session: number | null, row: ResultRow): number {
    let ran = this.#ran.get(session);
    if (ran === undefined) {
      ran = { place: this.#ran.size, counts: noCounts(), first: Number.POSITIVE_INFINITY, last: -1 };
      this.#ran.set(session, ran);
    }
    countRow(ran.counts, row);
    if (row.startedAt >= 0 && row.startedAt < ran.first) ran.first = row.startedAt;
    if (row.endedAt > ran.last) ran.last = row.endedAt;
    return ran.place;
  }

  /** The sessions of the run, in the order in which it has them, and each row's place among them. */
  #sessionsOf(run: NamedRun): SessionData[] {
    const numbers: (number | null)[] = run.sessions.map(senderNumber);
    for (const number of this.#ran.keys()) if (!numbers.includes(number)) numbers.push(number);
    const places = new Map([...this.#ran].map(([number, { place }]) => [place, numbers.indexOf(number)]));
    const { sessions } = this.#rows.numbers;
    for (let row = 0; row < this.#rows.size; row++) sessions[row] = places.get(sessions[row] ?? 0) ?? 0;
    return (numbers.length === 0 ? [null] : numbers).map((number) => sessionOf(run, number, this.#ran.get(number)));
  }
}

/** What the results of a session say. */
interface Ran {
  place: number;
  counts: Counts;
  /** Start of the first result and end of the last, epoch milliseconds. */
  first: number;
  last: number;
}

const LEVEL = constants.Z_BEST_SPEED;

function encoded(lines: readonly object[]): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

function rowAt(columns: Columns, index: number, place: number): ResultRow {
  const result = {
    externalId: columns.ids[index] ?? '',
    configurationId: columns.configurations[index] ?? '',
    outcome: LETTERS.get(columns.weights[index] ?? 0) ?? 'S',
    started: columns.starts[index] ?? null,
    duration: columns.durations[index] ?? null,
    attempts: columns.attempts[index] ?? 1,
    message: columns.messages[index] ?? null,
    evidence: columns.evidence[index] ?? 0,
  };
  return rowOfStored(result, place);
}

/**
 * A session of a run: what it says about itself, or else what the run says.
 * @param number `NewSender.number`
 */
export function sessionOf(run: NamedRun, number: number | null, ran?: Omit<Ran, 'place'>): SessionData {
  const sender = run.sessions.find((one) => senderNumber(one) === number);
  const plan = run.testPlanName ?? (run.testPlanGlobalId === null ? null : `Plan ${run.testPlanGlobalId}`);
  const facts = Object.entries({ branch: run.branch, commit: run.commit, job: run.job, ...(sender && { plan }) });
  const [first, last] = [ran?.first ?? -1, ran?.last ?? run.ended ?? -1];
  const { ci, ...names } = sender ?? {
    ...{ id: run.id, framework: plan ?? 'Run', frameworkVersion: '', tool: '', startedAt: startOf(run) },
  };
  // What the results say, as the headline does; an import is later than its results.
  const isKnown = last >= first && first >= 0;
  return {
    ...names,
    ...(isKnown && sender?.importedFrom === undefined && { startedAt: first }),
    ...(last >= 0 && { endedAt: last }),
    ...(isKnown && sender?.importedFrom !== undefined && { ranAt: { startedAt: first, endedAt: last } }),
    end: run.status === 'Stopped' ? 'interrupted' : 'complete',
    ci: { ...Object.fromEntries(facts.filter((fact): fact is [string, string] => fact[1] !== null)), ...ci },
    runId: run.id,
    counts: ran?.counts ?? noCounts(),
    ...{ problems: [], warnings: [], unreadableLines: 0, missingResults: 0, missingAttachments: 0 },
  };
}

/** Epoch milliseconds. */
function startOf({ began, startedOn, createdOn }: NamedRun): number {
  return began ?? Date.parse(startedOn ?? createdOn);
}

const LETTERS = new Map<number, OutcomeLetter>([
  [STATUS_WEIGHTS.Passed, 'P'],
  [STATUS_WEIGHTS.Failed, 'F'],
  [STATUS_WEIGHTS.Blocked, 'B'],
]);
