import type { PlanEntry, ResultHead, RunIntent } from '../../outbox/format/entries.js';
import type { TestPointSetting } from '../../settings/settings.js';

/** Collects the test points that tests name, for a run 'from-tests'. */
export class TestPointCollector {
  /** Whether the session wants a run from its tests, and has none yet. */
  wanted = false;
  /** Whether no other test points will follow. */
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
    if (this.complete) return;
    const { configurationGlobalId, testCases } = head ?? {};
    if (configurationGlobalId === undefined || testCases === undefined) return;
    for (const testCaseGlobalId of testCases) this.#add({ configurationGlobalId, testCaseGlobalId });
  }

  /** In the order in which they were named first, each once. */
  list(): TestPointSetting[] {
    return [...this.#points.values()];
  }

  /** The run was created. */
  end(): void {
    this.wanted = false;
    this.#points.clear();
  }

  #add(point: TestPointSetting): void {
    this.#points.set(`${point.configurationGlobalId}:${point.testCaseGlobalId}`, point);
  }
}
