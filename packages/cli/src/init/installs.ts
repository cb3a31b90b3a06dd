import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isCancel, select } from '@clack/prompts';
import spawn from 'cross-spawn';
import { CommandFailure, EXIT } from '../failure.js';
import { invocation } from '../invocation.js';
import { VERSION } from '../version.js';
import { findManifest } from './manifest.js';
import * as messages from './messages.js';
import type { PackageFiles } from './package-files.js';
import {
  addCommand,
  afterAdding,
  detectPackageManager,
  PACKAGE_MANAGERS,
  type PackageManager,
} from './package-manager.js';
import type { ProjectPlan } from './plan.js';
import { homeOf } from './suites.js';

/** One folder to set up. */
export interface Target {
  root: string;
  plan: ProjectPlan;
  /** Commands that install what it needs, and what later ones need in the same package. */
  installs: Install[];
}

/** A command, and the package in which it runs. */
export interface Install {
  folder: string;
  command: string[];
  /** A command that has to follow. */
  next?: { folder: string; command: string[] };
  /** What it takes from files, which come first to the folder of the lock file. */
  copies?: { files: PackageFiles; folder: string; names: string[] };
}

interface InstallOptions {
  packageManager?: PackageManager;
  /** Takes our packages from files instead of the registry. */
  files: PackageFiles | undefined;
  /** The folder in which a CI job runs the command line, if there is one. */
  ofCi: string | undefined;
  mayAsk: boolean;
}

/** Each package is installed once, for the first folder that needs it. */
export async function withInstalls(
  plans: readonly Omit<Target, 'installs'>[],
  options: InstallOptions,
): Promise<Target[]> {
  const { files, ofCi } = options;
  const missing = new Map<string, Set<string>>();
  const want = (home: string, wanted: readonly string[], has: (name: string) => boolean) => {
    const packages = missing.get(home) ?? new Set();
    const isThere = (name: string) =>
      files === undefined ? has(name) : files.isSpec(name, findManifest(home)?.dependencies[name]);
    for (const name of files?.withNeeds(wanted) ?? wanted) if (!isThere(name)) packages.add(name);
    missing.set(home, packages);
  };
  const targets = plans.map((target) => {
    const homes = target.plan.frameworks.map((framework) => {
      const { home, names } = homeOf(framework, target.root);
      want(home, [framework.reporter, 'testpoint'], (name) => names.has(name));
      return home;
    });
    return { ...target, homes, installs: [] as Install[] };
  });
  // At the root of a workspace, package managers may not find what only its packages have.
  const above = ofCi === undefined ? undefined : findManifest(ofCi);
  if (ofCi !== undefined && above !== undefined)
    want(ofCi, ['testpoint'], (name) => above.dependencies[name] !== undefined);
  for (const [folder, packages] of missing) {
    if (packages.size === 0) continue;
    const install = await installOf(folder, [...packages], options);
    const [first] = targets;
    const target = targets.find(({ homes }) => homes.includes(folder)) ?? first;
    target?.installs.push(install);
  }
  return targets;
}

async function installOf(
  root: string,
  names: string[],
  { packageManager, mayAsk, files }: InstallOptions,
): Promise<Install> {
  const detected = detectPackageManager(root);
  const folder = 'folder' in detected ? detected.folder : root;
  const packages = files?.specsOf(names, root, folder) ?? names.map((name) => `${name}@^${VERSION}`);
  // Package managers would remove the links that Rush has made.
  if (packageManager === undefined && isOfRush(root)) {
    throw new CommandFailure(messages.installWithRush(root, rushAdd(packages)), EXIT.usage);
  }
  const manager =
    packageManager ?? ('manager' in detected ? detected.manager : await askForManager(detected.unclear, mayAsk));
  const command = addCommand(manager, packages, { root, folder });
  const next = afterAdding(manager, { root, folder });
  return {
    folder: root,
    command,
    ...(next && { next: { folder, command: next } }),
    ...(files && { copies: { files, folder, names } }),
  };
}

export function rushAdd(packages: readonly string[]): string {
  return `rush add --dev ${packages.map((name) => `--package ${name}`).join(' ')}`;
}

function isOfRush(folder: string): boolean {
  return existsSync(join(folder, 'rush.json')) || (folder !== dirname(folder) && isOfRush(dirname(folder)));
}

async function askForManager(why: string, mayAsk: boolean): Promise<PackageManager> {
  const message = messages.whichManager(why);
  if (!mayAsk) throw new CommandFailure(`${message} ${messages.passManager}`, EXIT.usage);
  const answer = await select({ message, options: PACKAGE_MANAGERS.map((value) => ({ value })) });
  if (isCancel(answer)) throw new CommandFailure(messages.nothingChanged, EXIT.failed);
  return answer;
}

/** @throws CommandFailure if the packages could not be installed. Then no file of the package is edited */
export function runInstall(install: Install): void {
  const { copies, next } = install;
  copies?.files.copyInto(copies.folder, copies.names);
  runCommand(install);
  if (next !== undefined) runCommand(next);
  copies?.files.removeOlder(copies.folder);
}

function runCommand({ command: [command = '', ...args], folder: cwd }: Pick<Install, 'command' | 'folder'>): void {
  const { status, error } = spawn.sync(command, args, { cwd, env: invocation().env, stdio: 'inherit' });
  // cross-spawn returns null, although its types say undefined.
  const failure = error instanceof Error ? error : undefined;
  const wanted = args.flatMap((arg) => /^(@testpoint\/[\w-]+|testpoint)@/.exec(arg)?.[1] ?? []);
  // pnpm exits with 1 if it ignores the build script of any package, even of one that was there before.
  const isThere = wanted.length > 0 && wanted.every((name) => isInstalled(cwd, name));
  if (status === 0 || (failure === undefined && isThere)) return;
  const why = failure?.message ?? `${command} ended with ${status ?? 'a signal'}`;
  throw new CommandFailure(messages.notInstalled(why, [command, ...args].join(' ')), EXIT.failed);
}

function isInstalled(root: string, name: string): boolean {
  return findManifest(root)?.dependencies[name] !== undefined && existsSync(join(root, 'node_modules', name));
}
