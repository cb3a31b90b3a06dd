import type { Outcome } from '@testpoint/interface/constants';
import { append } from '../built-ins/language.js';
import { shielded } from '../built-ins/shield.js';
import type { Note } from '../outbox/format/entries.js';
import { guard } from './guard.js';
import type { WrittenResult } from './recording/recorded-result.js';

/** What is counted of a result. */
type Counted = Pick<WrittenResult, 'outcome' | 'missing' | 'isFlaky'>;
/** What a summary may read. */
export type NotesRead = {
  readonly [K in keyof SessionNotes as SessionNotes[K] extends (...values: never) => void ? never : K]: SessionNotes[K];
};

/** Collects a session's data for the summary. */
export class SessionNotes {
  recorded = 0;
  /** Number of results that replaced another one. */
  corrected = 0;
  /** Attachments whose content could not be read. Their results say why. */
  missing = 0;
  readonly counts: Record<Outcome, number> = { Passed: 0, Failed: 0, Blocked: 0, Skipped: 0 };
  /** Those that passed, too, after an attempt that failed. */
  flaky = 0;
  readonly problems: { title: string; detail?: string | undefined }[] = [];
  /** Each only once. */
  readonly warnings: string[] = [];
  readonly notices: string[] = [];
  /** Not a Set, because a test in our process may have stubbed its methods. */
  readonly #seen: Record<string, true> = Object.create(null);
  readonly #onNote: (note: Note) => void;

  /** @param onNote called at once with each problem and warning; may throw */
  constructor(onNote: (note: Note) => void) {
    this.#onNote = onNote;
  }

  count({ outcome, missing, isFlaky }: Counted): void {
    this.recorded++;
    this.counts[outcome]++;
    this.missing += missing;
    if (isFlaky) this.flaky++;
  }

  recount(first: Omit<Counted, 'missing'>, { outcome, isFlaky }: Omit<Counted, 'missing'>): void {
    this.corrected++;
    this.counts[first.outcome]--;
    this.counts[outcome]++;
    this.flaky += Number(isFlaky) - Number(first.isFlaky);
  }

  warn(text: string): void {
    if (this.#addOnce(text, this.warnings)) this.#report({ warning: text });
  }

  notice(text: string): void {
    this.#addOnce(text, this.notices);
  }

  /** Runs code that may fail: our own errors become a line in the summary and never reach the suite. */
  guard(doing: string, action: () => void): void {
    guard(doing, action, (title, detail) => this.problem(title, detail));
  }

  problem(title: string, detail: string | undefined): void {
    append(this.problems, { title, detail });
    this.#report({ problem: detail === undefined ? { title } : { title, detail } });
  }

  /** Passes a note on for the report. The summary contains it in any case. */
  #report(note: Note): void {
    try {
      shielded(() => this.#onNote(note));
    } catch {
      // A test has broken what is needed to write it.
    }
  }

  /** @returns false if it was recorded before */
  #addOnce(text: string, list: string[]): boolean {
    if (this.#seen[text]) return false;
    this.#seen[text] = true;
    append(list, text);
    return true;
  }
}
