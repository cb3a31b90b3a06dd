import { append, weakGet, weakSet } from '@testpoint/core/built-ins';
import type { Observed } from './observed.js';
import type { TestFile } from './test-files.js';
import type { TestNode } from './test-node.js';

/**
 * The tests that Node has reported, and that wait for what the setup file has observed: it may arrive later, until the process of
 * their file has ended.
 */
export class Unobserved {
  readonly #observed: Observed;
  /** Receives each test once nothing more can arrive. */
  readonly #release: (node: TestNode) => void;
  readonly #waiting = new WeakMap<TestFile, TestNode[]>();
  /** Whether a process has loaded the setup file. */
  hasSeen = false;

  constructor(observed: Observed, release: (node: TestNode) => void) {
    this.#observed = observed;
    this.#release = release;
  }

  add(node: TestNode): void {
    const { file } = node;
    if (file.hasSetup === undefined) {
      this.#observed.read();
      file.hasSetup = this.#observed.knows(file.process.name);
      this.hasSeen ||= file.hasSetup;
    }
    if (file.hasSetup) append(this.#of(file), node);
    else this.#release(node);
    if (this.#observed.isDue) this.settle(file, file.hasEnded);
  }

  /** @param areAll whether nothing more can arrive */
  settle(file: TestFile, areAll: boolean): void {
    const waiting = this.#of(file);
    if (waiting.length === 0) return;
    const left: TestNode[] = [];
    weakSet(this.#waiting, file, left);
    this.#observed.read();
    for (const node of waiting) {
      const { key } = node;
      if (key === undefined) continue;
      node.seen ??= this.#observed.take(key);
      node.said = this.#observed.identityOf(key);
    }
    // An afterAll hook may follow the last one.
    const last = waiting[waiting.length - 1];
    for (const node of waiting) {
      if (areAll || (node.seen !== undefined && node !== last)) this.#release(node);
      else append(left, node);
    }
  }

  #of(file: TestFile): TestNode[] {
    const known = weakGet(this.#waiting, file) ?? [];
    weakSet(this.#waiting, file, known);
    return known;
  }
}
