import { cleanEnvironment, type Ended as End, type Printed, type Started, start } from '../../../scripts/processes.mjs';
import { until } from './harness/until.js';

/** How a process ended, and what was visible from outside. */
export interface Ended extends End {
  /** Epoch milliseconds. */
  startedAt: number;
  endedAt: number;
  /** Whether it did not end in time, and was killed. */
  hung: boolean;
}

/** A signal for a process, and the condition for sending it. */
export interface Signal {
  name: NodeJS.Signals;
  when(printed: Printed): boolean;
}

interface Start {
  args: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  signal?: Signal | undefined;
}

/** More at once would only slow each one down. */
const AT_ONCE = 2;
const PATIENCE = 240_000;

let free = AT_ONCE;
const waiting: (() => void)[] = [];

/** Waits for a free slot, then runs `node`. */
export async function run(options: Start): Promise<Ended> {
  if (free > 0) free -= 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await runNow(options);
  } finally {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  }
}

async function runNow({ args, cwd, env, signal }: Start): Promise<Ended> {
  const startedAt = Date.now();
  const started = start(process.execPath, args, {
    ...{ cwd, env: { ...cleanEnvironment(), ...env } },
    ...{ timeout: PATIENCE, killSignal: 'SIGKILL' },
  });
  const [end] = await Promise.all([started.ended, signal && send(signal, started)]);
  const endedAt = Date.now();
  return { ...end, startedAt, endedAt, hung: endedAt - startedAt >= PATIENCE };
}

async function send({ name, when }: Signal, { child, printed }: Started): Promise<void> {
  await until(() => {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`It ended before ${name} was sent.`);
    return when(printed) || undefined;
  }, PATIENCE);
  child.kill(name);
}
