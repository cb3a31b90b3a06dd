import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isObject } from '@testpoint/interface/codec';
import { globSync } from 'tinyglobby';
import { parse } from 'yaml';
import { readManifest } from './manifest.js';

/**
 * Folders of a workspace's packages, relative to its root, with slashes. Empty if the folder is not the root of a pnpm, npm,
 * Yarn or Bun workspace, which Turborepo and Nx build upon, too, of a project of Lerna, or of an Nx workspace whose projects
 * have no package.json.
 */
export function packageFolders(root: string): string[] {
  const ignore = ['**/node_modules/**'];
  const projects = existsSync(join(root, 'nx.json')) ? globSync('*/**/project.json', { cwd: root, ignore }) : [];
  const patterns = workspacePatterns(root);
  const packages = globSync(
    patterns.map((pattern) => {
      const isExcluded = pattern.startsWith('!');
      const folder = pattern.replace(/^!?(\.\/)?/, '').replace(/\/$/, '');
      return `${isExcluded ? '!' : ''}${folder}/package.json`;
    }),
    { cwd: root, ignore },
  );
  const folders = new Set([...packages, ...projects].map((file) => posix.dirname(file)));
  folders.delete('.');
  return [...folders].sort();
}

function workspacePatterns(root: string): string[] {
  const file = join(root, 'pnpm-workspace.yaml');
  const fromPnpm: unknown = existsSync(file) ? parse(readFileSync(file, 'utf8')) : undefined;
  if (isObject(fromPnpm) && fromPnpm.packages !== undefined) return textsIn(fromPnpm.packages);
  const workspaces = readManifest(root)?.workspaces;
  // Yarn 1 also takes { "packages": […] }, as Lerna does without a workspace.
  return textsIn(isObject(workspaces) ? workspaces.packages : (workspaces ?? packagesOfLerna(root)));
}

function packagesOfLerna(root: string): unknown {
  const file = join(root, 'lerna.json');
  // JSON is YAML.
  const config: unknown = existsSync(file) ? parse(readFileSync(file, 'utf8')) : undefined;
  return isObject(config) ? config.packages : undefined;
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
