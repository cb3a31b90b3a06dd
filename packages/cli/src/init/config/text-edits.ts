interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Changes to a text, by their positions in the original. Everything else stays the same, byte for byte. */
export class TextEdits {
  readonly before: string;
  #edits: Edit[] = [];

  constructor(before: string) {
    this.before = before;
  }

  insert(at: number, text: string): void {
    this.replace(at, at, text);
  }

  /** The same change again has no effect, because several branches may lead to one value. */
  replace(start: number, end: number, text: string): void {
    const isMade = this.#edits.some((edit) => edit.start === start && edit.end === end && edit.text === text);
    if (!isMade) this.#edits.push({ start, end, text });
  }

  /** The text with all changes. Changes at the same position keep their order. */
  get after(): string {
    let after = '';
    let from = 0;
    for (const { start, end, text } of [...this.#edits].sort((one, other) => one.start - other.start)) {
      after += this.before.slice(from, start) + text;
      from = end;
    }
    return after + this.before.slice(from);
  }

  /** Line ending of the line at a position; for the last line, that of the line before. */
  lineEndAt(at: number): string {
    const next = this.before.indexOf('\n', at);
    const end = next < 0 ? this.before.lastIndexOf('\n') : next;
    return end > 0 && this.before[end - 1] === '\r' ? '\r\n' : '\n';
  }

  /** The indentation of the line at a position. */
  indentationAt(at: number): string {
    const start = this.before.lastIndexOf('\n', at - 1) + 1;
    return /^[ \t]*/.exec(this.before.slice(start, at))?.[0] ?? '';
  }

  /** The indentation of one level: the smallest indentation of any line. */
  get unit(): string {
    const indented = this.before.matchAll(/^([ \t]+)[^\s*]/gm);
    let least: string | undefined;
    for (const [, space = ''] of indented) {
      if (least === undefined || space.length < least.length) least = space;
    }
    return least ?? '  ';
  }
}
