import type { Framework } from '../peers/peer.js';
import { median } from '../quantile.js';
import type { Pair } from './measurement.js';
import { confidence, type Interval, lineThrough, spread } from './statistics.js';

/** The cost of a reporter in a framework: a row of the table. Times in milliseconds. */
export interface Figures {
  framework: Framework;
  contestant: string;
  /** Package and version. */
  reporter: string;
  /** Missing results, and exit codes that the reporter changed. A reporter with any of these has no rank. */
  faults: string[];
  /**
   * From 1, among reporters that delivered everything; by instructions at the smallest size, or by CPU if these are unknown.
   */
  rank: number | undefined;
  /** By size, smallest first. */
  sizes: SizeFigures[];
  /** Added CPU, with two sizes or more. */
  cpu: Cost | undefined;
  /** The same in machine instructions, if they were counted. */
  instructions: Cost | undefined;
}

/** A fixed cost, and a cost per test. */
interface Cost {
  fixed: Interval;
  slope: Interval;
}

/** Measurements at one size, each from paired runs. */
export interface SizeFigures {
  size: number;
  pairs: number;
  addedCpuOfTest: Interval;
  addedInstructionsOfTest: Interval;
  wallRatio: Interval;
  /** MiB. */
  addedMemory: Interval;
  addedTail: Interval;
  requests: number;
  bytes: number;
}

/** A row for each reporter of a framework, cheapest first, those without a rank last. */
export function figuresOf(pairs: readonly Pair[]): Figures[] {
  const columns = groups(pairs, ({ contestant }) => contestant).map(figuresOfColumn);
  const costIn = (figure: 'addedCpuOfTest' | 'addedInstructionsOfTest') => (figures: Figures) =>
    figures.sizes[0]?.[figure].median ?? Number.NaN;
  const isCounted = columns.every((figures) => !Number.isNaN(costIn('addedInstructionsOfTest')(figures)));
  const cost = costIn(isCounted ? 'addedInstructionsOfTest' : 'addedCpuOfTest');
  const mayRank = (figures: Figures) => figures.faults.length === 0 && !Number.isNaN(cost(figures));
  const ranked = columns
    .filter(mayRank)
    .sort((a, b) => cost(a) - cost(b))
    .map((figures, index) => ({ ...figures, rank: index + 1 }));
  return [...ranked, ...columns.filter((figures) => !mayRank(figures))];
}

function figuresOfColumn(pairs: readonly Pair[]): Figures {
  const [any] = pairs;
  if (any === undefined) throw new Error('There is no column without a pair.');
  const sizes = bySize(pairs);
  const [smallest, second] = sizes;
  return {
    framework: any.framework,
    contestant: any.contestant,
    reporter: any.run.reporter ?? any.contestant,
    faults: sizes.flatMap(([size, ofSize]) => faultsOf(size, ofSize)),
    rank: undefined,
    sizes: sizes.map(([size, ofSize]) => sizeFigures(size, ofSize)),
    cpu: smallest && second && costOf(smallest, second, 'cpu'),
    instructions: smallest && second && costOf(smallest, second, 'instructions'),
  };
}

function sizeFigures(size: number, pairs: readonly Pair[]): SizeFigures {
  const each = (figure: 'cpu' | 'instructions') => confidence(pairs.map((pair) => added(figure)(pair) / size));
  return {
    size,
    pairs: pairs.length,
    addedCpuOfTest: each('cpu'),
    addedInstructionsOfTest: each('instructions'),
    wallRatio: spread(pairs.map(({ run, nothing }) => run.wall / nothing.wall)),
    addedMemory: spread(pairs.map(added('memory'))),
    addedTail: spread(pairs.map(added('tail'))),
    requests: median(pairs.map(({ run }) => run.delivered?.requests ?? 0)),
    bytes: median(pairs.map(({ run }) => run.delivered?.bytes ?? 0)),
  };
}

/** By a line for each round, because its runs of both sizes were close in time. */
function costOf(
  [size, pairs]: [number, Pair[]],
  [largerSize, largerPairs]: [number, Pair[]],
  figure: 'cpu' | 'instructions',
): Cost {
  const cost = added(figure);
  const lines = pairs.flatMap((pair) => {
    const larger = largerPairs.find(({ round }) => round === pair.round);
    if (larger === undefined) return [];
    return [lineThrough({ size, cost: cost(pair) }, { size: largerSize, cost: cost(larger) })];
  });
  return { fixed: confidence(lines.map(({ fixed }) => fixed)), slope: confidence(lines.map(({ slope }) => slope)) };
}

/** The worst problem at a size. */
function faultsOf(size: number, pairs: readonly Pair[]): string[] {
  const results = furthest(pairs.map(({ run }) => size - (run.delivered?.results ?? 0)));
  const attachments = furthest(pairs.map((pair) => pair.attachments - (pair.run.delivered?.attachments ?? 0)));
  const other = pairs.find(({ run, nothing }) => run.exitCode !== nothing.exitCode);
  return [
    ...(results === 0 ? [] : [shortfall(results, size, 'results')]),
    ...(attachments === 0 ? [] : [shortfall(attachments, pairs[0]?.attachments ?? 0, 'attachments')]),
    ...(other === undefined ? [] : [`exit code ${other.run.exitCode} instead of ${other.nothing.exitCode}`]),
  ];
}

/** The difference that is furthest from zero. */
function furthest(differences: readonly number[]): number {
  return differences.reduce((worst, one) => (Math.abs(one) > Math.abs(worst) ? one : worst), 0);
}

function shortfall(missing: number, all: number, what: string): string {
  return missing > 0 ? `${missing} of ${all} ${what} missing` : `${all - missing} ${what} instead of ${all}`;
}

/** What a reporter adds to a figure of its turn's run without one. */
function added(figure: 'cpu' | 'instructions' | 'memory' | 'tail'): (pair: Pair) => number {
  return ({ run, nothing }) => (run[figure] ?? Number.NaN) - (nothing[figure] ?? Number.NaN);
}

function bySize(pairs: readonly Pair[]): [size: number, pairs: Pair[]][] {
  return groups(pairs, ({ size }) => String(size))
    .map((ofSize): [number, Pair[]] => [ofSize[0]?.size ?? 0, ofSize])
    .sort(([a], [b]) => a - b);
}

function groups(pairs: readonly Pair[], keyOf: (pair: Pair) => string): Pair[][] {
  const found = new Map<string, Pair[]>();
  for (const pair of pairs) {
    const key = keyOf(pair);
    found.set(key, [...(found.get(key) ?? []), pair]);
  }
  return [...found.values()];
}
