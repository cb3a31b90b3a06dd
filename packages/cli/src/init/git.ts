import spawn from 'cross-spawn';
import { invocation } from '../invocation.js';

/** What Git prints in a folder, or undefined if it is missing or fails, as outside of a repository. */
export function git(cwd: string, ...args: string[]): string | undefined {
  const { env } = invocation();
  const { status, stdout } = spawn.sync('git', args, {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return status === 0 ? stdout : undefined;
}
