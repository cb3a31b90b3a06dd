import type { StepRecord } from '@testpoint/core';
import { Printed } from '@testpoint/core/adapter';
import { append, each } from '@testpoint/core/built-ins';
import type { OpenTest } from './open-test.js';

interface WaitingHook {
  step: StepRecord;
  /** Nesting depth of its suite. */
  depth: number;
}

/** Holds hooks that ran before the first test they serve, until that test begins. */
export class WaitingHooks {
  #hooks: WaitingHook[] = [];
  #printed: Printed | undefined;

  /** Adds their output. */
  get printed(): Printed {
    this.#printed ??= new Printed();
    return this.#printed;
  }

  add(step: StepRecord, depth: number): void {
    append(this.#hooks, { step, depth });
  }

  /** Attaches all of them, and their output, to their first test. */
  claim(first: OpenTest): void {
    const printed = this.#printed;
    this.#printed = undefined;
    if (printed !== undefined) first.printedBefore(printed);
    each(this.#hooks, ({ step }) => append(first.attempt.setup, step));
    this.#hooks = [];
  }

  /** Attaches them to a skipped test, if a hook skipped it. */
  claimSkipped(first: OpenTest): void {
    if (this.#hooks[this.#hooks.length - 1]?.step.status === 'skipped') this.claim(first);
  }

  /** A suite of this depth ended. No test shows its hooks, since none ran. */
  giveUp(depth: number): void {
    const left: WaitingHook[] = [];
    each(this.#hooks, (hook) => {
      if (hook.depth < depth) append(left, hook);
    });
    this.#hooks = left;
    if (left.length === 0) this.#printed = undefined;
  }
}
