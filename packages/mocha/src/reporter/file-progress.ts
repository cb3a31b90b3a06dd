import type { FilesLeft } from '@testpoint/core/adapter';
import { append, each } from '@testpoint/core/built-ins';
import type { MochaHook, MochaSuite, MochaTest } from '../in-test/mocha-types.js';
import { fileOf } from './translate.js';

const { create, keys } = Object;

/** Which files of a run have ended, and which have not, as far as Mocha's events show it. */
export class FileProgress {
  readonly #idRoot: string;
  /** In parallel mode, where each file has its own root suite. */
  #ended = 0;
  /** The file of the latest suite, test, or hook around a suite. */
  #latest = '';
  /** Files with tests that were left at the end. Not a Set, because a test in our process may have stubbed its methods. */
  readonly #silent: Record<string, true> = create(null);

  constructor(idRoot: string) {
    this.#idRoot = idRoot;
  }

  enter(subject: MochaSuite | MochaHook | MochaTest): void {
    this.#latest = fileOf(subject, this.#idRoot) || this.#latest;
  }

  end(): void {
    this.#ended++;
  }

  addSilent(file: string): void {
    this.#silent[file] = true;
  }

  /**
   * The files that did not end. In parallel mode, the setup file names the tests of running files; without it we can't tell
   * which files have begun.
   * @param count number of the run's files
   * @param live whether events arrive as they happen, which they don't in parallel mode. Then files run one after the other
   */
  left(count: number, live: boolean): FilesLeft {
    const silent: string[] = keys(this.#silent);
    if (!live) return { unfinished: silent, unrun: silent.length === 0 ? 0 : count - this.#ended - silent.length };
    const unrun: string[] = [];
    each(silent, (file) => {
      if (file !== this.#latest) append(unrun, file);
    });
    return { unfinished: this.#latest === '' ? [] : [this.#latest], unrun };
  }
}
