import type { PlanEntry, ResultHead, RunIntent } from '../../outbox/format/entries.js';
import type { TestPointSetting } from '../../settings/settings.js';

/** Gathers the test points of a run 'from-tests' out of what the tests name. */
export class TestPointCollector {
  /** The session wants a run from its tests, and has none yet. */
  wanted = false;
  /** No other test points will come. */
  complete = false;
  #points = new Map<string, TestPointSetting>();

  begin(run: RunIntent): void {
    this.wanted = 'create' in run && run.create.testPoints === 'from-tests';
  }

  plan(entry: PlanEntry): void {
    for (const point of entry.testPoints) this.#add(point);
    this.complete ||= entry.complete;
  }

  add(head: ResultHead | undefined): void {
    const { configurationGlobalId, testCases } = head ?? {};
    if (configurationGlobalId === undefined || testCases === undefined) return;
    for (const testCaseGlobalId of testCases) this.#add({ configurationGlobalId, testCaseGlobalId });
  }

  /** In the order in which they were named first, each once. */
  list(): TestPointSetting[] {
    return [...this.#points.values()];
  }

  /** The run is made. */
  end(): void {
    this.wanted = false;
    this.#points.clear();
  }

  #add(point: TestPointSetting): void {
    this.#points.set(`${point.configurationGlobalId}:${point.testCaseGlobalId}`, point);
  }
}
