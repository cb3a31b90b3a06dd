import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import type { SuiteFramework as Framework } from '@testpoint/frameworks/commands';
import { FRAMEWORKS } from '@testpoint/frameworks/commands';
import { globSync } from 'tinyglobby';
import { callOf, foldersIn } from './calls.js';
import { ScriptConfig } from './config/script-config.js';
import { isCarried, isPackageOf } from './framework-version.js';
import { findManifest, type Manifest, manifestsFrom, suiteManifest } from './manifest.js';
import { programOf } from './other-programs.js';
import { readText } from './text-file.js';
import { packageFolders } from './workspace.js';

/** The frameworks that a project may have, for a message. */
export const ALL_TITLES = FRAMEWORKS.map(({ title }) => title)
  .join(', ')
  .replace(/, (?!.*, )/, ' or ');

/** Folders below a root that have a suite of their own, such as packages of a workspace; relative to it, with slashes. */
export function packagesWithSuites(root: string): string[] {
  return foldersBelow(root).filter((folder) => suitesIn(join(root, folder)).length > 0);
}

/**
 * The frameworks whose suites are in a folder. The root of a workspace may only install one for its packages: it has no
 * configuration of it, and no script that runs it.
 */
export function frameworksOf(root: string, manifest: Manifest): Framework[] {
  return FRAMEWORKS.filter((framework) => {
    if (manifest.isInherited) return isNamed(framework, manifest) && hasConfig(framework, root);
    if (hasConfig(framework, root) || isCarried(framework, manifest)) return true;
    if (isRun(framework, manifest)) return homeOf(framework, root).isNamed;
    const program = programOf(framework, manifest);
    if (program !== undefined) return program.place !== undefined;
    if (isProjectOfOthers(framework, root)) return false;
    return isNamed(framework, manifest) && !isBelow(framework, root);
  });
}

/** Where the packages for a framework's suite belong: with the framework, or else in the nearest package. */
export function homeOf(framework: Framework, root: string): { home: string; isNamed: boolean; names: Set<string> } {
  const manifests = manifestsFrom(root);
  const at = manifests.findIndex(({ manifest }) => isNamed(framework, manifest));
  const upToHome = manifests.slice(0, Math.max(at, 0) + 1);
  const names = new Set(upToHome.flatMap(({ manifest }) => Object.keys(manifest.dependencies)));
  return { home: upToHome.at(-1)?.folder ?? root, isNamed: at >= 0, names };
}

/** What comes with Node is named by the script that runs it. */
function isNamed(framework: Framework, manifest: Manifest): boolean {
  const { dependencies } = manifest;
  if (framework.comesWithNode) return isRun(framework, manifest);
  return Object.keys(dependencies).some((name) => isPackageOf(framework, name));
}

function isRun(framework: Framework, { scripts }: Manifest): boolean {
  // What runs in another folder is that folder's.
  return Object.values(scripts).some((script) => callOf(framework).test(script.replace(/(^|[;&|(]\s*)cd\s.*/, '')));
}

function isBelow(framework: Framework, root: string): boolean {
  return foldersBelow(root).some((folder) => suitesIn(join(root, folder)).includes(framework));
}

/** A package that only depends on a framework, such as one with shared configurations, has no suite. */
function suitesIn(folder: string): Framework[] {
  try {
    const manifest = suiteManifest(folder);
    if (manifest === undefined) return [];
    const isUsed = (one: Framework) =>
      hasConfig(one, folder) ||
      isCarried(one, manifest) ||
      isRun(one, manifest) ||
      programOf(one, manifest) !== undefined ||
      hasTests(folder);
    return frameworksOf(folder, manifest).filter(isUsed);
  } catch {
    return [];
  }
}

function hasTests(folder: string): boolean {
  const patterns = ['**/*[.-_]{test,spec}.*', '**/{test,tests,__tests__,e2e}/**/*.*'];
  return globSync(patterns, { cwd: folder, ignore: ['**/node_modules/**'] }).length > 0;
}

/** The packages of a workspace, and folders without a package.json that configure what the root only installs. */
function foldersBelow(root: string): string[] {
  const manifest = findManifest(root);
  const isMissing = (framework: Framework) =>
    manifest !== undefined &&
    isNamed(framework, manifest) &&
    !isRun(framework, manifest) &&
    !hasConfig(framework, root);
  const names = FRAMEWORKS.filter(isMissing).flatMap(({ configFiles }) => configFiles);
  const patterns = names.flatMap((name) => [`*/${name}`, `*/*/${name}`]);
  const ignore = ['**/node_modules/**', '**/.*/**', '**/fixtures/**', '**/dist/**'];
  const found = globSync(patterns, { cwd: root, ignore, dot: true }).map((file) => posix.dirname(file));
  const entered = FRAMEWORKS.flatMap((framework) => foldersIn(framework, manifest?.scripts ?? {}));
  const isOwn = (folder: string) => manifestsFrom(join(root, folder))[0]?.folder === root;
  return [...new Set([...packageFolders(root), ...[...found, ...entered].filter(isOwn)])].sort();
}

/** Whether a folder has settings of the framework. */
function hasConfig(framework: Framework, folder: string): boolean {
  const isInFile = framework.configFiles.some((name) => contentOf(framework, join(folder, name)) === 'own');
  return isInFile || configInManifest(framework, folder) !== undefined;
}

/** Whether a folder only has settings for a run that is configured above, where its tests are reported. */
function isProjectOfOthers(framework: Framework, root: string): boolean {
  const isProject = framework.configFiles.some((name) => contentOf(framework, join(root, name)) === 'project');
  return isProject && manifestsFrom(dirname(root)).some(({ folder }) => hasConfig(framework, folder));
}

/** The file with the settings of a folder's package.json: itself, or the one that it names. */
export function configInManifest({ packageKey }: Framework, folder: string): string | undefined {
  const manifest = packageKey === undefined ? undefined : findManifest(folder);
  if (packageKey === undefined || manifest === undefined) return undefined;
  const { root } = new ScriptConfig(manifest.text, '.json');
  const value = root.kind === 'object' ? root.get(packageKey) : undefined;
  if (value?.kind === 'text' && statSync(join(folder, value.text), { throwIfNoEntry: false })?.isFile())
    return value.text;
  return value === undefined ? undefined : 'package.json';
}

/** Whether the framework reads its configuration from a file, if it is there. */
export function isConfig(framework: Framework, path: string): boolean {
  return contentOf(framework, path) !== 'nothing';
}

function contentOf({ contentOf }: Framework, path: string): ReturnType<NonNullable<Framework['contentOf']>> {
  if (!existsSync(path)) return 'nothing';
  return contentOf?.(basename(path), () => readText(path) ?? '') ?? 'own';
}
