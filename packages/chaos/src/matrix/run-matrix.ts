import {
  type Column,
  type PartReport,
  type RunOptions,
  runScenarios,
  type ScenariosReport,
} from '../scenario/run-scenarios.js';
import { cell, type FaultKind } from './fault-kind.js';

export interface MatrixOptions extends RunOptions {
  kinds: readonly FaultKind[];
  columns: readonly Column[];
}

/** Runs every kind of fault in every column. */
export async function runMatrix({ kinds, columns, ...options }: MatrixOptions): Promise<PartReport & ScenariosReport> {
  const cells = kinds.flatMap((kind) =>
    columns
      .filter(({ without }) => !without?.includes(kind.name) && !(kind.posix && process.platform === 'win32'))
      .map((column) => ({ name: nameOf(column, kind), scenario: cell(kind, column.suite) })),
  );
  const externalIds = columns.flatMap(({ suite }) => suite.externalIds);
  const report = await runScenarios(cells, externalIds, options);
  const lines = [...table(kinds, columns, report.verdicts), JSON.stringify(report.totals)];
  return { ...report, summary: lines.join('\n'), ran: report.totals.ran };
}

function nameOf(column: Column, kind: FaultKind): string {
  return `${column.name}, ${kind.name}`;
}

/** Lost results, duplicates and changed exit codes of each cell: `0 · 3 · 0`. */
function table(
  kinds: readonly FaultKind[],
  columns: readonly Column[],
  verdicts: ScenariosReport['verdicts'],
): string[] {
  const width = Math.max(...kinds.map(({ name }) => name.length));
  const line = (title: string, cells: string[]) =>
    [title.padEnd(width), ...cells.map((text) => text.padEnd(CELL))].join('  ').trimEnd();
  const rows = kinds.map((kind) => {
    const cells = columns.map((column) => {
      const verdict = verdicts.get(nameOf(column, kind));
      if (verdict === undefined) return '–';
      const mark = verdict.problems.length > 0 ? ' ✗' : '';
      return `${verdict.lost} · ${verdict.duplicates} · ${verdict.exitCodes}${mark}`;
    });
    return line(kind.name, cells);
  });
  const names = columns.map(({ name }) => name);
  return [line('lost · duplicates · exit codes', names), ...rows];
}

const CELL = 12;
