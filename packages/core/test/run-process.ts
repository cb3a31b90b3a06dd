import { execFileSync } from 'node:child_process';
import { run } from '../../../scripts/processes.mjs';

/**
 * Runs Node with only PATH from our own environment, and `env`.
 * @param limits options of `ulimit` with their values, such as `-v 900000`
 */
export async function runProcess(
  args: readonly string[],
  limits?: string,
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; errorOutput: string }> {
  const command = [process.execPath, ...args];
  const limit = ['bash', '-c', `ulimit -c 0; ulimit ${limits}; exec "$@"`, 'limited'];
  const [program = '', ...others] = limits === undefined ? command : [...limit, ...command];
  const { code, stderr } = await run(program, others, { env: { PATH: process.env.PATH, ...env } });
  return { code, errorOutput: stderr };
}

/** The option of `ulimit` that leaves a Node that has just started so many KiB of address space. Only on Linux. */
export function addressSpace(left: number): string {
  const status = execFileSync(process.execPath, ['-p', "fs.readFileSync('/proc/self/status', 'utf8')"], {
    encoding: 'utf8',
  });
  return `-v ${Number(/^VmSize:\s+(\d+) kB/m.exec(status)?.[1]) + left}`;
}
