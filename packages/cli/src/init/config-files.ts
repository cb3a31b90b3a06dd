import { statSync } from 'node:fs';
import { basename, dirname, join, posix, relative } from 'node:path';
import type { SuiteFramework as Framework } from '@testpoint/frameworks/commands';
import { callsIn } from './calls.js';
import { versionOf } from './framework-version.js';
import type { Manifest } from './manifest.js';
import { configInManifest, isConfig } from './suites.js';

/** The files that scripts name, or else the one that the framework would find. */
export function configFilesOf(framework: Framework, root: string, manifest: Manifest): string[] {
  const named = callsIn(framework, manifest.scripts).map(({ given }) => configNamedIn(framework, root, given).file);
  const above = named.every((file) => file === undefined) ? configAbove(framework, root, manifest) : undefined;
  const { readsManifest = '' } = framework;
  const inManifest = manifest.dependencies[readsManifest] === undefined ? undefined : 'package.json';
  const own = above ?? ownConfigOf(framework, root, '.') ?? inManifest;
  const others = framework.usesEachFile === true ? framework.configFiles : [];
  const existing = others.filter((name) => isConfig(framework, join(root, name)));
  // The others often import it.
  return [...new Set([own, ...existing, ...named].filter((file) => file !== undefined))];
}

/** The configuration that the arguments of a call name, and its file if there is one. */
export function configNamedIn(framework: Framework, root: string, given: string) {
  const { options } = framework;
  const [folder, name] = [options.folder, options.config].map((option) =>
    option?.exec(given)?.groups?.value?.replace(/^(["'])(.*)\1$/, '$2'),
  );
  // Vitest looks for the file in the folder, Jest does not.
  const places = [name && folder && posix.join(folder, name), name ?? folder].filter((place) => place !== undefined);
  const files = places.map((place) => configAt(framework, root, posix.normalize(place)));
  return { name, file: files.find((file) => file !== undefined) };
}

/** The file that an option names, or that the framework finds in the folder that it names. */
function configAt(framework: Framework, root: string, place: string): string | undefined {
  const found = statSync(join(root, place), { throwIfNoEntry: false });
  if (found?.isDirectory()) return ownConfigOf(framework, root, place);
  return found?.isFile() ? place : undefined;
}

/** The configuration that a framework finds when it also looks in the folders above the project. */
function configAbove(framework: Framework, root: string, manifest: Manifest): string | undefined {
  const { configFiles } = framework;
  const order = framework.looksAbove?.(versionOf(framework, root, manifest));
  if (order === undefined) return undefined;
  const found: string[] = [];
  for (let folder = root; ; folder = dirname(folder)) {
    found.push(...configFiles.map((name) => join(folder, name)).filter((path) => isConfig(framework, path)));
    if (folder === dirname(folder)) break;
  }
  const place = (path: string) => configFiles.indexOf(basename(path));
  if (order === 'first name') found.sort((one, other) => place(one) - place(other));
  return found[0] === undefined ? undefined : relative(root, found[0]).replaceAll('\\', '/');
}

/** The configuration that the framework finds in a folder of the project. */
export function ownConfigOf(framework: Framework, root: string, folder: string): string | undefined {
  const found = framework.configFiles.find((name) => isConfig(framework, join(root, folder, name)));
  const name = found ?? configInManifest(framework, join(root, folder));
  return name === undefined ? undefined : posix.join(folder, name);
}
