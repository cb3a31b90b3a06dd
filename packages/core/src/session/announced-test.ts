import type { TestRecord } from '../model.js';
import type { MappedResult } from '../result/to-result.js';

/** What a session needs of a result that is written. */
export type WrittenResult = Pick<MappedResult, 'externalId' | 'configurationId' | 'warnings'> & {
  outcome: MappedResult['body']['outcome'];
};

/** A result or an attempt in the journal. */
export interface WrittenLine {
  readonly line: number;
  readonly written: WrittenResult;
}

/** A result that was handed over. `Session.record` and `confirm` return it, for a correction. Only the session reads it. */
export interface RecordedResult {
  /** Number of its line in the journal. */
  readonly line: number;
  readonly outcome: WrittenResult['outcome'];
}

/**
 * A test whose attempt is announced and whose result is still to come. `Session.attempt` returns it, and the reporter
 * gives it back with whatever it says of this test next. Only the session reads it.
 */
export interface AnnouncedTest {
  /** As it was announced last. */
  readonly record: TestRecord;
  /** Ties the test's attempts to its result within the journal; undefined where no attempt could be written. */
  readonly key: number | undefined;
  /** The attempt in the journal's file; undefined where it could not be written there. */
  readonly attempt: WrittenLine | undefined;
}
