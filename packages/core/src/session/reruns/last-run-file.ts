import { renameSync, statSync, unlinkSync } from 'node:fs';
import { append, create, each, keysOf } from '../../built-ins/language.js';
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
import { writeNew } from '../../outbox/write/whole-file.js';

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
    for (let index = 0; index < suites.length; index++) {
      const known = suites[index];
      if (known !== undefined && toJson(known.name) === name) this.#know(known.files);
    }
  }

  note({ file, project = '', titlePath, occurrence, origin, status }: TestRecord): void {
    const state = this.#of(file, project);
    state.isCurrent = true;
    const isBad = status === 'failed' || status === 'not-run';
    if (!isBad && !state.hasFailed) return;
    const key = keyOf(titlePath, occurrence, origin);
    if (!isBad) {
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
    const fileKeys = keysOf(this.#files);
    for (let index = 0; index < fileKeys.length; index++) {
      const { file, tests, isCurrent } = this.#files[fileKeys[index] ?? ''] as FileState;
      if (this.isIncomplete && !isCurrent && !isSelected) {
        this.#hasUnrun = true;
        continue;
      }
      const keys = keysOf(tests);
      file.tests = [];
      for (let at = 0; at < keys.length; at++) file.tests[at] = tests[keys[at] ?? ''] as LastTest;
      files[files.length] = file;
    }
    withOwnPaths(() => {
      for (let tries = TRIES; tries > 0; tries--) if (this.#replace(files, tries === 1)) return;
    });
  }

  /** Does not replace a file that another session has just written. */
  #replace(files: LastFile[], isLastTry: boolean): boolean {
    const before = this.#version();
    const { run, suites } = this.#read();
    const name = toJson(this.#suite);
    const own: LastSuite = { name: this.#suite, run, files };
    if (this.#hasUnrun) own.hasUnrun = true;
    const all = [own];
    for (let index = 0; index < suites.length; index++) {
      const other = suites[index];
      if (other !== undefined && toJson(other.name) !== name) all[all.length] = other;
    }
    const temporary = `${this.#path}.${pid}-${++writes}`;
    const lastRun: LastRun = { lastRun: LAST_RUN_FORMAT, run, suites: all };
    writeNew(temporary, `${toJson(lastRun)}\n`);
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

  #know(files: readonly LastFile[]): void {
    for (let index = 0; index < files.length; index++) {
      const { file, project = '', tests } = files[index] as LastFile;
      const state = this.#of(file, project);
      state.hasFailed = tests.length > 0;
      for (let at = 0; at < tests.length; at++) {
        const test = tests[at] as LastTest;
        state.tests[keyOf(test[1], test[2], test[3])] = test;
      }
    }
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
