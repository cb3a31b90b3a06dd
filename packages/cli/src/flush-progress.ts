import type { FlushedSession } from '@testpoint/core';

const BAR_WIDTH = 30;
/** Milliseconds between two drawings of the bar, and between two plain lines. */
const BAR_EVERY = 100;
const LINE_EVERY = 5_000;
const CLEAR_LINE = '\r\u001b[2K';

interface Output {
  write(text: string): void;
}

/** How far a flush is: a bar where the total is known (on a terminal), else a plain line now and then. */
export class FlushProgress {
  #out: Output;
  #total: number | undefined;
  #done = new Map<string, number>();
  #shownAt = performance.now();
  #isDrawn = false;

  /** @param total results to deliver; undefined for plain lines */
  constructor(out: Output, total: number | undefined) {
    this.#out = out;
    this.#total = total;
  }

  update({ directory, sent, refused }: FlushedSession): void {
    this.#done.set(directory, sent + refused);
    const now = performance.now();
    if (now - this.#shownAt < (this.#total === undefined ? LINE_EVERY : BAR_EVERY)) return;
    this.#shownAt = now;
    let done = 0;
    for (const count of this.#done.values()) done += count;
    if (this.#total === undefined) this.#out.write(`${done.toLocaleString('en')} results delivered so far\n`);
    else {
      this.#out.write(CLEAR_LINE + bar(done, this.#total));
      this.#isDrawn = true;
    }
  }

  /** Takes the bar away. */
  end(): void {
    if (this.#isDrawn) this.#out.write(CLEAR_LINE);
  }
}

function bar(done: number, total: number): string {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const filled = Math.round(share * BAR_WIDTH);
  const percent = `${Math.floor(share * 100)}`.padStart(3);
  return `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ${percent} %  ${done.toLocaleString('en')} of ${total.toLocaleString('en')} results`;
}
