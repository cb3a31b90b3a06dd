import { weakGet } from '@testpoint/core/built-ins';
import { cachedMochas, type MochaModule } from '../in-test/mocha-module.js';

type StackFilter = (stack: string) => string;

/** Like Mocha's own, made before any test file is loaded: a filter removes the working folder of the moment in which it is made. */
const filters = new WeakMap(cachedMochas().map(({ module }) => [module, madeBy(module)]));

/** The filter for the stacks of errors, as in Mocha's own output. */
export function stackFilterOf(mocha: MochaModule | undefined): StackFilter {
  return (mocha && (weakGet(filters, mocha) ?? madeBy(mocha))) ?? whole;
}

function madeBy({ utils }: MochaModule): StackFilter {
  try {
    return utils.stackTraceFilter();
  } catch {
    // The working folder is gone.
    return whole;
  }
}

function whole(stack: string): string {
  return stack;
}
