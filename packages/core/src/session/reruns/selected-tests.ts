import { env } from '../../built-ins/at-load.js';
import { append, join } from '../../built-ins/language.js';
import { toJson } from '../../built-ins/plain-json.js';
import {
  SELECTION_VARIABLE,
  type SelectedFile,
  type Selection,
  SUITE_VARIABLE,
  type SuiteName,
  selectedTest,
  selectionFor,
} from '../../in-test/selection.js';
import type { TestRecord } from '../../model.js';
import { plainFiles } from '../../outbox/format/plain-files.js';

/** The tests of a session that `testpoint exec --only` selects. */
export class SelectedTests {
  readonly selection: Selection;
  readonly #path: string;
  readonly #found: string[] = [];

  constructor(selection: Selection, path: string) {
    this.selection = selection;
    this.#path = path;
  }

  /** The test has a result. */
  found(record: TestRecord): void {
    if (!this.selection.names(record)) return;
    const { project = '', file, titlePath, occurrence, origin } = record;
    const test = selectedTest(titlePath, occurrence, origin);
    const line: SelectedFile = [this.selection.suite.name, file, project, [test]];
    append(this.#found, toJson(line));
  }

  /** Tells `exec` which of the tests turned up. */
  write(): void {
    try {
      if (this.#found.length > 0) plainFiles.add(foundPath(this.#path), `${join(this.#found, '\n')}\n`);
    } catch {
      // Then exec says that the tests did not turn up.
    }
  }
}

/** The file in which sessions note the selected tests that have a result, in the selection's format. */
export function foundPath(selection: string): string {
  return `${selection}.found`;
}

/**
 * The session's part of the selection; undefined if everything runs. Test processes learn from a variable which part is
 * theirs, so call it before they start.
 * @param idRoot absolute
 */
export function selectedTests(suite: SuiteName, idRoot: string): SelectedTests | undefined {
  const path = env[SELECTION_VARIABLE];
  if (path === undefined) return undefined;
  const selection = selectionFor(path, { name: suite, folder: idRoot });
  if (selection === undefined) {
    delete process.env[SUITE_VARIABLE];
    return undefined;
  }
  process.env[SUITE_VARIABLE] = toJson(selection.suite);
  return new SelectedTests(selection, path);
}
