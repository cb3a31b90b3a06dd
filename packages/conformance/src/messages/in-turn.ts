import { tmpdir } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { run } from '../processes.js';

const IN_TURN = fileURLToPath(new URL('../../test/fixtures/in-turn.mjs', import.meta.url));
/** With more in one process, the other core would be idle. */
const AT_MOST = 8;

/** A program to run, and its folder. */
interface Job {
  args: readonly string[];
  cwd: string;
  env: Record<string, string>;
}

/**
 * Runs programs that are requested at the same time in a few processes, because starting a process takes longer than most
 * programs.
 */
export class InTurn {
  #batch: Job[] | undefined;
  #outputs: Promise<string[]> | undefined;

  /** @returns the output of the program */
  async print(job: Job): Promise<string> {
    if (this.#batch === undefined || this.#batch.length === AT_MOST) {
      this.#batch = [];
      this.#outputs = this.#run(this.#batch);
    }
    const outputs = this.#outputs;
    const index = this.#batch.push(job) - 1;
    return (await outputs)?.[index] ?? '';
  }

  async #run(batch: Job[]): Promise<string[]> {
    await setImmediate();
    if (this.#batch === batch) this.#batch = undefined;
    const { stdout, stderr } = await run({
      args: [IN_TURN, JSON.stringify(batch)],
      cwd: tmpdir(),
      env: { NODE_PATH: '' },
    });
    const errors = stderr.split('\0');
    return stdout.split('\0').map((output, index) => `${output}\n${errors[index]}`);
  }
}
