import type { StepRecord } from '@testpoint/core';
import { append } from '@testpoint/core/built-ins';
import type { OpenTest } from './open-test.js';

interface WaitingHook {
  step: StepRecord;
  /** How deep its suite is nested. */
  depth: number;
  /** It skipped its tests: the first of these shows it. */
  skips: boolean;
}

/** Hooks that ran before the first test they serve, until that test comes. */
export class WaitingHooks {
  #hooks: WaitingHook[] = [];

  add(step: StepRecord, depth: number): void {
    append(this.#hooks, { step, depth, skips: false });
  }

  /** The hook skipped its tests. */
  skip(step: StepRecord): void {
    const last = this.#hooks[this.#hooks.length - 1];
    if (last?.step === step) last.skips = true;
  }

  /** Gives all of them to their first test. */
  claim(first: OpenTest): void {
    for (let index = 0; index < this.#hooks.length; index++) {
      const hook = this.#hooks[index];
      if (hook !== undefined) append(first.attempt.setup, hook.step);
    }
    this.#hooks = [];
  }

  /** Gives them to a skipped test, when it is one that a hook skipped. */
  claimSkipped(first: OpenTest): void {
    if (this.#hooks[this.#hooks.length - 1]?.skips === true) this.claim(first);
  }

  /** A suite of this depth ends, and no test of it began: what ran for it goes to the test held last, if any. */
  giveUp(depth: number, last: OpenTest | undefined): void {
    const left: WaitingHook[] = [];
    for (let index = 0; index < this.#hooks.length; index++) {
      const hook = this.#hooks[index];
      if (hook === undefined) continue;
      if (hook.depth < depth) append(left, hook);
      else if (last !== undefined) append(last.attempt.setup, hook.step);
    }
    this.#hooks = left;
  }
}
