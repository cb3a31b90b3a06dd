import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { invocation } from '../invocation.js';
import { git } from './git.js';
import type { Manifest } from './manifest.js';
import { findManifest, readManifest } from './manifest.js';
import { noLockFile, severalLockFiles } from './messages.js';

export const PACKAGE_MANAGERS = ['npm', 'pnpm', 'yarn', 'bun'] as const;
export type PackageManager = (typeof PACKAGE_MANAGERS)[number];

/** The package manager of a project, or the reason why it is unclear. */
export type Detected = { manager: PackageManager; folder: string } | { unclear: string };

export const LOCK_FILES: Record<string, PackageManager> = {
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
};

/**
 * The package manager of a project, from package.json or else the lock file. Uses the nearest folder that has either,
 * because a workspace keeps them at its root. Without both, the one that runs this command, such as npm by `npx`.
 */
export function detectPackageManager(root: string): Detected {
  for (let folder = root; ; folder = dirname(folder)) {
    const named = namedIn(findManifest(folder));
    if (named !== undefined) return { manager: named, folder };
    const locks = Object.keys(LOCK_FILES).filter((name) => existsSync(join(folder, name)));
    const managers = new Set(locks.map((name) => LOCK_FILES[name]).filter((name) => name !== undefined));
    const [manager] = managers;
    if (managers.size > 1) return { unclear: severalLockFiles(locks, folder) };
    if (manager !== undefined) return { manager, folder };
    if (folder !== dirname(folder)) continue;
    const running = PACKAGE_MANAGERS.find((name) => invocation().env.npm_config_user_agent?.startsWith(`${name}/`));
    if (running !== undefined) return { manager: running, folder: root };
    return { unclear: noLockFile };
  }
}

/** How to run a command of an installed package. */
export const RUNNERS: Readonly<Record<PackageManager, string>> = {
  npm: 'npx',
  pnpm: 'pnpm exec',
  yarn: 'yarn',
  bun: 'bunx',
};

/** The command that runs a script of package.json with more arguments. */
export function scriptCommand(manager: PackageManager, script: string, given: readonly string[]): string {
  const run = script === 'test' && manager !== 'bun' ? [manager, script] : [manager, 'run', script];
  return [...run, ...(manager === 'npm' && given.length > 0 ? ['--'] : []), ...given].join(' ');
}

/** What a CI job needs to install a project's packages exactly as its lock file says. */
export interface CiInstall {
  /** Makes the package manager available, if Node's installation does not. */
  before?: string;
  /** Its name for GitHub's action setup-node, if that can keep its packages. */
  cache?: PackageManager;
  install: string;
  /** How GitLab keeps its packages: a folder in the project, for each state of the lock file. */
  gitlab?: { lock: string; folder: string; variables: Record<string, string> };
}

/** @param folder where the lock file is @param installs whether init installs something first */
export function ciInstall(manager: PackageManager, folder: string, installs: boolean): CiInstall {
  const lock = committedLock(manager, folder, installs);
  const before = { npm: undefined, pnpm: 'corepack enable', yarn: 'corepack enable', bun: 'npm install --global bun' };
  const start = before[manager] === undefined ? {} : { before: before[manager] };
  // Without a lock file, there is nothing to keep packages by, and nothing to install exactly.
  if (lock === undefined) return { ...start, install: `${manager} install` };
  const inFolder = (name: string, variables: Record<string, string>) => ({ lock, folder: name, variables });
  switch (manager) {
    case 'npm':
      return {
        cache: manager,
        install: 'npm ci',
        gitlab: inFolder('.npm', { npm_config_cache: '$CI_PROJECT_DIR/.npm' }),
      };
    case 'pnpm':
      return {
        ...start,
        cache: manager,
        install: 'pnpm install --frozen-lockfile',
        gitlab: inFolder('.pnpm-store', { npm_config_store_dir: '$CI_PROJECT_DIR/.pnpm-store' }),
      };
    case 'yarn':
      return {
        ...start,
        cache: manager,
        install: `yarn install ${isClassic(folder) ? '--frozen-lockfile' : '--immutable'}`,
        gitlab: inFolder('.yarn-cache', {
          YARN_CACHE_FOLDER: '$CI_PROJECT_DIR/.yarn-cache',
          YARN_ENABLE_GLOBAL_CACHE: 'false',
        }),
      };
    case 'bun':
      return {
        ...start,
        install: 'bun install --frozen-lockfile',
        gitlab: inFolder('.bun-cache', { BUN_INSTALL_CACHE_DIR: '$CI_PROJECT_DIR/.bun-cache' }),
      };
  }
}

/** The lock file that the repository will have; undefined if it keeps none. */
function committedLock(manager: PackageManager, folder: string, installs: boolean): string | undefined {
  const names = Object.keys(LOCK_FILES).filter((name) => LOCK_FILES[name] === manager);
  const isWritten = installs && !/^\s*(?:package-lock|lockfile)\s*=\s*false/m.test(contentOf(join(folder, '.npmrc')));
  const lock = names.find((name) => existsSync(join(folder, name))) ?? (isWritten ? names[0] : undefined);
  const isIgnored = lock !== undefined && git(folder, 'check-ignore', '--quiet', lock) !== undefined;
  return isIgnored ? undefined : lock;
}

/** The command that adds packages to a project's development dependencies. @param folder where the lock file is */
export function addCommand(
  manager: PackageManager,
  packages: readonly string[],
  { root, folder }: { root: string; folder: string },
): string[] {
  switch (manager) {
    case 'npm':
      return ['npm', 'install', '--save-dev', ...packages];
    case 'pnpm': {
      // At the root of a workspace, pnpm needs a flag to install into the root itself.
      const isWorkspace = root === folder && /^packages:/m.test(contentOf(join(root, 'pnpm-workspace.yaml')));
      return ['pnpm', 'add', '--save-dev', ...(isWorkspace ? ['--workspace-root'] : []), ...packages];
    }
    case 'yarn': {
      const isWorkspace = root === folder && readManifest(root)?.workspaces !== undefined;
      return [
        'yarn',
        'add',
        '--dev',
        ...(isClassic(folder) && isWorkspace ? ['--ignore-workspace-root-check'] : []),
        ...packages,
      ];
    }
    case 'bun':
      return ['bun', 'add', '--dev', ...packages];
  }
}

/**
 * What has to follow in the folder of the lock file, if anything. After an addition to one package of a workspace, Yarn 1 finds neither
 * packed packages nor their commands from another.
 */
export function afterAdding(
  manager: PackageManager,
  { root, folder }: { root: string; folder: string },
): string[] | undefined {
  return manager === 'yarn' && root !== folder && isClassic(folder) ? ['yarn', 'install'] : undefined;
}

function namedIn(manifest: Manifest | undefined): PackageManager | undefined {
  const { packageManager, devEngines } = manifest ?? {};
  const name = packageManager ?? devEngines;
  return PACKAGE_MANAGERS.find((manager) => name === manager || name?.startsWith(`${manager}@`));
}

/** Whether a project is one of Yarn 1. */
function isClassic(folder: string): boolean {
  const lock = contentOf(join(folder, 'yarn.lock'));
  if (lock !== '') return !/^__metadata:/m.test(lock);
  const { packageManager = 'yarn@1' } = findManifest(folder) ?? {};
  return packageManager.startsWith('yarn@1') && !existsSync(join(folder, '.yarnrc.yml'));
}

function contentOf(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
