import { resolve } from 'node:path';
import { append, workingFolder } from '@testpoint/core/built-ins';
import { relativeTo, TestNumbers } from '@testpoint/core/test-api';
import { ENTRY } from '../in-test/process.js';
import type { EventData } from './node-events.js';

const { create, keys } = Object;

/** A process that runs tests. */
export interface TestProcess {
  /** Its file, or nothing if it is our own. */
  name: string;
  /** How many of its outermost tests have each name. */
  readonly names: Record<string, number>;
}

const ownProcess: TestProcess = { name: '', names: Object.create(null) };

/** A test file. */
export class TestFile {
  /** Relative to the working folder, with slashes. */
  readonly name: string;
  /** Numbers tests in the order of their declaration. */
  readonly numbers = new TestNumbers();
  /** Whether Node runs it in a process of its own, which has ended. */
  hasEnded = false;
  /** How its process ended, if Node calls that a failure. */
  endedBy: string | undefined;
  /** Whether that is not because of a test. */
  hasFailedItself = false;
  /** Whether a test of it is known. */
  hasTests = false;
  hasBegun = false;
  /** What its process has printed on standard error, until a test of it is known. */
  printed = '';
  readonly process: TestProcess;
  /** Its number in Node's report, from 0, if it has a process of its own. */
  order: number | undefined;
  /** Whether its process has loaded the setup file; undefined if we have not looked. */
  hasSetup: boolean | undefined;

  constructor(path: string, isOwn: boolean) {
    this.name = relativeTo(workingFolder, path);
    this.process = isOwn ? ownProcess : { name: path, names: create(null) };
  }

  /** Whether `test` was called in this file, and not in a helper. */
  declares({ file = '' }: EventData): boolean {
    return relativeTo(workingFolder, file) === this.name;
  }
}

/**
 * The files of a run. A file that has a process of its own is an event like a test, and its tests don't name it in most
 * versions of Node: only the file in which `test` was called, which may be a helper.
 */
export class TestFiles {
  /** By absolute path. */
  readonly #byPath: Record<string, TestFile> = create(null);
  /** Files with a process, in the order of Node's report. */
  readonly #inOrder: TestFile[] = [];
  #latest = 0;

  /** Whether the event is about a file. */
  isFile({ nesting, line, column, name, file = '', entryFile }: EventData): boolean {
    if (nesting !== 0 || line !== 1 || column !== 1 || entryFile !== undefined) return false;
    return (
      name === file || this.#nameOf(file) === relativeTo(workingFolder, name) || this.#nameOf(file) === posix(name)
    );
  }

  /** The file of an event about it. */
  enter({ file = '' }: EventData): TestFile {
    const known = this.#byPath[file];
    if (known !== undefined) return known;
    const entered = this.#add(file, false);
    entered.order = this.#inOrder.length;
    append(this.#inOrder, entered);
    return entered;
  }

  /** The file whose process has printed something, which since Node 22 is named as on the command line. */
  printing({ file = '', entryFile }: EventData): TestFile | undefined {
    return this.#byPath[entryFile ?? resolve(workingFolder, file)];
  }

  /** The file of a test. Events about files that share a helper don't overlap unless Node names the file. */
  of({ file = '', entryFile, nesting }: EventData): TestFile {
    if (this.#inOrder.length === 0) return this.own(entryFile ?? ENTRY ?? file);
    const known = this.#byPath[entryFile ?? file];
    if (known !== undefined) {
      this.report({ file: entryFile ?? file });
      return known;
    }
    const current = this.#inOrder[this.#latest] as TestFile;
    const next = this.#inOrder[this.#latest + 1];
    if (nesting > 0 || !current.hasEnded || next === undefined) return current;
    this.#latest++;
    return next;
  }

  /** Whether several files run in our process, so that Node names only the file that declares a test: perhaps a helper. */
  get areShared(): boolean {
    return ENTRY === undefined && this.#inOrder.length === 0;
  }

  /** Some file that runs in our process. */
  get ofOwnProcess(): TestFile {
    return new TestFile(ENTRY ?? '', true);
  }

  /** A file that runs in our process. */
  own(path: string): TestFile {
    return this.#byPath[path] ?? this.#add(path, true);
  }

  /** It is the latest one in Node's report. */
  report({ file = '' }: Pick<EventData, 'file'>): void {
    this.#latest = this.#byPath[file]?.order ?? this.#latest;
  }

  each(visit: (file: TestFile) => void): void {
    for (const path of keys(this.#byPath)) visit(this.#byPath[path] as TestFile);
  }

  /** Names of the files that began and did not end, and of those that never began. */
  left(): { unfinished: string[]; unrun: string[] } {
    const unfinished: string[] = [];
    const unrun: string[] = [];
    for (let at = 0; at < this.#inOrder.length; at++) {
      const { hasEnded, hasBegun, name } = this.#inOrder[at] as TestFile;
      if (!hasEnded) append(hasBegun ? unfinished : unrun, name);
    }
    return { unfinished, unrun };
  }

  #add(path: string, isOwn: boolean): TestFile {
    const added = new TestFile(path, isOwn);
    this.#byPath[path] = added;
    return added;
  }

  #nameOf(path: string): string {
    return relativeTo(workingFolder, path);
  }
}

function posix(path: string): string {
  return path.split('\\').join('/');
}
