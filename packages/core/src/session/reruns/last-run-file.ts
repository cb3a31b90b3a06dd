import { renameSync, statSync, unlinkSync } from 'node:fs';
import { append, create, each, keysOf, mapped } from '../../built-ins/language.js';
import { withOwnPaths } from '../../built-ins/node.js';
import { toJson } from '../../built-ins/plain-json.js';
import { keyOf, type SuiteName, selectedTest } from '../../in-test/selection.js';
import type { TestRecord } from '../../model.js';
import {
  LAST_RUN_FORMAT,
  type LastFile,
  type LastRun,
  type LastSuite,
  type LastTest,
  lastRunPath,
  noLastRun,
  readLastRun,
} from '../../outbox/format/last-run.js';
import { plainFiles } from '../../outbox/format/plain-files.js';

/** The last known state of a test file: its tests that failed or were blocked, by key. */
interface FileState {
  file: LastFile;
  tests: Record<string, LastTest>;
  /** Whether `tests` ever had a member. Most files have none, and their tests need no key. */
  hasFailed: boolean;
  /** Whether a test of it was recorded in this session. */
  isCurrent: boolean;
}

const TRIES = 5;
const { pid } = process;
const { now } = Date;
let writes = 0;

/** One suite's part of `last-run.ndjson`: read when the session opens, written when it ends. */
export class LastRunFile {
  readonly #path: string;
  readonly #suite: SuiteName;
  readonly #files: Record<string, FileState> = create(null);
  #hasUnrun = false;
  /** Whether files that have no result in this session were to run, too. */
  isIncomplete = false;

  constructor(outbox: string, suite: SuiteName) {
    this.#path = lastRunPath(outbox);
    this.#suite = suite;
    const { suites } = this.#read();
    const name = toJson(suite);
    each(suites, (known) => {
      if (toJson(known.name) === name) each(known.files, (file) => this.#know(file));
    });
  }

  note(record: TestRecord): void {
    const { file, project = '', titlePath, occurrence, origin, status } = record;
    const state = this.#of(file, project);
    state.isCurrent = true;
    if (!isBad(record) && !state.hasFailed) return;
    const key = keyOf(titlePath, occurrence, origin);
    if (!isBad(record)) {
      delete state.tests[key];
      return;
    }
    state.hasFailed = true;
    const test: unknown[] = [status === 'failed' ? 'failed' : 'blocked'];
    each(selectedTest(titlePath, occurrence, origin), (part) => append(test, part));
    state.tests[key] = test as unknown as LastTest;
  }

  /** The file's tests are not known any more, so it runs whole next time. */
  forget(file: string, project = ''): void {
    delete this.#files[fileKeyOf(file, project)];
    this.#hasUnrun = true;
  }

  /** @param isSelected whether the session ran only some tests of its files. Then the others keep their state. */
  write(isSelected: boolean): void {
    const files: LastFile[] = [];
    each(keysOf(this.#files), (fileKey) => {
      const { file, tests, isCurrent } = this.#files[fileKey] as FileState;
      if (this.isIncomplete && !isCurrent && !isSelected) {
        this.#hasUnrun = true;
        return;
      }
      file.tests = mapped(keysOf(tests), (key) => tests[key] as LastTest);
      append(files, file);
    });
    withOwnPaths(() => {
      for (let tries = TRIES; tries > 0; tries--) if (this.#replace(files, tries === 1)) return;
    });
  }

  /** Does not replace a file that another session has just written. */
  #replace(files: LastFile[], isLastTry: boolean): boolean {
    const before = this.#version();
    const { run, suites } = this.#read();
    const name = toJson(this.#suite);
    const own: LastSuite = { name: this.#suite, run, at: now(), files };
    if (this.#hasUnrun) own.hasUnrun = true;
    const all = [own];
    each(suites, (other) => {
      if (toJson(other.name) !== name) append(all, other);
    });
    const temporary = `${this.#path}.${pid}-${++writes}`;
    const lastRun: LastRun = { lastRun: LAST_RUN_FORMAT, run, suites: all };
    plainFiles.writeNew(temporary, `${toJson(lastRun)}\n`);
    const isUnchanged = this.#version() === before;
    if (isUnchanged || isLastTry) renameSync(temporary, this.#path);
    else unlinkSync(temporary);
    return isUnchanged || isLastTry;
  }

  #version(): string {
    const stats = statSync(this.#path, { throwIfNoEntry: false });
    return stats === undefined ? '' : `${stats.ino} ${stats.mtimeMs}`;
  }

  #read(): LastRun {
    return readLastRun(this.#path) ?? noLastRun();
  }

  #know({ file, project = '', tests }: LastFile): void {
    const state = this.#of(file, project);
    state.hasFailed = tests.length > 0;
    each(tests, (test) => {
      state.tests[keyOf(test[1], test[2], test[3])] = test;
    });
  }

  #of(file: string, project: string): FileState {
    const fileKey = fileKeyOf(file, project);
    let state = this.#files[fileKey];
    if (state === undefined) {
      const known: LastFile = project === '' ? { file, tests: [] } : { project, file, tests: [] };
      state = { file: known, tests: create(null), hasFailed: false, isCurrent: false };
      this.#files[fileKey] = state;
    }
    return state;
  }
}

function fileKeyOf(file: string, project: string): string {
  return `${project}\0${file}`;
}

export function isBad({ status }: TestRecord): boolean {
  return status === 'failed' || status === 'not-run';
}
