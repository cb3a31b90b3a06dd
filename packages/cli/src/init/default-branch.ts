import { git } from './git.js';

/** Names of a branch that is probably the default one. */
const USUAL = /^(?:main|master|trunk|develop)$/;

/** The default branch of a repository, as its clone knows it, or else the current one if it has a usual name. */
export function defaultBranch(root: string): string {
  const nameOf = (reference: string) => git(root, 'symbolic-ref', '--short', reference)?.trim() ?? '';
  const ofOrigin = nameOf('refs/remotes/origin/HEAD').replace(/^origin\//, '');
  if (ofOrigin !== '') return ofOrigin;
  const current = nameOf('HEAD');
  return USUAL.test(current) ? current : 'main';
}
