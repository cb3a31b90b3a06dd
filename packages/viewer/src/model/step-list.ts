import type { AttemptModel, StepModel } from './result-model.js';

type Part = 'Setup' | 'Steps' | 'Teardown';

/** A visible step: all its ancestors are unfolded. */
export interface SeenStep {
  step: StepModel;
  part: Part;
  depth: number;
  isOpen: boolean;
  /** Whether it has steps or details to show. */
  canOpen: boolean;
}

/** @param toggled steps that the user has folded or unfolded. By default, failed steps are unfolded */
export function seenSteps(
  { setup, steps, teardown }: Pick<AttemptModel, 'setup' | 'steps' | 'teardown'>,
  toggled: ReadonlySet<StepModel>,
): SeenStep[] {
  const seen: SeenStep[] = [];
  const add = (step: StepModel, part: Part, depth: number) => {
    const canOpen = step.steps.length > 0 || hasDetails(step);
    const isOpen = canOpen && toggled.has(step) !== (step.look === 'failed');
    seen.push({ step, part, depth, isOpen, canOpen });
    if (isOpen) for (const inner of step.steps) add(inner, part, depth + 1);
  };
  for (const step of setup) add(step, 'Setup', 0);
  for (const step of steps) add(step, 'Steps', 0);
  for (const step of teardown) add(step, 'Teardown', 0);
  return seen;
}

function hasDetails({ description, parameters, attachments }: StepModel): boolean {
  return description !== '' || parameters.length > 0 || attachments.length > 0;
}
