import type { AttemptRecord, TestRecord } from '../../model.js';
import type { ResultHead } from '../../outbox/format/entries.js';
import type { MappedResult } from '../../result/to-result.js';

/** The part of a written result that a session needs. */
export type WrittenResult = Pick<
  MappedResult,
  'externalId' | 'configurationId' | 'configurationGlobalId' | 'missing' | 'warnings'
> & {
  outcome: MappedResult['body']['outcome'];
  /** Whether it passed after an attempt that failed. */
  isFlaky: boolean;
  view: ResultHead['view'];
};

/** A result in the journal, provisional or not. */
export interface WrittenLine {
  readonly line: number;
  readonly written: WrittenResult;
}

/** A recorded result, for a later correction. Only the session reads its line. */
export interface RecordedResult {
  /** Number of its line in the journal. */
  readonly line: number;
  readonly outcome: WrittenResult['outcome'];
  readonly isFlaky: boolean;
  /** When its last attempt ran. */
  readonly times: { readonly [K in 'startedAt' | 'endedAt' | 'duration']: AttemptRecord[K] | undefined };
}

/** A test's result so far. The ledger passes it to the session's next call for this test. Only the session reads it. */
export interface ProvisionalResult {
  readonly record: TestRecord;
  /** Connects the test's lines in the journal; undefined if none could be written. */
  readonly key: number | undefined;
  /** Its line in the journal's file; undefined if it could not be written there. */
  readonly inFile: WrittenLine | undefined;
}
