import type { Result, StepResult } from '@testpoint/interface';
import type { Held } from '../../../../scripts/inspection.mjs';

export type { Held };

/** Results by external id. Throws if an id has more than one. */
export function byId(results: readonly Held[]): Map<string, Result> {
  const map = new Map<string, Result>();
  for (const { autoTestExternalId: id, body } of results) {
    if (map.has(id)) throw new Error(`Two results for ${id}`);
    map.set(id, body);
  }
  return map;
}

/** Titles of a tree of steps, in order. A step with inner steps becomes a list. */
export function outline(
  steps: readonly StepResult[] | undefined,
  titleOf: (title: string) => string = (title) => title,
): unknown[] {
  return (steps ?? []).map(({ title = '', stepResults }) =>
    stepResults ? [titleOf(title), ...outline(stepResults, titleOf)] : titleOf(title),
  );
}
