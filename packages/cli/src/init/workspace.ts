import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { globSync } from 'tinyglobby';
import { parse } from 'yaml';
import { isObject, readManifest } from './manifest.js';

/**
 * Folders of a workspace's packages, relative to its root, with slashes. Empty if the folder is not the root of a pnpm, npm,
 * Yarn or Bun workspace, which Nx and Turborepo build upon, too.
 */
export function packageFolders(root: string): string[] {
  const patterns = workspacePatterns(root);
  if (patterns.length === 0) return [];
  const manifests = globSync(
    patterns.map((pattern) => {
      const isExcluded = pattern.startsWith('!');
      const folder = pattern.replace(/^!?(\.\/)?/, '').replace(/\/$/, '');
      return `${isExcluded ? '!' : ''}${folder}/package.json`;
    }),
    { cwd: root, ignore: ['**/node_modules/**'] },
  );
  return manifests.map((file) => posix.dirname(file)).sort();
}

function workspacePatterns(root: string): string[] {
  const file = join(root, 'pnpm-workspace.yaml');
  const fromPnpm: unknown = existsSync(file) ? parse(readFileSync(file, 'utf8')) : undefined;
  if (isObject(fromPnpm) && fromPnpm.packages !== undefined) return textsIn(fromPnpm.packages);
  const workspaces = readManifest(root)?.workspaces;
  // Yarn 1 also takes { "packages": […] }.
  return textsIn(isObject(workspaces) ? workspaces.packages : workspaces);
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
