import { fileURLToPath } from 'node:url';
import { run } from '../processes.js';

const IN_TURN = fileURLToPath(new URL('../../test/fixtures/in-turn.mjs', import.meta.url));
/** With more in one process, the other core would be idle. */
const AT_MOST = 8;

/** A program to run, and its folder. */
export interface Job {
  args: readonly string[];
  cwd: string;
  env: Record<string, string>;
}

interface WaitingJob extends Job {
  done(output: Promise<string>): void;
}

/**
 * Runs programs that are requested at the same time in a few processes, because starting a process takes longer than most
 * programs.
 */
export class InTurn {
  #waiting: WaitingJob[] = [];

  /** @returns the output of the program */
  print(job: Job): Promise<string> {
    if (this.#waiting.length === 0) setImmediate(() => this.#start());
    return new Promise((resolve) => this.#waiting.push({ ...job, done: resolve }));
  }

  #start(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let from = 0; from < waiting.length; from += AT_MOST) {
      const jobs = waiting.slice(from, from + AT_MOST);
      const outputs = runAll(jobs);
      for (const [index, { done }] of jobs.entries()) done(outputs.then((all) => all[index] ?? ''));
    }
  }
}

async function runAll(jobs: readonly Job[]): Promise<string[]> {
  const [first] = jobs;
  if (first === undefined) return [];
  const list = jobs.map(({ args, cwd, env }) => ({ args, cwd, env }));
  const { stdout, stderr } = await run({
    args: [IN_TURN, JSON.stringify(list)],
    cwd: first.cwd,
    env: { NODE_PATH: '' },
  });
  const errors = stderr.split('\0');
  return stdout.split('\0').map((output, index) => `${output}\n${errors[index]}`);
}
