import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inLanes } from '../lanes.js';
import { runScenario } from '../scenario/run-scenario.js';
import type { Verdict } from '../scenario/verdict.js';
import type { StartBackend } from '../service/backend.js';
import { ServiceUnderFire } from '../service/service-under-fire.js';
import { cell } from './cell.js';
import type { Column } from './column.js';
import type { FaultKind } from './fault-kind.js';

export interface MatrixReport {
  /** A table of the cells, for people. */
  lines: string[];
  failures: string[];
  totals: { cells: number; expected: number; lost: number; duplicates: number; exitCodes: number };
}

export interface MatrixOptions {
  kinds: readonly FaultKind[];
  columns: readonly Column[];
  /** Starts the service behind the proxy. @default one server for each service */
  backend?: StartBackend;
  /** How many cells to run at once. */
  atOnce: number;
  /** Leftovers of failed cells stay in this folder. */
  folder: string;
  /** Called when a cell ends. */
  onCell?(kind: string, column: string, verdict: Verdict): void;
}

/** Runs every kind of fault in every column. */
export async function runMatrix(options: MatrixOptions): Promise<MatrixReport> {
  const { kinds, columns, backend, atOnce, folder } = options;
  const verdicts = new Map<string, Verdict>();
  const failures: string[] = [];
  const run = async (kind: FaultKind, column: Column, service: ServiceUnderFire) => {
    const own = join(folder, `${column.name} ${kind.name}`.replace(/\W+/g, '-'));
    mkdirSync(own, { recursive: true });
    const verdict = await runScenario(cell(kind, column.suite), service, own);
    verdicts.set(`${kind.name} ${column.name}`, verdict);
    if (verdict.problems.length === 0) rmSync(own, { recursive: true, force: true });
    else failures.push([`${column.name}, ${kind.name} (in ${own})`, ...verdict.problems].join('\n  '));
    options.onCell?.(kind.name, column.name, verdict);
  };
  const cells = kinds.flatMap((kind) => columns.map((column) => ({ kind, column })));
  const applicable = cells.filter(({ kind, column }) => isApplicable(kind, column));
  const externalIds = columns.flatMap(({ suite }) => suite.externalIds);
  await inLanes(applicable, Math.min(atOnce, applicable.length), async (rest) => {
    await using service = await ServiceUnderFire.start(folder, externalIds, backend);
    for (const { kind, column } of rest) await run(kind, column, service);
  });
  return { lines: table(kinds, columns, verdicts), failures, totals: totalsOf([...verdicts.values()]) };
}

function isApplicable(kind: FaultKind, { without }: Column): boolean {
  return without?.has(kind.name) !== true && !(kind.posix && process.platform === 'win32');
}

/** Lost results, duplicates and changed exit codes of each cell: `0 · 3 · 0`. */
function table(kinds: readonly FaultKind[], columns: readonly Column[], verdicts: Map<string, Verdict>): string[] {
  const width = Math.max(...kinds.map(({ name }) => name.length));
  const rows = kinds.map(({ name }) => {
    const cells = columns.map((column) => {
      const verdict = verdicts.get(`${name} ${column.name}`);
      if (verdict === undefined) return '–'.padEnd(CELL);
      const mark = verdict.problems.length > 0 ? ' ✗' : '';
      return `${verdict.lost} · ${verdict.duplicates} · ${verdict.exitCodes}${mark}`.padEnd(CELL);
    });
    return `${name.padEnd(width)}  ${cells.join('  ')}`.trimEnd();
  });
  const head = `${'lost · duplicates · exit codes'.padEnd(width)}  ${columns.map(({ name }) => name.padEnd(CELL)).join('  ')}`;
  return [head.trimEnd(), ...rows];
}

const CELL = 12;

function totalsOf(verdicts: readonly Verdict[]): MatrixReport['totals'] {
  const totals = { cells: verdicts.length, expected: 0, lost: 0, duplicates: 0, exitCodes: 0 };
  for (const { expected, lost, duplicates, exitCodes } of verdicts) {
    totals.expected += expected;
    totals.lost += lost;
    totals.duplicates += duplicates;
    totals.exitCodes += exitCodes;
  }
  return totals;
}
