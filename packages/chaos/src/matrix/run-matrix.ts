import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type Column,
  type PartReport,
  type RunOptions,
  runScenarios,
  type ScenariosReport,
} from '../scenario/run-scenarios.js';
import { type Changes, type Scenario, type Suite, scenarioOf } from '../scenario/scenario.js';
import { SCRIPTED } from './scripted-column.js';

/** One row of the matrix: a named kind of failure, as changes to a scenario and to its suite. */
export interface FaultKind extends Changes {
  name: string;
  /** Further variables of the suite's process. */
  env?: Record<string, string>;
  /** Limits of the suite's process, as arguments of `ulimit`. */
  limits?: string;
  /** How often the variables kill the delivery thread. */
  threadDeaths?: number;
  /** The suite's process exits after this many announcements, which is also its exit code. */
  exitsAfter?: number;
  /** Whether a file is where the outbox should be. */
  noOutbox?: true;
  /** Whether it makes no sense for real frameworks, because these themselves write larger files and open more. */
  onlyScripted?: true;
  /** Whether it does not work on Windows. */
  posix?: true;
}

export interface MatrixOptions extends RunOptions {
  kinds: readonly FaultKind[];
  columns: readonly Column[];
}

/** Runs every kind of fault in every column. */
export async function runMatrix({ kinds, columns, ...options }: MatrixOptions): Promise<PartReport & ScenariosReport> {
  const possible = kinds.filter(({ posix }) => !posix || process.platform !== 'win32');
  const cells = possible.flatMap((kind) =>
    columns
      .filter(({ name }) => name === SCRIPTED || !kind.onlyScripted)
      .map((column) => ({ name: nameOf(column, kind), scenario: cell(kind, column.suite) })),
  );
  const externalIds = columns.flatMap(({ suite }) => suite.externalIds);
  const report = await runScenarios(cells, externalIds, options);
  const lines = [...table(kinds, columns, report.verdicts), JSON.stringify(report.totals)];
  return { ...report, summary: lines.join('\n'), ran: report.totals.ran };
}

/** One cell of the matrix: a suite with one kind of fault. */
function cell(kind: FaultKind, suite: Suite): Scenario {
  const { env, limits, threadDeaths = 0, exitsAfter, noOutbox, ...changes } = kind;
  const afflicted: Suite = {
    ...suite,
    ...(exitsAfter !== undefined && { end: { code: exitsAfter, signal: null }, endsEarly: true as const }),
    threadDeaths: suite.threadDeaths + threadDeaths,
    prepare(folder, environment) {
      const command = suite.prepare(folder, environment);
      const own = {
        ...(noOutbox && withoutOutbox(environment.TMS_OUTBOX_DIR ?? '', folder)),
        ...(exitsAfter !== undefined && { CHAOS_EXIT_AFTER: `${exitsAfter}` }),
      };
      return { ...command, limits, env: { ...command.env, ...env, ...own } };
    },
  };
  return scenarioOf([afflicted], changes);
}

/** Puts a file where the outbox should be. @returns variables by which the fallback outbox goes into a folder of the scenario */
function withoutOutbox(outbox: string, folder: string): Record<string, string> {
  mkdirSync(dirname(outbox), { recursive: true });
  writeFileSync(outbox, 'a file where the outbox should be');
  const temporary = join(folder, 'temporary');
  mkdirSync(temporary);
  return { TMPDIR: temporary, TEMP: temporary };
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
