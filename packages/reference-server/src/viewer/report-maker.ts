import { STATUS_WEIGHTS } from '@testpoint/interface/constants';
import {
  fromId,
  MESSAGE_IN_ROW,
  type OutcomeLetter,
  ROWS_PER_CHUNK,
  Rows,
  reportOrder,
  rowChunkOf,
  runDataOf,
  type SessionData,
  saysFlaky,
} from '@testpoint/report';
import type { RunView } from '../database/views.js';

/** A run with the names of the catalog. */
export type NamedRun = RunView & { projectName: string | null; testPlanName: string | null };

/** The data of a report, as JSON texts: `RunData` and `RowChunk`s. */
export interface ReportTexts {
  run: string;
  rows: string[];
}

interface Columns {
  numbers: number[];
  ids: string[];
  configurations: string[];
  weights: number[];
  current: number[];
  starts: (number | null)[];
  durations: (number | null)[];
  attempts: number[];
  messages: (string | null)[];
}

/** Makes the data of a report of a run's rows. */
export class ReportMaker {
  readonly #rows = new Rows();

  /** @param text columns of `ROW_COLUMNS` */
  add(text: string): void {
    const columns = JSON.parse(text) as Columns;
    for (const [index, number] of columns.numbers.entries()) {
      if (columns.current[index] === 1) add(this.#rows, columns, index, number);
    }
  }

  make(run: NamedRun): ReportTexts {
    const rows = this.#rows;
    if (rows.configurations.length > 1) {
      for (let row = 0; row < rows.size; row++) {
        rows.setEnvironment(row, rows.configurations[rows.numbers.configurations[row] ?? 0] ?? '');
      }
    }
    rows.pick(
      reportOrder(
        rows,
        Uint32Array.from({ length: rows.size }, (_, row) => row),
        new Set(),
      ),
    );
    const startedAt = run.began ?? Date.parse(run.startedOn ?? run.createdOn);
    const places = Array.from({ length: rows.size }, (_, row) => ({ chunk: 1, place: rows.numbers.places[row] ?? 0 }));
    const chunks: string[] = [];
    for (let first = 0; first < rows.size; first += ROWS_PER_CHUNK) {
      chunks.push(JSON.stringify(rowChunkOf(rows, first, places.slice(first, first + ROWS_PER_CHUNK), startedAt)));
    }
    const data = runDataOf(rows, {
      startedAt,
      endedAt: run.ended ?? startedAt,
      sessions: [],
      rowChunks: chunks.length,
      resultChunks: 1,
      incomplete: [],
      notes: [],
    });
    data.sessions.push(sessionOf(run, startedAt, data.counts));
    return { run: JSON.stringify(data), rows: chunks };
  }
}

function add(rows: Rows, columns: Columns, index: number, place: number): void {
  const id = columns.ids[index] ?? '';
  const weight = columns.weights[index] ?? 0;
  const message = columns.messages[index] ?? '';
  const startedAt = columns.starts[index] ?? -1;
  const duration = columns.durations[index] ?? -1;
  const attempts = columns.attempts[index] ?? 1;
  const outcome = LETTERS.get(weight) ?? 'S';
  rows.add(
    {
      ...{ session: 0, place, outcome, ...fromId(id), id, line: 0, project: '', worker: -1 },
      // A test that is expected to fail does so in every attempt.
      isFlaky: outcome === 'P' && attempts > 1 && saysFlaky(message),
      configuration: columns.configurations[index] ?? '',
      startedAt,
      endedAt: startedAt < 0 || duration < 0 ? -1 : startedAt + duration,
      message: message.slice(0, MESSAGE_IN_ROW).toWellFormed(),
      failure: outcome === 'F' ? { message, place: '' } : undefined,
      ...{ failureReason: -1, attempts, hasErrors: false, hasAttachments: false },
    },
    0,
    0,
  );
}

function sessionOf(run: NamedRun, startedAt: number, counts: SessionData['counts']): SessionData {
  const facts = Object.entries({ branch: run.branch, commit: run.commit, job: run.job });
  return {
    id: run.id,
    framework: run.testPlanName ?? 'Run',
    frameworkVersion: '',
    tool: '',
    startedAt,
    ...(run.ended === null ? {} : { endedAt: run.ended }),
    end: run.status === 'Stopped' ? 'interrupted' : 'complete',
    ci: Object.fromEntries(facts.filter((fact): fact is [string, string] => fact[1] !== null)),
    runId: run.id,
    counts,
    ...{ problems: [], warnings: [], unreadableLines: 0, missingResults: 0, missingAttachments: 0 },
  };
}

const LETTERS = new Map<number, OutcomeLetter>([
  [STATUS_WEIGHTS.Passed, 'P'],
  [STATUS_WEIGHTS.Failed, 'F'],
  [STATUS_WEIGHTS.Blocked, 'B'],
]);
