import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cleanEnvironment, run } from '../../../scripts/processes.mjs';
import { FIXTURES } from './places.js';

/** The resources used by a command and all its descendants. */
export interface Taken {
  exitCode: number;
  /** Time from its start to its end, including closing its output, milliseconds. */
  wall: number;
  /** When it ended, epoch milliseconds. */
  endedAt: number;
  /** User and system time of all processes in the tree, milliseconds; undefined if the system does not provide it. */
  cpu: number | undefined;
  /** The user time alone. */
  userCpu: number | undefined;
  /** Machine instructions outside the kernel; undefined without `perf`. */
  instructions: number | undefined;
  /** Peak memory of the started process, MiB; undefined if it was killed. */
  memory: number | undefined;
  /** The end of its output. */
  output: string;
}

/**
 * Runs Node in a folder and measures it. A shell adds up the usage of its children, as the system counts it for a parent. A
 * process that is not awaited would be missing, but the frameworks await theirs.
 */
export async function runTree(
  args: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<Taken> {
  const files = {
    times: join(folder, 'times.txt'),
    memory: join(folder, 'memory.txt'),
    counts: join(folder, 'counts.txt'),
  };
  for (const file of Object.values(files)) rmSync(file, { force: true });
  const counted = (await CAN_COUNT)
    ? [...COUNT, '--output', files.counts, process.execPath, ...args]
    : [process.execPath, ...args];
  const [program = '', ...rest] = HAS_TIMES ? ['bash', '-c', TIMED, 'bash', ...counted] : counted;
  const started = performance.now();
  const { code, output } = await run(program, rest, {
    cwd: folder,
    env: {
      ...cleanEnvironment(),
      NO_COLOR: '1',
      ...env,
      NODE_OPTIONS: `--require ${JSON.stringify(join(FIXTURES, 'main-process.cjs'))} ${env.NODE_OPTIONS ?? ''}`,
      BENCH_NODE_OPTIONS: env.NODE_OPTIONS ?? '',
      BENCH_TIMES: files.times,
      BENCH_MEMORY: files.memory,
    },
  });
  const wall = performance.now() - started;
  const endedAt = Date.now();
  const [user, system = 0] = numbersIn(files.times, /^([\d.]+) ([\d.]+)$/m);
  const [kibibytes] = numbersIn(files.memory, /^(\d+)/);
  return {
    ...{ exitCode: code ?? -1, wall, endedAt, output: output.slice(-OUTPUT_KEPT) },
    cpu: user === undefined ? undefined : (user + system) * 1000,
    userCpu: user === undefined ? undefined : user * 1000,
    instructions: numbersIn(files.counts, COUNTED)[0],
    memory: kibibytes === undefined ? undefined : kibibytes / 1024,
  };
}

/** A bash script that runs its arguments as a command, and writes only the command's user and system time to a file, in seconds. */
const TIMED = 'exec 3>&2; TIMEFORMAT="%3U %3S"; { time "$@" 2>&3 3>&-; } 2>"$BENCH_TIMES"';
const OUTPUT_KEPT = 20_000;

/** Linux's perf. Unlike times, its counts don't depend on what else the machine is doing. */
const COUNT = ['perf', 'stat', '--event', 'instructions:u', '--field-separator', ','];
const COUNTED = /^(\d+),,instructions:u/m;
const CAN_COUNT = run('perf', [...COUNT.slice(1), 'true']).then(
  ({ stderr }) => COUNTED.test(stderr),
  () => false,
);
const HAS_TIMES = process.platform !== 'win32' && existsSync('/bin/bash');

/** The numbers that a pattern captures in a file; none if there is no such file. */
function numbersIn(file: string, pattern: RegExp): number[] {
  const [, ...found] = existsSync(file) ? (pattern.exec(readFileSync(file, 'utf8')) ?? []) : [];
  return found.map(Number);
}
