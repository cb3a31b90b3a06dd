import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ScriptConfig } from './config/script-config.js';
import { isCarried } from './framework-version.js';
import type { Framework } from './frameworks/framework.js';
import { FRAMEWORKS } from './frameworks/index.js';
import { findManifest, type Manifest } from './manifest.js';
import { readText } from './text-file.js';
import { packageFolders } from './workspace.js';

/** Folders of a workspace's packages that have a suite, relative to its root, with slashes. */
export function packagesWithSuites(root: string): string[] {
  return packageFolders(root).filter((folder) => {
    const manifest = findManifest(join(root, folder));
    return manifest !== undefined && frameworksOf(join(root, folder), manifest).length > 0;
  });
}

/**
 * The frameworks whose suites are in a folder. The root of a workspace may only install one for its packages: it has no
 * configuration of it, and no script that runs it.
 */
export function frameworksOf(root: string, manifest: Manifest): Framework[] {
  return FRAMEWORKS.filter((framework) => {
    if (hasConfig(framework, root)) return true;
    if (!isInstalled(framework, manifest)) return false;
    return (
      Object.values(manifest.scripts).some((script) => isCommandOf(framework, script)) || !isInPackages(framework, root)
    );
  });
}

function isInstalled(framework: Framework, manifest: Manifest): boolean {
  return manifest.dependencies[framework.dependency] !== undefined || isCarried(framework, manifest);
}

function isInPackages(framework: Framework, root: string): boolean {
  return packageFolders(root).some((folder) => hasConfig(framework, join(root, folder)));
}

/** Whether a folder has settings of the framework. */
function hasConfig(framework: Framework, folder: string): boolean {
  const isInFile = framework.configFiles.some((name) => contentOf(framework, join(folder, name)) === 'own');
  return isInFile || isInManifest(framework, folder);
}

/** Whether a folder's package.json has settings of the framework. */
export function isInManifest({ packageKey }: Framework, folder: string): boolean {
  const manifest = packageKey === undefined ? undefined : findManifest(folder);
  if (packageKey === undefined || manifest === undefined) return false;
  const { root } = new ScriptConfig(manifest.text, '.json');
  return root.kind === 'object' && root.get(packageKey) !== undefined;
}

/** Whether the framework reads its configuration from a file, if it is there. */
export function isConfig(framework: Framework, path: string): boolean {
  return contentOf(framework, path) !== 'nothing';
}

function contentOf({ contentOf }: Framework, path: string): ReturnType<NonNullable<Framework['contentOf']>> {
  if (!existsSync(path)) return 'nothing';
  return contentOf?.(basename(path), () => readText(path) ?? '') ?? 'own';
}

function isCommandOf(framework: Framework, script: string): boolean {
  return callOf(framework).test(script);
}

/** The arguments of each call of the framework in a script. */
export function argumentsIn(framework: Framework, script: string): string[] {
  return [...script.matchAll(callOf(framework))].map(({ groups }) => groups?.given ?? '');
}

/** A script with other arguments in its calls of the framework. */
export function withArguments(framework: Framework, script: string, change: (given: string) => string): string {
  return script.replace(callOf(framework), (_, name: string, given: string) => name + change(given));
}

/** A call of the framework in a script. Its arguments end where a shell starts the next command, or at a quote around the call. */
function callOf({ name }: Framework): RegExp {
  const given = /(?:(?<=[\s=])(?:"[^"]*"|'[^']*')|[^;&|\n"'])*/.source;
  return new RegExp(`((?:^|[\\s;&|/])${name}(?:\\.[cm]?js)?(?=[\\s;&|]|$))(?<given>${given})`, 'g');
}
