import { Printed } from '@testpoint/core';

/** Vitest's data about a test's console output. */
export interface ConsoleText {
  content: string;
  taskId?: string | undefined;
  /** Epoch milliseconds. */
  time: number;
}

interface Texts {
  texts: { content: string; time: number }[];
  /** Total length, characters. */
  length: number;
  /** Characters dropped before them. */
  left: number;
}

/** How much to keep, characters. It is more than fits into an attachment. */
const HELD = 128 * 1024;

/** Output of tests while they run, by the test's id. Keeps the last 128 KiB of each. */
export class PrintedTexts {
  readonly #tasks = new Map<string, Texts>();

  add({ taskId, content, time }: ConsoleText): void {
    if (taskId === undefined) return;
    let printed = this.#tasks.get(taskId);
    if (printed === undefined) {
      printed = { texts: [], length: 0, left: 0 };
      this.#tasks.set(taskId, printed);
    }
    const last = printed.texts.at(-1);
    if (last?.time === time && last.content.length < HELD / 8) last.content += content;
    else printed.texts.push({ content, time });
    printed.length += content.length;
    this.#shorten(printed);
  }

  /**
   * A test's output, attempt by attempt.
   * @param begins start times of its attempts, epoch milliseconds; undefined if one is not known
   */
  take(id: string, begins: readonly (number | undefined)[]): (Printed | undefined)[] {
    const printed = this.#tasks.get(id);
    this.#tasks.delete(id);
    if (printed === undefined || begins.length === 0) return [];
    const attempts = begins.map(() => new Printed());
    for (const [index, { content, time }] of printed.texts.entries()) {
      const attempt = attempts[attemptAt(time, begins)];
      if (index === 0 && printed.left > 0) attempt?.leaveOut(printed.left);
      attempt?.add(content);
    }
    return attempts;
  }

  /** Drops the output of suites and of the file itself, which belongs to no test. */
  forget(moduleId: string): void {
    for (const id of this.#tasks.keys()) if (id.startsWith(moduleId)) this.#tasks.delete(id);
  }

  #shorten(printed: Texts): void {
    while (printed.length > HELD && printed.texts.length > 1) {
      const gone = printed.texts.shift()?.content.length ?? 0;
      printed.length -= gone;
      printed.left += gone;
    }
  }
}

/** The last attempt that had begun by then, or the first attempt for earlier output. */
function attemptAt(time: number, begins: readonly (number | undefined)[]): number {
  let attempt = 0;
  for (const [index, begin] of begins.entries()) if (begin !== undefined && begin <= time) attempt = index;
  return attempt;
}
