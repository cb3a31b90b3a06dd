import { renameSync } from 'node:fs';
import type { Rerun } from '../../outbox/format/rerun.js';
import { writeNew } from '../../outbox/write/whole-file.js';

const { pid } = process;
let count = 0;

/** Notes in a file's name that a session is open, and how it ended, for `testpoint exec --rerun`. */
export class RerunMark {
  readonly #path: string;

  constructor({ folder }: Rerun) {
    this.#path = `${folder}/${pid}-${++count}`;
    writeNew(`${this.#path}.open`, '');
  }

  /** @param failed number of failed and blocked tests that do not run again */
  end(failed: number): void {
    renameSync(`${this.#path}.open`, `${this.#path}.${failed}.ended`);
  }
}
