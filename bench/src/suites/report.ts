import { frameworks as descriptions } from '@testpoint/frameworks';
import { median } from '../quantile.js';
import { counted, number, table } from '../table.js';
import { contestants } from './contestant.js';
import { type Figures, figuresOf, type SizeFigures } from './figures.js';
import type { Pair } from './measurement.js';
import type { Run } from './run.js';
import type { Interval } from './statistics.js';

/** All measurements of one invocation. */
export interface Measured {
  /** The command as typed. */
  command: string;
  machine: string;
  date: Date;
  /** Versions of the frameworks, by name. */
  versions: Record<string, string>;
  pairs: readonly Pair[];
}

/** The tables, one for each framework, and how to read them. */
export function report({ command, machine, date, versions, pairs }: Measured): string {
  const frameworks = [...new Set(pairs.map(({ framework }) => framework))];
  const turns = counted(Math.max(0, ...pairs.map(({ round }) => round + 1)), 'turn');
  return [
    `\`${command}\`: ${turns}. ${date.toISOString().slice(0, 10)}, ${machine}.`,
    EXPLANATION,
    ...frameworks.map((framework) => {
      const ofFramework = pairs.filter((pair) => pair.framework === framework);
      return frameworkReport(`${descriptions[framework].title} ${versions[framework] ?? ''}`, ofFramework);
    }),
  ].join('\n\n');
}

const EXPLANATION = `In each turn, a suite runs once with each reporter, and once with one that does nothing. Figures are medians of the differences
between the two. Brackets contain the 95 % confidence interval of the median for CPU and instructions, and the middle half of the
turns for everything else. CPU is the user and system time of the whole process tree. Instructions are those that its
processes execute outside the kernel; they do not depend on what else the machine is doing. Memory is the peak of the main process.
The tail is the time from the end of the last test to the end of the process. Reporters that delivered everything are ranked by
instructions, or by CPU if instructions were not counted.`;

function frameworkReport(title: string, pairs: readonly Pair[]): string {
  const rows = figuresOf(pairs);
  const sizes = [...new Set(pairs.map(({ size }) => size))].sort((a, b) => a - b);
  const columns = columnsFor(sizes);
  const baselines = sizes.map((size) => nothingLine(size, pairs));
  return [
    `### ${title}`,
    `Baseline: ${baselines.join('; ')}.`,
    table(
      columns.map(({ head }) => head),
      rows.map((row) => columns.map(({ cell }) => cell(row))),
    ),
    ...notes(rows),
  ].join('\n\n');
}

/** Describes the runs without a reporter. */
function nothingLine(size: number, pairs: readonly Pair[]): string {
  const runs = new Set(pairs.filter((pair) => pair.size === size).map(({ nothing }) => nothing));
  const of = (figure: (run: Run) => number | undefined) => median([...runs].map((run) => figure(run) ?? Number.NaN));
  const instructions = of((run) => run.instructions);
  const count = Number.isNaN(instructions) ? '' : `, ${number(instructions / MILLION)} M instructions`;
  const times = `${number(of(({ wall }) => wall) / 1000, 2)} s (${number(of(({ cpu }) => cpu) / 1000, 2)} s of CPU${count})`;
  return `${number(size)} tests take ${times}, ${fixed(of(({ memory }) => memory))} MiB, and a tail of ${fixed(of(({ tail }) => tail))} ms`;
}

interface TableColumn {
  head: string;
  cell(row: Figures): string;
}

/** With several sizes, a cell has a figure for each. */
function columnsFor(sizes: readonly number[]): TableColumn[] {
  const each = (cell: (figures: SizeFigures) => string) => (row: Figures) => row.sizes.map(cell).join(' / ');
  const lines: TableColumn[] = [
    { head: 'fixed CPU, ms', cell: ({ cpu }) => interval(cpu?.fixed, 0) },
    { head: 'CPU per test, ms', cell: ({ cpu }) => interval(cpu?.slope, 3) },
    { head: 'fixed, M instructions', cell: (row) => interval(row.instructions?.fixed, 0, MILLION) },
    { head: 'per test, k instructions', cell: (row) => interval(row.instructions?.slope, 0, THOUSAND) },
  ];
  const atSizes = `at ${sizes.map((size) => number(size)).join(' / ')} tests`;
  return [
    { head: 'reporter', cell: reporterName },
    { head: 'rank', cell: ({ rank }) => String(rank ?? '—') },
    { head: 'delivered', cell: ({ faults }) => (faults.length === 0 ? 'all' : `**${faults.join('; ')}**`) },
    ...(sizes.length > 1 ? lines : []),
    { head: `CPU ${atSizes}, ms per test`, cell: each(({ addedCpuOfTest }) => interval(addedCpuOfTest, 3)) },
    {
      head: `instructions ${atSizes}, k per test`,
      cell: each(({ addedInstructionsOfTest }) => interval(addedInstructionsOfTest, 0, THOUSAND)),
    },
    { head: 'wall ratio', cell: each(({ wallRatio }) => interval(wallRatio, 2)) },
    { head: 'memory added, MiB', cell: each(({ addedMemory }) => fixed(addedMemory.median, 0)) },
    { head: 'tail added, ms', cell: each(({ addedTail }) => interval(addedTail, 0)) },
    { head: 'requests', cell: each(({ requests }) => number(requests)) },
    { head: 'sent, KB', cell: each(({ bytes }) => number(bytes / 1000)) },
  ];
}

function reporterName({ reporter, contestant }: Figures): string {
  return contestant.endsWith('-setup') ? `${reporter}, with the setup line` : reporter;
}

/** A line for each reporter that has limits. */
function notes(rows: readonly Figures[]): string[] {
  const limits = rows.flatMap(({ framework, contestant, reporter }) => {
    const limit = contestants.find(({ name }) => name === contestant)?.limits[framework];
    return limit === undefined ? [] : [`- ${reporter}: ${limit}`];
  });
  return limits.length === 0 ? [] : [[...new Set(limits)].join('\n')];
}

function interval(value: Interval | undefined, digits: number, unit = 1): string {
  if (value === undefined || Number.isNaN(value.median)) return NOT_MEASURED;
  const [median, low, high] = [value.median, value.low, value.high].map((one) => fixed(one / unit, digits));
  return low === high ? `${median}` : `${median} (${low} to ${high})`;
}

const THOUSAND = 1e3;
const MILLION = 1e6;

function fixed(value: number | undefined, digits = 0): string {
  if (value === undefined || Number.isNaN(value)) return NOT_MEASURED;
  const text = value.toFixed(digits);
  return Number(text) === 0 ? text.replace('-', '') : text;
}

const NOT_MEASURED = '—';
