import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { STATUS_WEIGHTS } from '@testpoint/interface/constants';
import {
  noCounts,
  type OutcomeLetter,
  ROWS_PER_CHUNK,
  Rows,
  reportOrder,
  rowChunkOf,
  runDataOf,
  type SessionData,
} from '@testpoint/report';
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
}

/**
 * Makes the data of a report of a run's rows: lines of JSON, as one gzip stream in two parts. All pages that follow the run get the
 * same bytes, and to send them uncompressed takes longer than to compress them once.
 */
export class ReportMaker {
  readonly #rows = new Rows();
  #head = new Uint8Array();

  /** @param text columns of `ROW_COLUMNS` */
  add(text: string): void {
    const columns = JSON.parse(text) as Columns;
    for (const [index, number] of columns.numbers.entries()) add(this.#rows, columns, index, number);
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
    const session = sessionOf(run);
    const { startedAt } = session;
    const data = runDataOf(rows, {
      startedAt,
      endedAt: run.ended ?? startedAt,
      sessions: [],
      rowChunks: Math.ceil(rows.size / ROWS_PER_CHUNK),
      resultChunks: 1,
      incomplete: [],
      notes: [],
    });
    data.sessions.push({ ...session, counts: data.counts });
    this.#head = encoded([{ version: run.version, results, run: data }]);
    return new Uint8Array(gzipSync(this.#head, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH }));
  }

  /** A line for each chunk of rows. Call it after `head`, with the same run. */
  chunks(run: NamedRun): Uint8Array<ArrayBuffer> {
    const rows = this.#rows;
    const { startedAt } = sessionOf(run);
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
}

const LEVEL = constants.Z_BEST_SPEED;

function encoded(lines: readonly object[]): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

function add(rows: Rows, columns: Columns, index: number, place: number): void {
  const result = {
    externalId: columns.ids[index] ?? '',
    configurationId: columns.configurations[index] ?? '',
    outcome: LETTERS.get(columns.weights[index] ?? 0) ?? 'S',
    started: columns.starts[index] ?? null,
    duration: columns.durations[index] ?? null,
    attempts: columns.attempts[index] ?? 1,
    message: columns.messages[index] ?? null,
  };
  rows.add(rowOfStored(result, place), 0, 0);
}

/** What a run says about itself, as a session without results. */
export function sessionOf(run: NamedRun): SessionData {
  const facts = Object.entries({ branch: run.branch, commit: run.commit, job: run.job });
  return {
    id: run.id,
    framework: run.testPlanName ?? (run.testPlanGlobalId === null ? 'Run' : `Plan ${run.testPlanGlobalId}`),
    frameworkVersion: '',
    tool: '',
    startedAt: run.began ?? Date.parse(run.startedOn ?? run.createdOn),
    ...(run.ended === null ? {} : { endedAt: run.ended }),
    end: run.status === 'Stopped' ? 'interrupted' : 'complete',
    ci: Object.fromEntries(facts.filter((fact): fact is [string, string] => fact[1] !== null)),
    runId: run.id,
    counts: noCounts(),
    ...{ problems: [], warnings: [], unreadableLines: 0, missingResults: 0, missingAttachments: 0 },
  };
}

const LETTERS = new Map<number, OutcomeLetter>([
  [STATUS_WEIGHTS.Passed, 'P'],
  [STATUS_WEIGHTS.Failed, 'F'],
  [STATUS_WEIGHTS.Blocked, 'B'],
]);
