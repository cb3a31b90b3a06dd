import { spawn } from 'node:child_process';
import { once } from 'node:events';

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
  const child = spawn(program, others, {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errorOutput = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput += text;
  });
  const [code] = await once(child, 'close');
  return { code: typeof code === 'number' ? code : null, errorOutput };
}
