interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Changes to a text, each by its place in the text as it was: what they don't touch stays byte for byte. */
export class TextEdits {
  readonly before: string;
  #edits: Edit[] = [];

  constructor(before: string) {
    this.before = before;
  }

  insert(at: number, text: string): void {
    this.#edits.push({ start: at, end: at, text });
  }

  replace(start: number, end: number, text: string): void {
    this.#edits.push({ start, end, text });
  }

  /** The text with all changes; those at one place in the order in which they were made. */
  get after(): string {
    let after = '';
    let from = 0;
    for (const { start, end, text } of [...this.#edits].sort((one, other) => one.start - other.start)) {
      after += this.before.slice(from, start) + text;
      from = end;
    }
    return after + this.before.slice(from);
  }

  /** Line end of the line that a place is on; that of the last line is that of the line before. */
  lineEndAt(at: number): string {
    const next = this.before.indexOf('\n', at);
    const end = next < 0 ? this.before.lastIndexOf('\n') : next;
    return end > 0 && this.before[end - 1] === '\r' ? '\r\n' : '\n';
  }

  /** White space that the line of a place begins with. */
  indentationAt(at: number): string {
    const start = this.before.lastIndexOf('\n', at - 1) + 1;
    return /^[ \t]*/.exec(this.before.slice(start, at))?.[0] ?? '';
  }

  /** What one level is indented by: the least that any line of the text is. */
  get unit(): string {
    const indented = this.before.matchAll(/^([ \t]+)[^\s*]/gm);
    let least: string | undefined;
    for (const [, space = ''] of indented) {
      if (least === undefined || space.length < least.length) least = space;
    }
    return least ?? '  ';
  }
}
