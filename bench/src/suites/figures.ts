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
  /** Undefined if it only writes files. */
  latency: number | undefined;
  /** Missing results, and exit codes that the reporter changed. A reporter with any of these has no rank. */
  faults: string[];
  /**
   * From 1, among reporters that delivered everything; by instructions at the smallest size, or by CPU if these are unknown.
   */
  rank: number | undefined;
  /** By size, smallest first. */
  sizes: SizeFigures[];
  /** Fixed added CPU, and added CPU per test; with two sizes or more. */
  fixed: Interval | undefined;
  slope: Interval | undefined;
  /** The same in machine instructions, if they were counted. */
  fixedInstructions: Interval | undefined;
  slopeInstructions: Interval | undefined;
  /** The added CPU of the largest size as a multiple of that of the smallest. */
  growth: number | undefined;
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

/** Measurements of the runs without a reporter at one size. */
export interface NothingFigures {
  size: number;
  wall: Interval;
  cpu: Interval;
  instructions: Interval;
  memory: Interval;
  tail: Interval;
}

/** A row for each reporter and latency of a framework, cheapest first, those without a rank last. */
export function figuresOf(pairs: readonly Pair[]): Figures[] {
  const columns = groups(pairs, ({ contestant, latency }) => `${contestant} ${latency}`).map(figuresOfColumn);
  const isCounted = columns.every((figures) => !Number.isNaN(instructionsOf(figures)));
  const cost = isCounted ? instructionsOf : cpuOf;
  const mayRank = (figures: Figures) => figures.faults.length === 0 && !Number.isNaN(cost(figures));
  const ranked = columns
    .filter(mayRank)
    .sort((a, b) => cost(a) - cost(b))
    .map((figures, index) => ({ ...figures, rank: index + 1 }));
  return [...ranked, ...columns.filter((figures) => !mayRank(figures))];
}

export function nothingOf(pairs: readonly Pair[]): NothingFigures[] {
  return bySize(pairs).map(([size, ofSize]) => {
    const runs = ofSize.map(({ nothing }) => nothing);
    return {
      size,
      wall: spread(runs.map(({ wall }) => wall)),
      cpu: spread(runs.map(({ cpu }) => cpu ?? Number.NaN)),
      instructions: spread(runs.map(({ instructions }) => instructions ?? Number.NaN)),
      memory: spread(runs.map(({ memory }) => memory ?? Number.NaN)),
      tail: spread(runs.map(({ tail }) => tail)),
    };
  });
}

function figuresOfColumn(pairs: readonly Pair[]): Figures {
  const [any] = pairs;
  if (any === undefined) throw new Error('There is no column without a pair.');
  const sizes = bySize(pairs);
  const [smallest, second] = sizes;
  const largest = sizes.at(-1);
  const lines = smallest && second ? linesOf(smallest, second, addedCpu) : undefined;
  const counts = smallest && second ? linesOf(smallest, second, addedInstructions) : undefined;
  return {
    framework: any.framework,
    contestant: any.contestant,
    reporter: any.run.reporter ?? any.contestant,
    latency: any.latency,
    faults: sizes.flatMap(([size, ofSize]) => faultsOf(size, ofSize)),
    rank: undefined,
    sizes: sizes.map(([size, ofSize]) => sizeFigures(size, ofSize)),
    fixed: lines && confidence(lines.map(({ fixed }) => fixed)),
    slope: lines && confidence(lines.map(({ slope }) => slope)),
    fixedInstructions: counts && confidence(counts.map(({ fixed }) => fixed)),
    slopeInstructions: counts && confidence(counts.map(({ slope }) => slope)),
    growth:
      smallest && largest && smallest !== largest
        ? median(largest[1].map(addedCpu)) / median(smallest[1].map(addedCpu))
        : undefined,
  };
}

function sizeFigures(size: number, pairs: readonly Pair[]): SizeFigures {
  const added = (of: (run: Pair['run']) => number | undefined) =>
    spread(pairs.map(({ run, nothing }) => (of(run) ?? Number.NaN) - (of(nothing) ?? Number.NaN)));
  return {
    size,
    pairs: pairs.length,
    addedCpuOfTest: confidence(pairs.map((pair) => addedCpu(pair) / size)),
    addedInstructionsOfTest: confidence(pairs.map((pair) => addedInstructions(pair) / size)),
    wallRatio: spread(pairs.map(({ run, nothing }) => run.wall / nothing.wall)),
    addedMemory: added(({ memory }) => memory),
    addedTail: added(({ tail }) => tail),
    requests: median(pairs.map(({ run }) => run.delivered?.requests ?? 0)),
    bytes: median(pairs.map(({ run }) => run.delivered?.bytes ?? 0)),
  };
}

/** A line for each round, because its runs of both sizes were close in time. */
function linesOf(
  [size, pairs]: [number, Pair[]],
  [largerSize, largerPairs]: [number, Pair[]],
  costOf: (pair: Pair) => number,
) {
  return pairs.flatMap((pair) => {
    const larger = largerPairs.find(({ round }) => round === pair.round);
    if (larger === undefined) return [];
    return [lineThrough({ size, cost: costOf(pair) }, { size: largerSize, cost: costOf(larger) })];
  });
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

function addedCpu({ run, nothing }: Pair): number {
  return (run.cpu ?? Number.NaN) - (nothing.cpu ?? Number.NaN);
}

function addedInstructions({ run, nothing }: Pair): number {
  return (run.instructions ?? Number.NaN) - (nothing.instructions ?? Number.NaN);
}

function cpuOf({ sizes }: Figures): number {
  return sizes[0]?.addedCpuOfTest.median ?? Number.NaN;
}

function instructionsOf({ sizes }: Figures): number {
  return sizes[0]?.addedInstructionsOfTest.median ?? Number.NaN;
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
    const group = found.get(key);
    if (group === undefined) found.set(key, [pair]);
    else group.push(pair);
  }
  return [...found.values()];
}
