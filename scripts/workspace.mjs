// Which of the workspace's packages depend on which.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './projects.mjs';

/** Folders with sources, relative to the root: each package, and the benchmarks. */
export const folders = [...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`), 'bench'];

const manifests = new Map(
  folders.map((folder) => [folder, JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))]),
);

/** @returns the folders of packages, and those of all packages that depend on them, also by way of others */
export function withDependents(changed) {
  const found = new Set(changed);
  for (const folder of found) {
    const { name } = manifests.get(folder);
    for (const [other, { dependencies, devDependencies }] of manifests) {
      if (name in { ...dependencies, ...devDependencies }) found.add(other);
    }
  }
  return [...found].sort();
}
