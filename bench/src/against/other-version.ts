import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { outputOf } from '../../../scripts/processes.mjs';
import { npm, pack } from '../../../scripts/projects.mjs';
import type { Contestant } from '../peers/peer.js';
import { OURS } from '../suites/installation.js';
import { ours } from '../suites/ours.js';
import { INSTALLATION, REPOSITORY } from '../suites/places.js';

/**
 * Our reporters at a commit, without the setup line and with it: built, and installed below the suites' installation, so that
 * they use its frameworks. A commit that was installed before is used again.
 * @throws an Error if there is no such commit, or if it can't be built
 */
export async function versionAt(commit: string, say: (line: string) => void): Promise<Contestant[]> {
  const id = (await git('rev-parse', '--verify', `${commit}^{commit}`)).trim();
  const folder = join(INSTALLATION, 'against', id);
  if (!existsSync(join(folder, 'node_modules'))) {
    say(`building ${commit}`);
    await installAt(id, folder);
  }
  return ours(createRequire(join(folder, 'package.json')).resolve);
}

async function installAt(id: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const tree = join(folder, 'tree');
  await git('worktree', 'add', '--force', '--detach', tree, id);
  try {
    await outputOf(process.execPath, ['scripts/set-up.mjs'], { cwd: tree });
    const names = OURS.filter((name) => existsSync(join(tree, 'packages', name)));
    const files = await pack(tree, names, folder);
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
    // The frameworks come from the folder above.
    await npm(folder, ['install', '--no-save', '--no-package-lock', '--legacy-peer-deps', ...Object.values(files)]);
    for (const file of Object.values(files)) rmSync(file);
  } finally {
    await git('worktree', 'remove', '--force', tree);
  }
}

function git(...args: string[]): Promise<string> {
  return outputOf('git', args, { cwd: REPOSITORY });
}
