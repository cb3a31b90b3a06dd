import { Printed } from '@testpoint/core';

/** What Vitest tells of a test's console. */
export interface ConsoleText {
  content: string;
  taskId?: string | undefined;
  /** Epoch milliseconds. */
  time: number;
}

interface Texts {
  texts: { content: string; time: number }[];
  /** Characters in them. */
  length: number;
  /** Characters before them that are gone. */
  left: number;
}

/** More than an attachment holds; characters. */
const HELD = 128 * 1024;

/** What tests print while they run, by the test's id. Of each the last 128 KiB. */
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
   * What a test printed, attempt by attempt.
   * @param begins of its attempts, epoch milliseconds; undefined where one is not known
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

  /** What suites and the file itself printed belongs to no test. */
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

/** The last attempt that had begun by then; the first for what was printed before. */
function attemptAt(time: number, begins: readonly (number | undefined)[]): number {
  let attempt = 0;
  for (const [index, begin] of begins.entries()) if (begin !== undefined && begin <= time) attempt = index;
  return attempt;
}
