import type { FlushedSession } from '@testpoint/core/cli';
import { clearProgress, showProgress } from './terminal.js';

const BAR_WIDTH = 30;
/** If nothing is delivered for this long, the bar says that we are waiting; milliseconds. */
const SIGN_EVERY = 1_000;

/** Shows the progress of a flush as a bar. */
export class FlushProgress {
  readonly #total: number;
  readonly #done = new Map<string, number>();
  readonly #signs: NodeJS.Timeout;

  /** @param total results to deliver */
  constructor(total: number) {
    this.#total = total;
    this.#signs = setInterval(() => this.#draw(), SIGN_EVERY);
    this.#signs.unref();
  }

  update({ directory, sent, refused }: FlushedSession): void {
    this.#done.set(directory, sent + refused);
    this.#draw();
  }

  /** Removes the bar. */
  end(): void {
    clearInterval(this.#signs);
    clearProgress();
  }

  #draw(): void {
    showProgress(() =>
      bar(
        [...this.#done.values()].reduce((sum, count) => sum + count, 0),
        this.#total,
      ),
    );
  }
}

function bar(done: number, total: number): string {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const filled = Math.round(share * BAR_WIDTH);
  const percent = `${Math.floor(share * 100)}`.padStart(3);
  const count = `${done.toLocaleString('en')} of ${total.toLocaleString('en')} results`;
  return `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ${percent} %  ${count}`;
}
