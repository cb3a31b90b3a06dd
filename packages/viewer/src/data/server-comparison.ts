import { type ComparedResult, DIFFERENCES, type Difference, differenceOf } from '@testpoint/report/browser';
import { partsOf } from '../text/path.js';
import { visible } from '../text/visible.js';
import type { DifferentTest } from '../view/differences.js';
import { get } from './server.js';
import { choicesOf, configurationName, resultAddress } from './server-runs.js';

interface Part {
  ids: string[];
  configurations: string[];
  weights: number[];
  weightsBefore: (number | null)[];
  durations: (number | null)[];
  durationsBefore: (number | null)[];
}

export interface Comparison {
  counts: Record<Difference, number>;
  lists: Record<Difference, DifferentTest[]>;
}

/** What has changed from the other run to this one. */
export async function comparisonOf(run: string, other: string): Promise<Comparison> {
  const path = `/viewer/runs/${encodeURIComponent(run)}/compare/${encodeURIComponent(other)}`;
  const choices = await choicesOf();
  const { differences, missing } = await get<{ differences: Part[]; missing: Part[] }>(path);
  const isNamed = new Set([...differences, ...missing].flatMap((part) => part.configurations)).size > 1;
  const lists = Object.fromEntries(DIFFERENCES.map((kind) => [kind, []])) as unknown as Comparison['lists'];
  const tests = Object.fromEntries(DIFFERENCES.map((kind) => [kind, new Set<string>()])) as Record<
    Difference,
    Set<string>
  >;
  for (const [parts, isMissing] of [
    [differences, false],
    [missing, true],
  ] as const) {
    for (const { ids, configurations, weights, weightsBefore, durations, durationsBefore } of parts) {
      for (const [index, id] of ids.entries()) {
        const now = resultOf(weights[index], durations[index]);
        const before = resultOf(weightsBefore[index], durationsBefore[index]);
        const kind = isMissing ? 'gone' : differenceOf(now, before);
        if (kind === undefined) continue;
        const configuration = configurationName(choices, configurations[index] ?? '', false);
        const href = isMissing ? `/tests?id=${encodeURIComponent(id)}` : resultAddress(run, id, configuration);
        const environment = isNamed ? visible(configuration) : undefined;
        const times = { duration: now?.duration ?? -1, before: before?.duration ?? -1 };
        lists[kind].push({ ...partsOf(id), environment, href, ...times });
        tests[kind].add(id);
      }
    }
  }
  const counts = Object.fromEntries(DIFFERENCES.map((kind) => [kind, tests[kind].size])) as Comparison['counts'];
  return { counts, lists };
}

function resultOf(weight: number | null | undefined, duration: number | null | undefined): ComparedResult | undefined {
  if (weight === null || weight === undefined) return undefined;
  return {
    verdict: FAILURES.includes(weight) ? 'failed' : weight === PASSED ? 'passed' : 'other',
    duration: duration ?? -1,
  };
}

/** Weights of failed and blocked results, and of passed ones. */
const FAILURES = [3, 5];
const PASSED = 1;
