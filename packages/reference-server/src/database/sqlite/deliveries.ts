import { STATUS_WEIGHTS } from '@testpoint/interface/constants';
import { addFacts, pointsOf, type RunRow } from '../run-row.js';
import type { Delivery, NewResult, Refusal } from '../store.js';
import { isMissing } from '../weights.js';
import type { AutoTestRow } from './results.js';
import type { Tables } from './tables.js';

/** Adds results to runs. */
export class Deliveries {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  add(id: string, delivery: Delivery): Refusal | undefined {
    return this.#tables.transaction(() => this.#add(id, delivery));
  }

  #add(id: string, delivery: Delivery): Refusal | undefined {
    const { results } = delivery;
    const admitted = this.#admit(id, delivery);
    if ('reason' in admitted) return admitted;
    const { run } = admitted;
    if (results.length === 0) return undefined;
    const autoTests = this.#autoTests(run, results, delivery.open);
    if (!isComplete(autoTests)) return unmatched(autoTests);
    const body = this.#tables.bodies.insert(delivery.operation, delivery.receivedOn, delivery.body);
    this.#tables.results.insert(run, run.results + 1, body, delivery, autoTests);
    this.#tables.runs.note(run, delivery.sender, delivery.receivedOn);
    this.#publish(run, delivery, autoTests);
    return undefined;
  }

  /** The run, or why it does not accept results. */
  #admit(id: string, { open, receivedOn, needs }: Delivery): { run: RunRow } | Refusal {
    const run = this.#tables.runs.find(id) ?? (open ? this.#tables.runs.make(id, receivedOn) : undefined);
    if (run === undefined) return { reason: 'no run' };
    if (needs !== undefined && run.status !== needs) return { reason: 'state', status: run.status };
    return { run };
  }

  /** The autotests of results. An open server creates missing ones. */
  #autoTests(run: RunRow, results: readonly NewResult[], open: boolean): (AutoTestRow | undefined)[] {
    const found = this.#tables.results.findAutoTests(run, results);
    if (!open || isComplete(found)) return found;
    this.#makeAutoTests(run, results, found);
    return this.#tables.results.findAutoTests(run, results);
  }

  /** Creates the autotests that were not found, each with its own test point. */
  #makeAutoTests(run: RunRow, results: readonly NewResult[], found: readonly (AutoTestRow | undefined)[]): void {
    const missing = new Map<string, NewResult>();
    for (const [index, result] of results.entries()) {
      if (found[index] === undefined) missing.set(`${result.configurationId} ${result.externalId}`, result);
    }
    const made = [...missing.values()].map(({ configuration, configurationId, externalId }, index) => ({
      point: { number: pointsOf(run) + index + 1, configuration, configurationId, testCase: null },
      autoTest: { number: run.auto_tests + index + 1, configuration, configurationId, externalId },
    }));
    this.#tables.points.insert(run.key, {
      points: made.map(({ point }) => point),
      autoTests: made.map(({ autoTest }) => autoTest),
      links: made.map(({ point, autoTest }) => ({ autoTest: autoTest.number, point: point.number })),
    });
    run.auto_tests += made.length;
    run.missing += made.length;
    run.in_progress += made.length;
  }

  /** Counts stored results, and makes them the current results of their autotests. */
  #publish(
    run: RunRow,
    { results, facts, counts, open, receivedOn }: Delivery,
    autoTests: readonly AutoTestRow[],
  ): void {
    const first = run.results + 1;
    run.results += results.length;
    addFacts(run, facts);
    this.#tables.results.use(run, facts.attachments);
    if (counts) {
      this.#tables.results.setLatest(run, first);
      const latest = new Map<number, { before: number; after: number }>();
      for (const [index, { number, weight }] of autoTests.entries()) {
        const result = results[index];
        if (result !== undefined) latest.set(number, { before: weight, after: STATUS_WEIGHTS[result.outcome] });
      }
      const changed: number[] = [];
      for (const [number, { before, after }] of latest) {
        if (before !== after) changed.push(number);
        if (isMissing(before)) run.missing--;
      }
      this.#tables.points.weigh(run, changed);
      if (run.missing === 0 && !open && (run.status === 'Pending' || run.status === 'In progress')) {
        if (run.in_progress > 0) this.#tables.points.fillSkipped(run);
        run.status = 'Completed';
        run.completed_on = receivedOn;
      }
    }
    this.#tables.runs.save(run);
  }
}

function isComplete(autoTests: readonly (AutoTestRow | undefined)[]): autoTests is readonly AutoTestRow[] {
  return !autoTests.includes(undefined);
}

function unmatched(autoTests: readonly (AutoTestRow | undefined)[]): Refusal {
  return { reason: 'unmatched', places: [...autoTests.keys()].filter((place) => autoTests[place] === undefined) };
}
