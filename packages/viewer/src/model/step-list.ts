import { fold } from '../data/text-column.js';
import { type AttemptModel, type StepModel, stepsOf } from './result-model.js';

type Part = 'Setup' | 'Steps' | 'Teardown';
type Steps = Pick<AttemptModel, 'setup' | 'steps' | 'teardown'>;

/** A visible step: all its ancestors are unfolded. */
export interface SeenStep {
  step: StepModel;
  part: Part;
  depth: number;
  isOpen: boolean;
  /** Whether it has steps or details to show. */
  canOpen: boolean;
}

/**
 * @param toggled steps that the user has folded or unfolded. By default, failed steps are unfolded, and those around a match
 * @param matches steps that match, and those around them
 * @param onlyMatches whether to leave out all other steps
 * @param areOpen whether all steps are unfolded
 */
export function seenSteps(
  { setup, steps, teardown }: Steps,
  toggled: ReadonlySet<StepModel>,
  matches: ReadonlySet<StepModel> = NONE,
  onlyMatches = false,
  areOpen = false,
): SeenStep[] {
  const seen: SeenStep[] = [];
  const add = (step: StepModel, part: Part, depth: number) => {
    if (onlyMatches && !matches.has(step)) return;
    const canOpen = step.steps.length > 0 || hasDetails(step);
    const isOpen = canOpen && (areOpen || toggled.has(step) !== (step.look === 'failed' || matches.has(step)));
    seen.push({ step, part, depth, isOpen, canOpen });
    if (isOpen) for (const inner of step.steps) add(inner, part, depth + 1);
  };
  for (const step of setup) add(step, 'Setup', 0);
  for (const step of steps) add(step, 'Steps', 0);
  for (const step of teardown) add(step, 'Teardown', 0);
  return seen;
}

/** The steps that contain any of the terms, and the steps around them. @param terms folded */
export function stepsWith(attempt: Steps, terms: readonly string[]): ReadonlySet<StepModel> {
  const found = new Set<StepModel>();
  const look = (step: StepModel): boolean => {
    // Every step, because a match further in opens the steps around it.
    const inner = step.steps.filter(look);
    const isFound = inner.length > 0 || terms.some((term) => fold(searchedText(step)).includes(term));
    if (isFound) found.add(step);
    return isFound;
  };
  if (terms.length > 0) for (const step of stepsOf(attempt)) look(step);
  return found;
}

export function countOfSteps(steps: readonly StepModel[]): number {
  return steps.reduce((sum, { steps: inner }) => sum + 1 + countOfSteps(inner), 0);
}

const NONE: ReadonlySet<StepModel> = new Set<StepModel>();

function searchedText({ title, description, parameters, attachments }: StepModel): string {
  return [title, description, ...parameters.flat(), ...attachments.map(({ name }) => name)].join('\n');
}

/** Whether there is more to show of a step than its title. */
export function hasDetails({ description, parameters, attachments }: StepModel): boolean {
  return description !== '' || parameters.length > 0 || attachments.length > 0;
}
