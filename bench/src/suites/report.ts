import { counted } from '../counted.js';
import { contestants } from './contestant.js';
import { type Figures, figuresOf, type NothingFigures, nothingOf, type SizeFigures } from './figures.js';
import type { Machine } from './machine.js';
import type { Pair } from './measurement.js';
import type { Recording } from './recording.js';
import type { Interval } from './statistics.js';

/** The tables, one for each framework, and how to read them. */
export function report(recordings: readonly Recording[]): string {
  const pairs = recordings.flatMap((recording) => recording.pairs);
  const versions = Object.assign({}, ...recordings.map((recording) => recording.versions));
  const frameworks = [...new Set(pairs.map(({ framework }) => framework))];
  return [
    ...recordings.map(measuredOn),
    EXPLANATION,
    ...frameworks.map((framework) => {
      const ofFramework = pairs.filter((pair) => pair.framework === framework);
      return frameworkReport(`${NAMES[framework]} ${versions[framework] ?? ''}`, ofFramework);
    }),
  ].join('\n\n');
}

const NAMES = { playwright: 'Playwright', jest: 'Jest', vitest: 'Vitest', mocha: 'Mocha' };

const EXPLANATION = `Each run with a reporter is paired with a run right before or after it, whose reporter does nothing. Figures are medians of the
differences within these pairs. Brackets contain the 95 % confidence interval of the median for CPU and instructions, and the middle
half of the pairs for everything else. CPU is the user and system time of the whole process tree. Instructions are those that its
processes execute outside the kernel; they do not depend on what else the machine is doing. Memory is the peak of the main process.
The tail is the time from the end of the last test to the end of the process. Reporters that delivered everything are ranked by
instructions, or by CPU if instructions were not counted.`;

function measuredOn({ machine, command, date, pairs, testTime }: Recording): string {
  const rounds = Math.max(0, ...pairs.map(({ round }) => round + 1));
  const waits = testTime > 0 ? `, each test waits ${testTime} ms` : '';
  return `\`${command}\`: ${counted(rounds, 'pair')} of each${waits}. ${date.slice(0, 10)}, ${machineLine(machine)}.`;
}

function machineLine({ processor, cores, memory, system, node, load }: Machine): string {
  return `${processor}, ${cores} cores, ${memory} GiB, ${system}, Node ${node}, load before the start ${load.toFixed(1)}`;
}

function frameworkReport(title: string, pairs: readonly Pair[]): string {
  const rows = figuresOf(pairs);
  const sizes = nothingOf(pairs);
  const columns = columnsFor(sizes.map(({ size }) => size));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    `### ${title}`,
    `Baseline: ${sizes.map(nothingLine).join('; ')}.`,
    [
      line(columns.map(({ head }) => head)),
      line(columns.map(({ isText }) => (isText ? '---' : '---:'))),
      ...rows.map((row) => line(columns.map(({ cell }) => cell(row)))),
    ].join('\n'),
    ...notes(rows),
  ].join('\n\n');
}

function nothingLine({ size, wall, cpu, instructions, memory, tail }: NothingFigures): string {
  const count = Number.isNaN(instructions.median) ? '' : `, ${thousands(instructions.median / MILLION)} M instructions`;
  return `${thousands(size)} tests take ${seconds(wall)} s (${seconds(cpu)} s of CPU${count}), ${fixed(memory.median)} MiB, and a tail of ${fixed(tail.median)} ms`;
}

interface TableColumn {
  head: string;
  isText?: boolean;
  cell(row: Figures): string;
}

/** With several sizes, a cell has a figure for each. */
function columnsFor(sizes: readonly number[]): TableColumn[] {
  const each = (cell: (figures: SizeFigures) => string) => (row: Figures) => row.sizes.map(cell).join(' / ');
  const lines: TableColumn[] = [
    { head: 'fixed CPU, ms', cell: ({ fixed: cost }) => interval(cost, 0) },
    { head: 'CPU per test, ms', cell: ({ slope }) => interval(slope, 3) },
    { head: 'fixed, M instructions', cell: (row) => interval(scaled(row.fixedInstructions, MILLION), 0) },
    { head: 'per test, k instructions', cell: (row) => interval(scaled(row.slopeInstructions, THOUSAND), 0) },
  ];
  const growth: TableColumn = {
    head: `CPU at ${thousands(sizes.at(-1) ?? 0)} / at ${thousands(sizes[0] ?? 0)}`,
    cell: (row) => fixed(row.growth, 1),
  };
  return [
    { head: 'rank', cell: ({ rank }) => String(rank ?? '—') },
    { head: 'reporter', isText: true, cell: reporterName },
    { head: 'service', isText: true, cell: ({ latency }) => (latency === undefined ? 'files' : `${latency} ms`) },
    {
      head: 'delivered',
      isText: true,
      cell: ({ faults }) => (faults.length === 0 ? 'all' : `**${faults.join('; ')}**`),
    },
    ...(sizes.length > 1 ? lines : []),
    {
      head: `CPU at ${sizes.map(thousands).join(' / ')} tests, ms per test`,
      cell: each(({ addedCpuOfTest }) => interval(addedCpuOfTest, 3)),
    },
    {
      head: `instructions at ${sizes.map(thousands).join(' / ')} tests, k per test`,
      cell: each(({ addedInstructionsOfTest }) => interval(scaled(addedInstructionsOfTest, THOUSAND), 0)),
    },
    ...(sizes.length > 1 ? [growth] : []),
    { head: 'wall ratio', cell: each(({ wallRatio }) => interval(wallRatio, 2)) },
    { head: 'memory added, MiB', cell: each(({ addedMemory }) => fixed(addedMemory.median, 0)) },
    { head: 'tail added, ms', cell: each(({ addedTail }) => interval(addedTail, 0)) },
    { head: 'requests', cell: each(({ requests }) => thousands(requests)) },
    { head: 'sent, KB', cell: each(({ bytes }) => thousands(bytes / 1000)) },
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

function interval(value: Interval | undefined, digits: number): string {
  if (value === undefined || Number.isNaN(value.median)) return NOT_MEASURED;
  const [median, low, high] = [value.median, value.low, value.high].map((number) => fixed(number, digits));
  return low === high ? `${median}` : `${median} (${low} to ${high})`;
}

function scaled(value: Interval | undefined, unit: number): Interval | undefined {
  return value && { median: value.median / unit, low: value.low / unit, high: value.high / unit };
}

const THOUSAND = 1e3;
const MILLION = 1e6;

function fixed(value: number | undefined, digits = 0): string {
  if (value === undefined || Number.isNaN(value)) return NOT_MEASURED;
  const text = value.toFixed(digits);
  return Number(text) === 0 ? text.replace('-', '') : text;
}

function seconds({ median }: Interval): string {
  return fixed(median / 1000, 2);
}

function thousands(value: number): string {
  return Math.round(value).toLocaleString('en');
}

const NOT_MEASURED = '—';
