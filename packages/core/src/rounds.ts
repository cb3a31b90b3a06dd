import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { TestRecord } from './model.js';
import { RERUN_VARIABLE, type Rerun, readWithheld, withheldPath } from './outbox/format/rerun.js';
import { sessionFiles } from './outbox/format/session-files.js';
import { SessionLock } from './outbox/lock/lock.js';
import { LOCK_BEAT } from './outbox/lock/lock-file.js';
import { ownReport } from './outbox/read/session-check.js';
import { reopenJournal } from './outbox/write/journal.js';

/** A session with results of tests that `exec --rerun` has run again. */
interface WithheldSession {
  directory: string;
  /** The suite's report, absolute; undefined if it makes none. */
  report: string | undefined;
}

/** The rounds of a command, from the side of `exec`. Until they end, no flush delivers the results that wait for them. */
export class Rounds {
  readonly #folder: string;
  readonly #beating: NodeJS.Timeout;

  constructor(outbox: string) {
    const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
    this.#folder = join(outbox, `${stamp}-rerun-${process.pid}`);
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const lock = SessionLock.take(this.#folder, 1);
    this.#beating = setInterval(() => lock?.beat(), LOCK_BEAT).unref();
  }

  /** Call it before each round. @returns what its suites have to know, as variables */
  begin(isLast: boolean): Record<string, string> {
    for (const mark of this.#marks) rmSync(join(this.#folder, mark));
    return { [RERUN_VARIABLE]: JSON.stringify({ folder: this.#folder, isLast } satisfies Rerun) };
  }

  /** Whether every suite of the round has ended by itself. */
  get haveEnded(): boolean {
    return this.#marks.every((name) => name.endsWith('.ended'));
  }

  /** Number of tests that failed in the round and do not run again. */
  get failed(): number {
    return this.#marks.reduce((sum, name) => sum + Number(/\.(\d+)\.ended$/.exec(name)?.[1] ?? 0), 0);
  }

  /** What the round's suites have noted (`RerunMark`). */
  get #marks(): string[] {
    return readdirSync(this.#folder).filter((name) => /\.(?:open|ended)$/.test(name));
  }

  /** The tests that failed, and have not passed since. */
  get failing(): TestRecord[] {
    const tests = this.sessions().flatMap(({ directory }) => readWithheld(directory));
    return tests.map(({ record }) => record).filter(({ status }) => status === 'failed' || status === 'not-run');
  }

  sessions(): WithheldSession[] {
    const prefix = `${basename(this.#folder)}-`;
    const outbox = dirname(this.#folder);
    const names = existsSync(outbox) ? readdirSync(outbox) : [];
    return names
      .filter((name) => name.startsWith(prefix) && existsSync(withheldPath(join(outbox, name))))
      .map((name) => ({ directory: join(outbox, name), report: ownReport(sessionFiles(join(outbox, name))) }));
  }

  /** No other round follows: the last result of each test is its final one. @returns the sessions that have them */
  end(): WithheldSession[] {
    clearInterval(this.#beating);
    rmSync(this.#folder, { recursive: true, force: true });
    const sessions = this.sessions();
    for (const { directory } of sessions) {
      const journal = reopenJournal(sessionFiles(directory).journal);
      journal.end({ kind: 'end', finish: 'leave', endedAt: Date.now(), interrupted: false });
      rmSync(withheldPath(directory));
    }
    return sessions;
  }
}
