import type { RunnerError } from './runner-types.js';

/** What the setup file notes of a module before its tests run; the channel's `file`. */
export interface ModuleNotes {
  /** What Vitest calls the place in its pool, whatever process or thread takes it: `1` is the first. */
  worker: string | undefined;
}

/** What the setup file notes of an attempt besides what every framework has; `framework` of the channel's `attempt`. */
export interface AttemptNotes {
  /** The state that Vitest gave the attempt when it ended: `pass`, `fail` or `skip`. */
  state?: string | undefined;
  /** How many errors the test had when the attempt began: Vitest keeps those of all attempts in one list. */
  errorsFrom?: number;
  /** Those of a test that is expected to fail: Vitest drops them when it does. */
  errors?: RunnerError[] | undefined;
  /** The suite whose afterAll may still come and belongs to this test. */
  holdFor: string | undefined;
}
