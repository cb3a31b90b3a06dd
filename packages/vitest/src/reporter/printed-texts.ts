import { Printed } from '@testpoint/core/adapter';

/** Vitest's data about a test's console output. */
export interface ConsoleText {
  content: string;
  taskId?: string | undefined;
  browser?: boolean | undefined;
  /** Epoch milliseconds. */
  time: number;
}

interface TimedText {
  content: string;
  /** Epoch milliseconds. */
  time: number;
}

interface Texts {
  readonly pieces: TimedText[];
  /** Total length, characters. */
  length: number;
  /** How many pieces belong to the beginning, once it is full. What follows is dropped if it gets long, except its end. */
  beginning?: number;
  /** What was dropped after the beginning: characters, and the times of the first and the last text. */
  gap?: { length: number; first: number; last: number };
}

/** How much to keep of the beginning, and how much of the end, characters. It is more than fits into an attachment. */
const HELD = 64 * 1024;
/** Longer texts are kept in pieces, so that a part can be dropped; characters. */
const PIECE = 8 * 1024;

/** Output of tests while they run, by the test's id. Keeps the first and the last 64 KiB of each. */
export class PrintedTexts {
  readonly #tasks = new Map<string, Texts>();

  add({ taskId, content, time, browser }: ConsoleText): void {
    if (taskId === undefined) return;
    const printed: Texts = this.#tasks.get(taskId) ?? { pieces: [], length: 0 };
    this.#tasks.set(taskId, printed);
    // In a browser, each call of the console is one text without a line end.
    const text = browser === true ? `${content}\n` : content;
    if (text.length <= PIECE) addPiece(printed, { content: text, time });
    else for (let at = 0; at < text.length; at += PIECE) addPiece(printed, { content: pieceOf(text, at), time });
  }

  /**
   * A test's output, attempt by attempt.
   * @param begins start times of its attempts, epoch milliseconds; undefined if one is not known
   */
  take(id: string, begins: readonly (number | undefined)[]): (Printed | undefined)[] {
    const printed = this.#tasks.get(id);
    this.#tasks.delete(id);
    if (printed === undefined || begins.length === 0) return [];
    const { pieces, beginning, gap } = printed;
    const attempts = begins.map(() => new Printed());
    const attemptOf = (time: number) => attempts[attemptAt(time, begins)];
    for (const [index, { content, time }] of pieces.entries()) {
      if (gap !== undefined && index === beginning) {
        for (const attempt of new Set([attemptOf(gap.first), attemptOf(gap.last)])) attempt?.leaveOut(gap.length);
      }
      attemptOf(time)?.add(content);
    }
    return attempts;
  }

  /** Makes output of a suite that of a test that has none. */
  move(suite: string, test: string): void {
    const printed = this.#tasks.get(suite);
    if (printed === undefined || this.#tasks.has(test)) return;
    this.#tasks.delete(suite);
    this.#tasks.set(test, printed);
  }

  /** Drops the output of suites and of the file itself, which belongs to no test. */
  forget(moduleId: string): void {
    for (const id of this.#tasks.keys()) if (id.startsWith(moduleId)) this.#tasks.delete(id);
  }
}

function addPiece(printed: Texts, piece: TimedText): void {
  const { pieces } = printed;
  if (printed.length + piece.content.length > HELD) printed.beginning ??= pieces.length;
  const last = pieces.length === printed.beginning ? undefined : pieces.at(-1);
  if (last?.time === piece.time && last.content.length < PIECE) last.content += piece.content;
  else pieces.push(piece);
  printed.length += piece.content.length;
  while (printed.length > 2 * HELD) {
    const [dropped] = pieces.splice(printed.beginning ?? 0, 1);
    if (dropped === undefined) return;
    printed.length -= dropped.content.length;
    printed.gap ??= { length: 0, first: dropped.time, last: dropped.time };
    printed.gap.length += dropped.content.length;
    printed.gap.last = dropped.time;
  }
}

/** A slice would keep the whole original alive. */
function pieceOf(text: string, at: number): string {
  return Buffer.from(text.slice(at, at + PIECE), 'utf16le').toString('utf16le');
}

/** The last attempt that had begun by then, or the first attempt for earlier output. */
function attemptAt(time: number, begins: readonly (number | undefined)[]): number {
  let attempt = 0;
  for (const [index, begin] of begins.entries()) if (begin !== undefined && begin <= time) attempt = index;
  return attempt;
}
