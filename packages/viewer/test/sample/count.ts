import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a journal says of one result, read without our code. */
export interface CountedResult {
  id: string;
  environment: string;
  title: string;
  state: State;
  /** Milliseconds; undefined if unknown. */
  took: number | undefined;
  /** Attempts that failed before its last one. */
  retries: number;
  /** What groups it with others; '' unless it failed. */
  cause: string;
  place: string;
}

export const STATES = ['failed', 'known', 'did not run', 'flaky', 'skipped', 'passed'] as const;
export type State = (typeof STATES)[number];

const OUTCOMES: Record<string, State> = {
  ...{ Passed: 'passed', Failed: 'failed', Blocked: 'did not run', Skipped: 'skipped' },
};

/** @param known ids of tests that are known to fail */
export function countJournals(outbox: string, known: ReadonlySet<string>): CountedResult[] {
  return readdirSync(outbox).flatMap((name) => {
    const lines = readFileSync(join(outbox, name, 'journal.ndjson'), 'utf8')
      .trim()
      .split('\n');
    const [session, ...entries] = lines.map((line) => JSON.parse(line));
    return entries
      .filter(({ kind }) => kind === 'result')
      .map(({ id, view, body }): CountedResult => {
        const retries = (view.earlier ?? []).filter((one: { outcome: string }) => one.outcome === 'F').length;
        const isFlaky = body.outcome === 'Passed' && retries > 0;
        const outcome = isFlaky ? 'flaky' : (OUTCOMES[body.outcome] ?? 'failed');
        const state = outcome === 'failed' && known.has(id) ? 'known' : outcome;
        const span = Date.parse(body.completedOn) - Date.parse(body.startedOn);
        const [error] = view.errors ?? [];
        const place = error === undefined ? '' : `${error.location.file}:${error.location.line}`;
        return {
          ...{ id, environment: session.view.environment ?? '', title: view.titles.at(-1), place },
          ...{ state, retries },
          took: view.duration ?? (Number.isNaN(span) ? undefined : span),
          cause: state === 'failed' ? causeOf(body.message, place) : '',
        };
      });
  });
}

function causeOf(message: string, place: string): string {
  const text = message.replaceAll(/"[^"]*"/g, '…').replaceAll(/\d+/g, '#');
  return /^(expect\(|Test timeout)/.test(text) ? `${text} ${place}` : text;
}

/** How many are in each state: results, or tests by their worst result. */
export function inStates(results: readonly CountedResult[], by: 'result' | 'test' = 'test'): Record<State, number> {
  const worst = new Map<string, State>();
  for (const [index, { id, state }] of results.entries()) {
    const name = by === 'test' ? id : `${index}`;
    const other = worst.get(name);
    if (other === undefined || STATES.indexOf(state) < STATES.indexOf(other)) worst.set(name, state);
  }
  const counts = Object.fromEntries(STATES.map((state) => [state, 0])) as Record<State, number>;
  for (const state of worst.values()) counts[state]++;
  return counts;
}

/** How many tests these results belong to: a test has one in each environment. */
export function testsIn(results: readonly CountedResult[]): number {
  return new Set(results.map(({ id }) => id)).size;
}

/** Results by a text of theirs. */
export function groupedBy(
  results: readonly CountedResult[],
  textOf: (result: CountedResult) => string,
): Map<string, CountedResult[]> {
  const groups = new Map<string, CountedResult[]>();
  for (const result of results) groups.set(textOf(result), [...(groups.get(textOf(result)) ?? []), result]);
  return groups;
}

/** As people write it, independently of the report's own. */
export function words(took: number | undefined): string {
  if (took === undefined) return 'unknown';
  if (took < 1_000) return `${took} ms`;
  if (took < 9_950) return took % 1_000 === 0 ? `${took / 1_000} s` : `${(took / 1_000).toFixed(1)} s`;
  const seconds = Math.round(took / 1_000);
  const two = (value: number) => `${value}`.padStart(2, '0');
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${two(seconds % 60)} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} min`;
}
