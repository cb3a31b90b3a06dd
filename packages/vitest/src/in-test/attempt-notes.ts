import type { RunnerError } from './runner-types.js';

/** The setup file's notes about a module before its tests run, sent as the channel's `file` message. */
export interface ModuleNotes {
  /** Vitest's id of the pool slot, whichever process or thread takes it. `1` is the first. */
  worker: string | undefined;
}

/** Marks a test in Vitest's `meta` if the setup file's data about it comes later, because the file system is mocked. */
export const COMES_LATER = 'testpointComesLater';

/** The setup file's notes about an attempt that only Vitest has: `framework` in the channel's `attempt` message. */
export interface AttemptNotes {
  /** Vitest's state of the attempt when it ended: `pass`, `fail` or `skip`. */
  state?: string | undefined;
  /** How many errors the test had when the attempt began. Vitest keeps those of all attempts in one list. */
  errorsFrom?: number;
  /** Errors of a test that is expected to fail. Vitest drops them when it fails. */
  errors?: RunnerError[] | undefined;
  /** The suite whose afterAll may still follow and belongs to this test. */
  holdFor: string | undefined;
}
