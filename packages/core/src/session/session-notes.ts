import type { Outcome } from '@testpoint/interface/constants';
import { append, textOf } from '../built-ins/language.js';
import { shielded } from '../built-ins/shield.js';

/** What a session gathers for its summary. */
export class SessionNotes {
  recorded = 0;
  readonly counts: Record<Outcome, number> = { Passed: 0, Failed: 0, Blocked: 0, Skipped: 0 };
  readonly problems: { title: string; detail?: string | undefined }[] = [];
  /** Each of them once. */
  readonly warnings: string[] = [];
  readonly notices: string[] = [];
  /** No Set: a test in our process may have stubbed how these work. */
  readonly #said: Record<string, true> = Object.create(null);

  count(outcome: Outcome): void {
    this.recorded++;
    this.counts[outcome]++;
  }

  warn(text: string): void {
    this.#say(text, this.warnings);
  }

  notice(text: string): void {
    this.#say(text, this.notices);
  }

  /** Does what may fail: an error of ours becomes a line in the summary, never the suite's. */
  guard(doing: string, action: () => void): void {
    try {
      shielded(action);
    } catch (error) {
      const detail = error instanceof Error ? (error.stack ?? error.message) : textOf(error);
      this.problem(`Testpoint failed while ${doing}`, detail);
    }
  }

  problem(title: string, detail: string | undefined): void {
    append(this.problems, { title, detail });
  }

  #say(text: string, list: string[]): void {
    if (this.#said[text]) return;
    this.#said[text] = true;
    append(list, text);
  }
}
