import { FRAMEWORKS } from '@testpoint/frameworks/commands';
import { installedVersion } from './framework-version.js';
import { manifestsFrom } from './manifest.js';

/** How the checkers of a project know Node's `process`: TypeScript by types only, ESLint perhaps by a browser's names only. */
export function processIn(root: string, file: string): string | undefined {
  if (/ts$/.test(file)) return hasNodeTypes(root) ? 'process' : undefined;
  const isLinted = manifestsFrom(root).some(({ manifest }) => 'eslint' in manifest.dependencies);
  return isLinted ? 'globalThis.process' : 'process';
}

/** Whether TypeScript finds the types of Node, also from packages that refer to them. */
function hasNodeTypes(root: string): boolean {
  return [undefined, ...FRAMEWORKS.flatMap(({ typesOfNode = [] }) => typesOfNode)].some(
    (within) => installedVersion(root, '@types/node', within) !== undefined,
  );
}
