import type { AttemptData } from '../channel/format/messages.js';
import type { StepRecord } from '../model.js';

/** An attempt while it runs. */
export interface AttemptScope {
  readonly data: AttemptData;
  /** False once its data has been handed over; later calls only cause a warning. */
  open: boolean;
  /** Number of steps so far, including those of its hooks. */
  stepCount: number;
  /** Whether code that it starts is identified by its async context. */
  hasContext: boolean;
}

/** A hook while it runs. The reporter decides where its record goes; steps inside it are nested under it. */
export interface HookScope {
  readonly record: StepRecord;
  /** Undefined for beforeAll and afterAll, which belong to no particular test. */
  readonly attempt: AttemptScope | undefined;
  open: boolean;
  stepCount: number;
  hasContext: boolean;
  /** The part after the test or suite that the hook runs. The hook's code keeps the context of the part before. */
  next?: HookScope;
}

/** Knows the place of the code that is running. `AsyncLocalStorage` is one; browsers have `StackPlaces`. */
export interface Places {
  getStore(): Place | undefined;
  enterWith(place: Place): void;
  /** Without contexts: the place that was entered, which `getStore` may not return. */
  entered?(): Place | undefined;
  /** Without contexts: the promise with the same outcome, which keeps the place of the code that it waits for. */
  follow?<T>(place: Place, promise: Promise<T>): Promise<T>;
  /** Without contexts: the innermost step of the only attempt or hook that waits for a promise. */
  innermost?(): Place | undefined;
}

/** Where code is running: in the body of an attempt, in a hook, or in a step of either. */
export interface Place {
  readonly attempt: AttemptScope | undefined;
  readonly hook: HookScope | undefined;
  /** Innermost step or hook; undefined directly in the body. */
  readonly step: StepRecord | undefined;
  /** Nesting depth in steps and hooks. */
  readonly depth: number;
}
