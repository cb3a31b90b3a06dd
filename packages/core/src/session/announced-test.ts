import type { TestRecord } from '../model.js';
import type { MappedResult } from '../result/to-result.js';

/** The part of a written result that a session needs. */
export type WrittenResult = Pick<MappedResult, 'externalId' | 'configurationId' | 'missing' | 'warnings'> & {
  outcome: MappedResult['body']['outcome'];
};

/** A result or an attempt in the journal. */
export interface WrittenLine {
  readonly line: number;
  readonly written: WrittenResult;
}

/** A recorded result. `Session.record` and `confirm` return it for a later correction. Only the session reads it. */
export interface RecordedResult {
  /** Number of its line in the journal. */
  readonly line: number;
  readonly outcome: WrittenResult['outcome'];
}

/**
 * A test with an announced attempt and no result yet. `Session.attempt` returns it, and the reporter passes it to the next
 * call for this test. Only the session reads it.
 */
export interface AnnouncedTest {
  /** The record of the last announced attempt. */
  readonly record: TestRecord;
  /** Ties the test's attempts to its result within the journal; undefined if no attempt could be written. */
  readonly key: number | undefined;
  /** The attempt in the journal's file; undefined if it could not be written there. */
  readonly attempt: WrittenLine | undefined;
}
