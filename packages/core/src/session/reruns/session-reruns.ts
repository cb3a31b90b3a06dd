import { renameSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Selection, SuiteName } from '../../in-test/selection.js';
import { joinTitles } from '../../in-test/test-numbers.js';
import type { TestRecord } from '../../model.js';
import type { SessionEntry } from '../../outbox/format/entries.js';
import { plainFiles } from '../../outbox/format/plain-files.js';
import type { Rerun } from '../../outbox/format/rerun.js';
import type { SessionFiles } from '../../outbox/format/session-files.js';
import { type Mapping, mask } from '../../result/mapping.js';
import type { Settings } from '../../settings/settings.js';
import { failedForRerun, resultsForExec } from '../messages.js';
import { suiteName } from '../opening/session-folder.js';
import type { WrittenLine } from '../recording/recorded-result.js';
import type { SessionHost } from '../session.js';
import type { SessionNotes } from '../session-notes.js';
import { isBad, LastRunFile } from './last-run-file.js';
import { type SelectedTests, selectedTests } from './selected-tests.js';
import { requestedRerun, WithheldResults } from './withheld-results.js';

const { pid } = process;
let count = 0;

/**
 * A session's part in `testpoint exec`: it leaves out tests that are not selected, notes which tests failed, and withholds
 * the results of those that run again. Does nothing in a session without a folder.
 */
export class SessionReruns {
  /** Undefined in a session without a folder. */
  readonly suite: SuiteName | undefined;
  readonly #notes: SessionNotes;
  readonly #mapping: Mapping;
  #lastRun: LastRunFile | undefined;
  #selected: SelectedTests | undefined;
  #withheld: WithheldResults | undefined;
  #mark: RerunMark | undefined;

  /** @param firstLine makes the first line of the journal of withheld results */
  constructor(
    { framework, idRoot, isImport }: SessionHost,
    { environment }: Settings,
    files: SessionFiles | undefined,
    { notes, mapping }: { notes: SessionNotes; mapping: Mapping },
    firstLine: () => SessionEntry,
  ) {
    this.#notes = notes;
    this.#mapping = mapping;
    if (files === undefined) return;
    const outbox = dirname(files.directory);
    const suite = suiteName(framework.name, idRoot, outbox, environment);
    this.suite = suite;
    if (!isImport)
      notes.guard('reading selections', () => {
        this.#lastRun = new LastRunFile(outbox, suite);
        this.#selected = selectedTests(suite, idRoot);
      });
    const rerun = requestedRerun();
    if (rerun === undefined) return;
    notes.guard('opening withheld results', () => {
      if (!isImport) this.#withheld = new WithheldResults(rerun, suite, files, firstLine, mapping);
      this.#mark = new RerunMark(rerun);
    });
  }

  get selection(): Selection | undefined {
    return this.#selected?.selection;
  }

  /** Whether the test is not selected. Then it sends nothing. The framework may report it as skipped. */
  leavesOut(record: TestRecord): boolean {
    return this.selection?.leavesOut(record) === true;
  }

  /** Whether the test runs again, or did. Then `exec` delivers its result. */
  withholds(record: TestRecord): boolean {
    return this.#withheld?.takes(record) === true;
  }

  /** Withholds a result that may still change in this round. */
  keep(record: TestRecord): void {
    this.#withheld?.keep(record);
  }

  /** Withholds a test's result in this round. */
  withhold(record: TestRecord): WrittenLine | undefined {
    const line = this.#withheld?.record(record);
    this.note(record);
    return line;
  }

  /** The test has a result. A title with a secret must not stay on disk, so its file runs whole next time. */
  note(record: TestRecord): void {
    this.#selected?.found(record);
    const { titlePath, file, project } = record;
    const title = isBad(record) ? joinTitles(titlePath) : '';
    if (mask(title, this.#mapping) === title) this.#lastRun?.note(record);
    else this.#lastRun?.forget(file, project);
  }

  /** @param file undefined if files that are unknown here did not run */
  leftUnrun(file?: string, project?: string): void {
    if (this.#lastRun === undefined) return;
    if (file === undefined) this.#lastRun.isIncomplete = true;
    else this.#lastRun.forget(file, project);
  }

  /** @param interrupted whether the framework's run did not end */
  close(interrupted: boolean): void {
    this.#selected?.write();
    try {
      this.#lastRun?.write(this.#selected !== undefined);
    } catch {
      // A full disk, a mocked fs or a deleted outbox only makes the next selection older, and costs no result.
    }
    this.#withheld?.close();
    const { waiting = 0, total = 0 } = this.#withheld ?? {};
    // After an interrupted suite, nothing runs again.
    if (waiting > 0 && !interrupted) this.#notes.notice(failedForRerun(waiting));
    else if (total > 0) this.#notes.notice(resultsForExec(total));
    if (!interrupted) this.#mark?.end(this.#notes.counts.Failed + this.#notes.counts.Blocked);
  }
}

/** Notes in a file's name that a session is open, and how it ended, for `testpoint exec --rerun`. */
class RerunMark {
  readonly #path: string;

  constructor({ folder }: Rerun) {
    this.#path = `${folder}/${pid}-${++count}`;
    plainFiles.writeNew(`${this.#path}.open`, '');
  }

  /** @param failed number of failed and blocked tests that do not run again */
  end(failed: number): void {
    renameSync(`${this.#path}.open`, `${this.#path}.${failed}.ended`);
  }
}
