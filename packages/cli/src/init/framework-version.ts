import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isOlder } from '@testpoint/core/cli';
import type { SuiteFramework as Framework } from '@testpoint/frameworks/commands';
import { type Manifest, manifestsFrom } from './manifest.js';
import { tooOld } from './messages.js';

/** The installed version of a framework with which a project's scripts run its tests. */
export function versionOf(framework: Framework, root: string, manifest: Manifest): string | undefined {
  const { carrier, comesWithNode } = framework;
  if (comesWithNode) return process.versions.node;
  const dependency = packageOf(framework, root);
  if (!isCarried(framework, manifest)) return installedVersion(root, dependency);
  return installedVersion(root, dependency, carrier?.package) ?? carrier?.newest;
}

/** The framework's package that the nearest package.json names. */
export function packageOf(framework: Framework, root: string): string {
  const names = manifestsFrom(root).flatMap(({ manifest }) => Object.keys(manifest.dependencies));
  return names.find((name) => isPackageOf(framework, name)) ?? framework.dependency;
}

export function isPackageOf({ dependency, editions }: Framework, name: string): boolean {
  return name === dependency || editions?.test(name) === true;
}

/** Whether a script runs the framework by another package, which has it as its own dependency. */
export function isCarried({ carrier }: Framework, { scripts }: Manifest): boolean {
  return carrier !== undefined && Object.values(scripts).some((script) => carrier.script.test(script));
}

/** Why the version of a framework is not supported, without the framework's name. */
export function describeTooOld(framework: Framework, root: string, manifest: Manifest): string | undefined {
  const version = versionOf(framework, root, manifest);
  const { oldest } = framework.versions;
  if (version === undefined || !isOlder(version, oldest)) return undefined;
  const { carrier, reporter } = framework;
  const found = isCarried(framework, manifest) ? `${version} of ${carrier?.package}` : version;
  const then = isCarried(framework, manifest) ? `. ${carrier?.remedy}` : '';
  return tooOld(found, reporter, oldest, then);
}

/** Resolves like the project's own modules, or like those of a package of the project. */
export function installedVersion(root: string, name: string, within?: string): string | undefined {
  try {
    const project = createRequire(join(root, 'package.json'));
    const modules = within === undefined ? project : createRequire(project.resolve(`${within}/package.json`));
    const manifest: unknown = modules(`${name}/package.json`);
    if (typeof manifest !== 'object' || manifest === null || !('version' in manifest)) return undefined;
    return typeof manifest.version === 'string' ? manifest.version : undefined;
  } catch {
    return undefined;
  }
}
