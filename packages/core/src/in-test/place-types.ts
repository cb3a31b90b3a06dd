import type { AttemptData } from '../channel/format/messages.js';
import type { StepRecord } from '../model.js';

/** An attempt while it runs. */
export interface AttemptScope {
  readonly data: AttemptData;
  /** False once its data has been handed over: what comes later is too late. */
  open: boolean;
  /** How many steps it has so far, those of its hooks included. */
  stepCount: number;
  /** What it begins knows by its async context where it belongs. */
  hasContext: boolean;
}

/** A hook while it runs. Its record is the reporter's to place; steps inside it nest under it. */
export interface HookScope {
  readonly record: StepRecord;
  /** Undefined for beforeAll and afterAll, which belong to no one test. */
  readonly attempt: AttemptScope | undefined;
  open: boolean;
  stepCount: number;
  hasContext: boolean;
}

/** Where code is running: in the body of an attempt, in a hook, in a step of either. */
export interface Place {
  readonly attempt: AttemptScope | undefined;
  readonly hook: HookScope | undefined;
  /** Innermost step or hook; undefined directly in the body. */
  readonly step: StepRecord | undefined;
  /** How many steps and hooks this is inside of. */
  readonly depth: number;
}
