import { type ComparedResult, DIFFERENCES, type Difference, differenceOf, slugOf } from '@testpoint/report/browser';
import { useEffect, useState } from 'preact/hooks';
import { get } from '../data/server.js';
import { choicesOf, configurationName } from '../data/server-runs.js';
import { Differences, type DifferentTest } from '../view/differences.js';
import { Problem } from '../view/problem.js';
import { Page, useAnswer } from './page.js';

interface Part {
  ids: string[];
  configurations: string[];
  weights: number[];
  weightsBefore: (number | null)[];
  durations: (number | null)[];
  durationsBefore: (number | null)[];
}

interface Comparison {
  counts: Record<Difference, number>;
  lists: Record<Difference, DifferentTest[]>;
}

/** Two runs: what has changed from the other one to this one. */
export function ComparePage({ run, other }: { run: string; other: string }) {
  const { value, error, reload } = useAnswer(() => comparisonOf(run, other));
  const [list, setList] = useState(listInAddress);
  useEffect(() => {
    const follow = () => setList(listInAddress());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return (
    <Page title="Two runs compared">
      <h1>Two runs compared</h1>
      <p>
        <a href={`/runs/${encodeURIComponent(run)}`}>This run</a> with{' '}
        <a href={`/runs/${encodeURIComponent(other)}`}>the one before</a>
      </p>
      {error !== undefined && <Problem text={error.message} retry={reload} />}
      {value !== undefined && (
        <Differences
          counts={value.counts}
          tests={(kind, most) => value.lists[kind].slice(0, most)}
          only={list}
          linkTo={(kind) => `#${kind === undefined ? '' : slugOf(kind)}`}
        />
      )}
    </Page>
  );
}

async function comparisonOf(run: string, other: string): Promise<Comparison> {
  const path = `/viewer/runs/${encodeURIComponent(run)}/compare/${encodeURIComponent(other)}`;
  const choices = await choicesOf();
  const { differences, missing } = await get<{ differences: Part[]; missing: Part[] }>(path);
  const isNamed = new Set([...differences, ...missing].flatMap((part) => part.configurations)).size > 1;
  const lists = Object.fromEntries(DIFFERENCES.map((kind) => [kind, []])) as unknown as Comparison['lists'];
  for (const [parts, isMissing] of [
    [differences, false],
    [missing, true],
  ] as const) {
    for (const { ids, configurations, weights, weightsBefore, durations, durationsBefore } of parts) {
      for (const [index, id] of ids.entries()) {
        const name = isNamed ? `${id}, ${configurationName(choices, configurations[index] ?? '')}` : id;
        const now = resultOf(weights[index], durations[index]);
        const before = resultOf(weightsBefore[index], durationsBefore[index]);
        const kind = isMissing ? 'gone' : differenceOf(now, before);
        if (kind === undefined) continue;
        const href = `/tests?id=${encodeURIComponent(id)}`;
        lists[kind].push({ name, href, duration: now?.duration ?? -1, before: before?.duration ?? -1 });
      }
    }
  }
  const counts = Object.fromEntries(DIFFERENCES.map((kind) => [kind, lists[kind].length])) as Comparison['counts'];
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

/** `#new-failures` shows one list. */
function listInAddress(): Difference | undefined {
  return DIFFERENCES.find((kind) => `#${slugOf(kind)}` === location.hash);
}
