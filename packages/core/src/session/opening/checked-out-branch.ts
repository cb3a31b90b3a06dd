import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readText } from '../../outbox/format/plain-files.js';

/** Bytes of the files that say it. */
const LONGEST = 4096;

/**
 * The branch that a folder's Git repository has checked out. Starts no process: it reads `.git/HEAD` of the folder or of one above.
 * Undefined without a branch, such as during a rebase, or without a repository.
 */
export function checkedOutBranch(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const git = join(at, '.git');
    if (existsSync(git)) return branchIn(textOf(join(git, 'HEAD')) ?? headElsewhere(git));
    if (dirname(at) === at) return undefined;
  }
}

/** In a worktree or a submodule, `.git` is a file that names the folder. */
function headElsewhere(file: string): string | undefined {
  const folder = /^gitdir: (.+)/.exec(textOf(file) ?? '')?.[1];
  return folder && textOf(resolve(dirname(file), folder.trimEnd(), 'HEAD'));
}

/** Repositories that keep their branches in tables name an invalid one, `.invalid`. */
function branchIn(head = ''): string | undefined {
  return /^ref: refs\/heads\/(?!\.)(.+)/.exec(head)?.[1]?.trimEnd();
}

function textOf(path: string): string | undefined {
  try {
    return readText(path, LONGEST);
  } catch {
    return undefined;
  }
}
