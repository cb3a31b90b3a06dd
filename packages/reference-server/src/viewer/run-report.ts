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
} from '@testpoint/report';
import type { Store } from '../database/store.js';
import type { RunView } from '../database/views.js';
import { Turn } from '../turn.js';

/** A run as the data of a report, as JSON texts. */
export interface RunReport {
  version: number;
  /** How many results it contains, including replaced ones. */
  results: number;
  run: string;
  rows: string[];
}

/** A run with the names of the catalog. */
export type NamedRun = RunView & { projectName: string | null; testPlanName: string | null };

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

/** Makes reports of runs with the functions of the report's writer. Keeps the last few, because a run that is over does not change. */
export class RunReports {
  readonly #store: Store;
  readonly #kept = new Map<string, { version: number; report: Promise<RunReport> }>();

  constructor(store: Store) {
    this.#store = store;
  }

  of(run: NamedRun): Promise<RunReport> {
    const known = this.#kept.get(run.id);
    this.#kept.delete(run.id);
    const report = known?.version === run.version ? known.report : this.#make(run);
    this.#kept.set(run.id, { version: run.version, report });
    report.catch(() => this.#kept.delete(run.id));
    for (const id of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEPT) break;
      this.#kept.delete(id);
    }
    return report;
  }

  async #make(run: NamedRun): Promise<RunReport> {
    const turn = new Turn();
    const { rows, last } = await this.#read(run.id, turn);
    const startedAt = run.began ?? Date.parse(run.startedOn ?? run.createdOn);
    const places = Array.from({ length: rows.size }, (_, row) => ({ chunk: 1, place: rows.numbers.places[row] ?? 0 }));
    const chunks: string[] = [];
    for (let first = 0; first < rows.size; first += ROWS_PER_CHUNK) {
      chunks.push(JSON.stringify(rowChunkOf(rows, first, places.slice(first, first + ROWS_PER_CHUNK), startedAt)));
      if (turn.isOver) await turn.next();
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
    return { version: run.version, results: last, run: JSON.stringify(data), rows: chunks };
  }

  async #read(run: string, turn: Turn): Promise<{ rows: Rows; last: number }> {
    const rows = new Rows();
    let last = 0;
    for (let more = true; more; ) {
      const part = await this.#store.rows(run, { after: last, limit: EVERYTHING, failed: false });
      const columns = JSON.parse(part.columns) as Columns;
      for (const [index, number] of columns.numbers.entries()) {
        if (columns.current[index] === 1) add(rows, columns, index, number);
        if (turn.isOver) await turn.next();
      }
      [last, more] = [part.last, part.more];
    }
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
    return { rows, last };
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
      isFlaky: outcome === 'P' && attempts > 1,
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
const EVERYTHING = Number.MAX_SAFE_INTEGER;
/** Reports to keep. */
const MOST_KEPT = 3;
