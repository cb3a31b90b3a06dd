import type { FlushedSession } from '@testpoint/core/cli';
import { deliveredSoFar } from './messages.js';
import { clearLine } from './terminal.js';

const BAR_WIDTH = 30;
/** Milliseconds between updates of the bar, and between plain lines. */
const BAR_EVERY = 100;
const LINE_EVERY = 5_000;
/** If nothing is delivered for this long, the bar says that we are waiting; milliseconds. */
const SIGN_EVERY = 1_000;

interface Output {
  write(text: string): void;
}

/** Shows the progress of a flush: a bar if the total is known (on a terminal), otherwise a plain line from time to time. */
export class FlushProgress {
  #out: Output;
  #total: number | undefined;
  #done = new Map<string, number>();
  #shownAt = performance.now();
  #isDrawn = false;
  #signs: NodeJS.Timeout | undefined;

  /** @param total results to deliver; undefined for plain lines */
  constructor(out: Output, total: number | undefined) {
    this.#out = out;
    this.#total = total;
    if (total === undefined) return;
    this.#signs = setInterval(() => this.#draw(total), SIGN_EVERY);
    this.#signs.unref();
  }

  update({ directory, sent, refused }: FlushedSession): void {
    this.#done.set(directory, sent + refused);
    const now = performance.now();
    if (now - this.#shownAt < (this.#total === undefined ? LINE_EVERY : BAR_EVERY)) return;
    this.#shownAt = now;
    if (this.#total === undefined) this.#out.write(`${deliveredSoFar(this.#count.toLocaleString('en'))}\n`);
    else this.#draw(this.#total);
  }

  /** Removes the bar. */
  end(): void {
    clearInterval(this.#signs);
    if (this.#isDrawn) this.#out.write(clearLine);
  }

  get #count(): number {
    let count = 0;
    for (const done of this.#done.values()) count += done;
    return count;
  }

  #draw(total: number): void {
    this.#out.write(clearLine + bar(this.#count, total));
    this.#isDrawn = true;
  }
}

function bar(done: number, total: number): string {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const filled = Math.round(share * BAR_WIDTH);
  const percent = `${Math.floor(share * 100)}`.padStart(3);
  const count = `${done.toLocaleString('en')} of ${total.toLocaleString('en')} results`;
  return `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ${percent} %  ${count}`;
}
