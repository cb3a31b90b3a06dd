import type { TestStep } from '@playwright/test/reporter';

/**
 * Visits steps in order, each before those inside it. No recursion, because a test may nest steps deeper than our stack
 * allows.
 * @param visit returns what the visits of the steps inside get as `above`
 */
export function visitSteps<T>(steps: readonly TestStep[], above: T, visit: (step: TestStep, above: T) => T): void {
  const open = [{ steps, next: 0, above }];
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const step = level.steps[level.next++];
    if (step === undefined) {
      open.pop();
      continue;
    }
    const inner = visit(step, level.above);
    if (step.steps.length > 0) open.push({ steps: step.steps, next: 0, above: inner });
  }
}
