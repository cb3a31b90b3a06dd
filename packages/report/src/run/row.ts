import type { OutcomeLetter, Repeat } from '../format.js';
import type { Failure } from '../read/failure.js';

/** A result, as an object: for a few of them. Code that reads many uses the columns. */
export interface Row {
  key: string;
  /** Empty if nothing distinguishes environments. */
  environment: string;
  outcome: OutcomeLetter;
  repeat: Repeat;
  file: string;
  /** Titles of the describes around the test, outermost first. */
  suites: readonly string[];
  title: string;
  /** From 1; 0 if unknown. */
  line: number;
  /** Empty for none. */
  project: string;
  /** Index into the run's sessions. */
  session: number;
  /** Epoch milliseconds; -1 if unknown. */
  startedAt: number;
  /** Milliseconds; -1 if unknown. */
  duration: number;
  worker: number;
  /** External id, as shown. */
  id: string;
  /** Its first 300 characters. */
  message: string;
  failureReason: number;
  attempts: number;
}

/** Failures of one cause at one place. */
export interface FailureName extends Failure {
  /** Identifies the cause. */
  key: string;
}
