import type { ComparedTests, ComparisonData, OutcomeLetter } from '../format.js';
import type { Rows } from '../run/rows.js';
import { type ComparedResult, DIFFERENCES, type Difference, differenceOf } from './difference.js';

/** A result of the other run. */
export interface OtherResult {
  key: string;
  /** Empty for none. */
  environment: string;
  outcome: string;
  /** Milliseconds; -1 if unknown. */
  duration: number;
  /** External id; empty if the other run is known from a history, which keeps only keys. */
  id: string;
}

/** From best to worst. */
const SEVERITY = 'PSBF';

export function* resultsOf(rows: Rows): Generator<OtherResult> {
  for (let row = 0; row < rows.size; row++) {
    const { key, outcome, duration, id } = rows.at(row);
    yield { key, environment: rows.lastingEnvironment(row), outcome, duration, id };
  }
}

/**
 * What changed from another run to this one, by key and environment. Where one of them does not know an environment, the test's worst
 * result in any counts.
 */
export function comparisonOf(rows: Rows, others: Iterable<OtherResult>): ComparisonData {
  const before = new Tests(others);
  const now = new Tests(resultsOf(rows));
  const lists = Object.fromEntries(
    DIFFERENCES.filter((kind) => kind !== 'gone').map((kind) => [kind, { rows: [], before: [] }]),
  ) as unknown as Omit<ComparisonData, 'gone'>;
  for (const [row, result] of now.all.entries()) {
    const other = before.find(result);
    const kind = differenceOf(comparedOf(result), other && comparedOf(other));
    if (kind === undefined || kind === 'gone') continue;
    const list: ComparedTests = lists[kind];
    list.rows.push(row);
    list.before.push(other?.duration ?? -1);
  }
  const gone: ComparisonData['gone'] = [];
  for (const other of before.all) {
    const { id, key, environment, outcome } = other;
    if (now.find(other) === undefined) gone.push({ id, key, environment, outcome: outcome as OutcomeLetter });
  }
  return { ...lists, gone };
}

/** How many tests each list has. */
export function testsIn(comparison: ComparisonData, rows: Rows): Record<Difference, number> {
  const { gone, ...lists } = comparison;
  const counts = Object.entries(lists).map(([kind, list]) => [kind, rows.testsIn(list.rows)]);
  return { ...Object.fromEntries(counts), gone: new Set(gone.map(({ key }) => key)).size };
}

/** Results by key and environment. */
class Tests {
  readonly all: OtherResult[] = [];
  readonly #byName = new Map<string, OtherResult>();
  readonly #worst = new Map<string, OtherResult>();
  readonly #environments = new Set<string>();

  constructor(results: Iterable<OtherResult>) {
    for (const result of results) {
      this.all.push(result);
      this.#environments.add(result.environment);
      keepWorst(this.#byName, `${result.key} ${result.environment}`, result);
      keepWorst(this.#worst, result.key, result);
    }
  }

  find({ key, environment }: OtherResult): OtherResult | undefined {
    return this.#environments.has(environment) ? this.#byName.get(`${key} ${environment}`) : this.#worst.get(key);
  }
}

function keepWorst(results: Map<string, OtherResult>, name: string, result: OtherResult): void {
  const other = results.get(name);
  if (other === undefined || SEVERITY.indexOf(result.outcome) > SEVERITY.indexOf(other.outcome))
    results.set(name, result);
}

function comparedOf({ outcome, duration }: OtherResult): ComparedResult {
  return { verdict: outcome === 'P' ? 'passed' : outcome === 'S' ? 'other' : 'failed', duration };
}
