import { fromId, MESSAGE_IN_ROW, type OutcomeLetter, type ResultRow, saysFlaky } from '@testpoint/report';
import type { ResultFacts } from '../database/facts.js';

/** A result as the store has it, without its body. */
interface StoredResult extends ResultFacts {
  externalId: string;
  configurationId: string;
  outcome: OutcomeLetter;
  /** `RowChunk.evidence` */
  evidence: number;
}

/** The row of a result in a report. @param place its number in the run */
export function rowOfStored(result: StoredResult, place: number): ResultRow {
  const { evidence, externalId, outcome, attempts, configurationId } = result;
  const [message, startedAt] = [result.message ?? '', result.started ?? -1];
  const duration = result.duration ?? -1;
  const { file, titles } = fromId(externalId);
  // A plain literal, because a run has many rows.
  return {
    session: 0,
    place,
    outcome,
    // A test that is expected to fail does so in every attempt.
    isFlaky: outcome === 'P' && attempts > 1 && saysFlaky(message),
    file,
    titles,
    line: 0,
    project: '',
    configuration: configurationId,
    startedAt,
    endedAt: startedAt < 0 || duration < 0 ? -1 : startedAt + duration,
    duration,
    worker: -1,
    id: externalId,
    message: message.slice(0, MESSAGE_IN_ROW).toWellFormed(),
    failure: outcome === 'F' ? { message, place: '' } : undefined,
    failureReason: -1,
    attempts,
    hasErrors: false,
    hasAttachments: false,
    hasPicture: (evidence & 1) !== 0,
    hasTrace: (evidence & 2) !== 0,
  };
}
