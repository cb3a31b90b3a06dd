import type { Outcome } from '@testpoint/interface/constants';

/** What a session gathers for its summary. */
export class SessionNotes {
  recorded = 0;
  readonly counts: Record<Outcome, number> = { Passed: 0, Failed: 0, Blocked: 0, Skipped: 0 };
  readonly problems: { title: string; detail?: string | undefined }[] = [];
  readonly #warnings = new Set<string>();
  readonly #notices = new Set<string>();

  get warnings(): string[] {
    return [...this.#warnings];
  }

  get notices(): string[] {
    return [...this.#notices];
  }

  count(outcome: Outcome): void {
    this.recorded++;
    this.counts[outcome]++;
  }

  warn(text: string): void {
    this.#warnings.add(text);
  }

  notice(text: string): void {
    this.#notices.add(text);
  }

  /** Does what may fail: an error of ours becomes a line in the summary, never the suite's. */
  guard(doing: string, action: () => void): void {
    try {
      action();
    } catch (error) {
      const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
      this.problem(`Testpoint failed while ${doing}`, detail);
    }
  }

  /** Without `push`, which a test in our process may have stubbed: nobody catches what is thrown while an error is told. */
  problem(title: string, detail: string | undefined): void {
    this.problems[this.problems.length] = { title, detail };
  }
}
