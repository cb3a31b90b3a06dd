import spawn from 'cross-spawn';

/** Names of a branch that is probably the default one. */
const USUAL = /^(?:main|master|trunk|develop)$/;

/** The default branch of a repository, as its clone knows it, or else the current one if it has a usual name. */
export function defaultBranch(root: string): string {
  const ofOrigin = git(root, 'symbolic-ref', '--short', 'refs/remotes/origin/HEAD')?.replace(/^origin\//, '');
  if (ofOrigin !== undefined) return ofOrigin;
  const current = git(root, 'symbolic-ref', '--short', 'HEAD') ?? '';
  return USUAL.test(current) ? current : 'main';
}

function git(cwd: string, ...args: string[]): string | undefined {
  const { status, stdout } = spawn.sync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return status === 0 ? stdout.trim() || undefined : undefined;
}
