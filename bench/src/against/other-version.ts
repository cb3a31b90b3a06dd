import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { npm, pack } from '../../../scripts/packing.mjs';
import type { Contestant } from '../suites/contestant.js';
import { OURS } from '../suites/installation.js';
import { testpoint, wire } from '../suites/ours.js';
import { INSTALLATION, REPOSITORY } from '../suites/places.js';

/**
 * Our reporters at a commit, built and installed below the suites' installation, so that they use its frameworks.
 * A commit that was installed before is used again.
 * @throws an Error if there is no such commit, or if it can't be built
 */
export function versionAt(commit: string, say: (line: string) => void): Contestant {
  const id = git('rev-parse', '--verify', `${commit}^{commit}`).trim();
  const folder = join(INSTALLATION, 'against', id);
  if (!existsSync(join(folder, 'node_modules'))) {
    say(`building ${commit}`);
    installAt(id, folder);
  }
  const { resolve } = createRequire(join(folder, 'package.json'));
  return { ...testpoint, wire: (framework, { url }) => wire(framework, url, [], resolve) };
}

function installAt(id: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const tree = join(folder, 'tree');
  git('worktree', 'add', '--force', '--detach', tree, id);
  try {
    execFileSync(process.execPath, ['scripts/set-up.mjs'], { cwd: tree, stdio: ['ignore', 'ignore', 'inherit'] });
    const files = pack(tree, OURS, folder);
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
    // The frameworks come from the folder above.
    npm(folder, ['install', '--no-save', '--no-package-lock', '--legacy-peer-deps', ...Object.values(files)]);
    for (const file of Object.values(files)) rmSync(file);
  } finally {
    git('worktree', 'remove', '--force', tree);
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}
