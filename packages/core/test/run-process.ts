import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs Node with only PATH from our own environment. */
export async function runProcess(args: readonly string[]): Promise<{ code: number | null; errorOutput: string }> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errorOutput = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput += text;
  });
  const [code] = await once(child, 'close');
  return { code: typeof code === 'number' ? code : null, errorOutput };
}
