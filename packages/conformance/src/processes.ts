import { type ChildProcess, spawn } from 'node:child_process';

/** How a process ended, and what was visible from outside. */
export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
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
/** Environment variables of a test runner around us that the frameworks' processes must not see. */
const FOREIGN =
  /^(VITEST|JEST|MOCHA|TEST$|TEST_|TINYPOOL|NODE_OPTIONS|NODE_ENV|NODE_V8|PW|PLAYWRIGHT|TMS_|TESTPOINT|FORCE_COLOR|NO_COLOR|CI$|BUILD_|GITHUB_)/;

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
  const child = spawn(process.execPath, [...args], {
    cwd,
    env: { ...cleanEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collect(child);
  let hung = false;
  let over = false;
  const limit = setTimeout(() => {
    hung = true;
    child.kill('SIGKILL');
  }, PATIENCE);
  const end = new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
    child.on('close', (code, signal) => {
      over = true;
      resolve([code, signal]);
    });
  });
  const running: Running = {
    get stdout() {
      return output.stdout;
    },
    get stderr() {
      return output.stderr;
    },
    until: async (look) => {
      while (!look()) {
        if (over) throw new Error('The process ended before the condition held.');
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    kill: (signal) => void child.kill(signal),
  };
  const watched = watch?.(running).catch((error: unknown) => {
    output.stderr += `\n${String(error)}`;
    child.kill('SIGKILL');
  });
  const [code, signal] = await end;
  clearTimeout(limit);
  await watched;
  return { code, signal, ...output, startedAt, endedAt: Date.now(), hung };
}

function collect(child: ChildProcess): { stdout: string; stderr: string } {
  const output = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    output.stdout += chunk;
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    output.stderr += chunk;
  });
  return output;
}

export function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.test(name)));
}
