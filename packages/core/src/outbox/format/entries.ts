import type {
  EndEntry,
  NoteEntry,
  PlanEntry,
  ResultHead,
  SessionEntry,
  SettledEntry,
} from '@testpoint/interface/codec';

/** The lines of a journal (`@testpoint/interface/codec` describes them). */
export {
  type AttachmentEntry,
  type EndEntry,
  JOURNAL_FORMAT,
  type PlanEntry,
  type ResultHead,
  type SessionEntry,
  type SettledEntry,
} from '@testpoint/interface/codec';

/** The run for the session's results. `none`: a shard without a run; the flush names it. */
export type RunIntent = SessionEntry['run'];
/** The session's settings that are needed to send its results. What its suite did not know, a flush fills in. */
export type WireOptions = SessionEntry['wire'];
/** Data about the run that belongs to no test. */
export type Note = Omit<NoteEntry, 'kind'>;

/** A result's line with its body, which is in wire format. */
export type ResultEntry = ResultHead & { body: object };

/** What a session writes. */
export type WrittenEntry = SessionEntry | ResultEntry | SettledEntry | PlanEntry | NoteEntry | EndEntry;
