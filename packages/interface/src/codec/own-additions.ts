import type { ResultLine } from './line.js';
import type { Result } from './result.js';

/**
 * What we add to a result of several attempts: a step for each earlier one, before the test's own steps, and the number of attempts as the
 * last parameter. The view of its journal line says which these are. A service gives no view, and earlier journals did not say it, so
 * their texts are recognized here, and nowhere else.
 */
export interface OwnAdditions {
  /** Number of steps. */
  steps: number;
  /** Name of the parameter. */
  parameter: string | undefined;
}

export const ATTEMPTS_PARAMETER = 'attempts';

/** The title of the step that stands for an attempt. */
export function attemptTitle(number: number, total: number): string {
  return `Attempt ${number} of ${total}`;
}

export function ownAdditions({ body, view, hasView }: ResultLine): OwnAdditions {
  const { ownSteps, ownParameter, earlier = [] } = view;
  if (ownSteps !== undefined) return { steps: ownSteps, parameter: ownParameter };
  const steps = attemptSteps(body, hasView ? earlier.length : Number.POSITIVE_INFINITY);
  return { steps, parameter: attemptsParameter(body, hasView ? earlier.length : steps) };
}

/** The number of attempts of a result from a service; 1 if it does not say it. */
export function attemptsIn({ parameters = {} }: Pick<Partial<Result>, 'parameters'>): number {
  const text = Object.hasOwn(parameters, ATTEMPTS_PARAMETER) ? parameters[ATTEMPTS_PARAMETER] : undefined;
  return text !== undefined && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1;
}

function attemptSteps({ stepResults = [] }: Partial<Result>, most: number): number {
  let count = 0;
  while (count < Math.min(most, stepResults.length)) {
    const number = /^Attempt (\d+) of \d+$/.exec(stepResults[count]?.title ?? '')?.[1];
    if (Number(number) !== count + 1) break;
    count++;
  }
  return count;
}

/** The name has a number if the test has a parameter of this name. */
function attemptsParameter({ parameters = {} }: Partial<Result>, earlier: number): string | undefined {
  const [name = '', value] = Object.entries(parameters).at(-1) ?? [];
  const isOurs = /^attempts(?: \(\d+\))?$/.test(name) && [earlier, earlier + 1].includes(Number(value));
  return earlier > 0 && isOurs ? name : undefined;
}
