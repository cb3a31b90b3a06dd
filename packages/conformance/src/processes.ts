import { cleanEnvironment, type Ended as End, start as startProcess } from '../../../scripts/processes.mjs';

/** How a process ended, and what was visible from outside. */
export interface Ended extends End {
  /** Epoch milliseconds. */
  startedAt: number;
  endedAt: number;
  /** Whether it did not end in time, and was killed. */
  hung: boolean;
}

interface Running {
  readonly stdout: string;
  readonly stderr: string;
  /** Waits until a condition holds, checking every few milliseconds. Rejects if the process ends first. */
  until(look: () => boolean): Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

interface Start {
  args: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Runs alongside the process, as part of the run. */
  watch?: ((running: Running) => Promise<void>) | undefined;
}

/** More at once would only slow each one down. */
const AT_ONCE = 2;
const PATIENCE = 240_000;

let free = AT_ONCE;
const waiting: (() => void)[] = [];

/** Waits for a free slot, then runs `node`. */
export async function run(start: Start): Promise<Ended> {
  if (free > 0) free -= 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await runNow(start);
  } finally {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  }
}

async function runNow({ args, cwd, env, watch }: Start): Promise<Ended> {
  const startedAt = Date.now();
  const { child, printed, ended } = startProcess(process.execPath, args, {
    cwd,
    env: { ...cleanEnvironment(), ...env },
  });
  let hung = false;
  const limit = setTimeout(() => {
    hung = true;
    child.kill('SIGKILL');
  }, PATIENCE);
  const running: Running = {
    get stdout() {
      return printed.stdout;
    },
    get stderr() {
      return printed.stderr;
    },
    until: async (look) => {
      while (!look()) {
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error('The process ended before the condition held.');
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    kill: (signal) => void child.kill(signal),
  };
  let trouble = '';
  const watched = watch?.(running).catch((error: unknown) => {
    trouble = `\n${String(error)}`;
    child.kill('SIGKILL');
  });
  const end = await ended;
  clearTimeout(limit);
  await watched;
  return { ...end, stderr: `${end.stderr}${trouble}`, startedAt, endedAt: Date.now(), hung };
}
