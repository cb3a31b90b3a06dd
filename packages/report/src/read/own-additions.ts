import { type Members, textOf } from '../members.js';

/**
 * What tells a test from equal ones of its file, and ends its id if that is derived: "(type check)", "(2)".
 * @param view of its journal line
 */
export function titleSuffix({ origin, occurrence }: Members): string {
  const what = textOf(origin);
  return `${what === '' ? '' : ` (${what})`}${typeof occurrence === 'number' && occurrence > 1 ? ` (${occurrence})` : ''}`;
}

/**
 * How many of a result's first steps stand for earlier attempts: reporters add them, tests don't.
 * @param titles of its steps
 * @param earlier the number of earlier attempts, if the result's view says it
 */
export function attemptSteps(titles: readonly string[], earlier = titles.length): number {
  let count = 0;
  for (; count < earlier; count++) {
    const number = /^Attempt (\d+) of \d+$/.exec(titles[count] ?? '')?.[1];
    if (Number(number) !== count + 1) break;
  }
  return count;
}

/** A result's parameters, without the number of attempts that reporters add to several. @param earlier their number without the last */
export function ownParameters(
  parameters: readonly [name: string, value: string][],
  earlier: number,
): [name: string, value: string][] {
  const [name = '', value] = parameters.at(-1) ?? [];
  const isAdded = earlier > 0 && /^attempts(?: \(\d+\))?$/.test(name) && [earlier, earlier + 1].includes(Number(value));
  return isAdded ? parameters.slice(0, -1) : [...parameters];
}
