import { basename } from 'node:path';
import type { AttachmentRecord, AttemptRecord, TestRecord, TestStatus } from '@testpoint/core';
import { mergedTestData, Printed, type Session } from '@testpoint/core/adapter';
import { TestNumbers } from '@testpoint/core/test-api';
import { shortened } from '../invocation.js';
import { showProgress } from '../terminal.js';
import { importingResults } from './messages.js';
import type { NameMap } from './name-map.js';
import { type AttachmentPlaces, testFile } from './places.js';

/** How many results a file had, by status. */
export type Taken = Record<TestStatus, number>;

/** Takes the tests of one file, and records them like a reporter. */
export class Intake {
  readonly taken: Taken = { passed: 0, failed: 0, skipped: 0, 'not-run': 0 };
  /** How many of those that passed had failed before. */
  flaky = 0;
  readonly root: string;
  readonly #session: Session;
  readonly #names: NameMap;
  readonly #places: AttachmentPlaces;
  /** Folder of the file. */
  readonly #folder: string;
  readonly #numbers: Map<string, TestNumbers>;

  /** @param numbers of the tests of all files, because two may have the same test */
  constructor(
    session: Session,
    root: string,
    names: NameMap,
    places: AttachmentPlaces,
    folder: string,
    numbers: Map<string, TestNumbers>,
  ) {
    this.#session = session;
    this.root = root;
    this.#names = names;
    this.#places = places;
    this.#folder = folder;
    this.#numbers = numbers;
  }

  get count(): number {
    const { passed, failed, skipped } = this.taken;
    return passed + failed + skipped + this.taken['not-run'];
  }

  /** Records a test. Its file is as the tool wrote it. */
  take(test: TestRecord): void {
    const record = this.#names.apply({ ...test, file: testFile(test.file, this.root) });
    const { file, project = '', titlePath } = record;
    const key = `${project}\0${file}`;
    let numbers = this.#numbers.get(key);
    if (numbers === undefined) {
      numbers = new TestNumbers();
      this.#numbers.set(key, numbers);
    }
    record.occurrence = numbers.next(titlePath);
    const { testCases } = mergedTestData([record], titlePath);
    if (testCases !== undefined) record.testCases = testCases;
    this.taken[record.status]++;
    if (record.status === 'passed' && record.attempts.some(({ status }) => status === 'failed')) this.flaky++;
    this.#session.record(record);
    showProgress(() => importingResults(shortened(this.#folder), this.count));
  }

  /** A failure outside of tests. */
  problem(title: string, detail?: string): void {
    this.#session.problem(title, detail);
  }

  /** Says what is not recorded, once. */
  notice(text: string): void {
    this.#session.notice(text);
  }

  /** A file that an attempt names. */
  attachment(
    path: string,
    name: string = basename(path.replaceAll('\\', '/')),
    contentType?: string,
  ): AttachmentRecord {
    return this.#places.find(name, path, this.#folder, contentType);
  }

  /** Adds the output of an attempt, if option `output` wants it. */
  addOutput(attempt: AttemptRecord, texts: readonly string[]): void {
    const printed = new Printed();
    for (const text of texts) printed.add(text);
    const output = this.#session.output(printed, attempt.status);
    if (output !== undefined) attempt.attachments.push(output);
  }
}
