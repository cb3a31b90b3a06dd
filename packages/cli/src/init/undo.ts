import { join, relative } from 'node:path';
import { git } from './git.js';
import type { Install } from './installs.js';
import * as messages from './messages.js';
import { PACKAGES } from './package-files.js';
import type { FileChange } from './plan.js';

/** What init changes in one folder of a repository. */
interface Changed {
  root: string;
  changes: readonly FileChange[];
  installs: readonly Install[];
}

/** How to take back what init does. Ask before it does anything: afterwards, no file is as it was. @returns lines to print */
export function undoLines(root: string, changed: readonly Changed[]): string[] {
  const files = changed.flatMap((one) =>
    one.changes.map(({ file, before }) => ({ path: shown(root, join(one.root, file)), isNew: before === undefined })),
  );
  const added = files.filter(({ isNew }) => isNew).map(({ path }) => path);
  const edited = files.filter(({ isNew }) => !isNew).map(({ path }) => path);
  const clean = cleanFiles(root, edited);
  const others = edited.filter((path) => !clean.includes(path));
  const copied = changed.flatMap(({ installs }) => installs.flatMap(({ copies }) => copies?.folder ?? []));
  const folders = new Set(copied.map((folder) => shown(root, join(folder, PACKAGES))));
  const commands = [
    ...changed.flatMap(({ installs }) => installs.map((install) => uninstall(root, install))),
    ...(clean.length > 0 ? [`git restore ${clean.map(quoted).join(' ')}`] : []),
    ...[...folders].map((path) => `rm -r ${quoted(path)}`),
    ...(added.length > 0 ? [`rm ${added.map(quoted).join(' ')}`] : []),
  ];
  if (commands.length + others.length === 0) return [];
  return [
    messages.takeBack,
    ...commands.map((command) => `  ${command}`),
    ...(others.length > 0 ? [messages.takeBackByHand(others.join(', '))] : []),
  ];
}

function shown(root: string, path: string): string {
  return relative(root, path).replaceAll('\\', '/');
}

function quoted(path: string): string {
  return /\s/.test(path) ? `"${path}"` : path;
}

/** Those that Git can restore, because they have no changes. */
function cleanFiles(root: string, files: readonly string[]): string[] {
  if (files.length === 0) return [];
  const known = git(root, 'ls-files', '-z', '--', ...files);
  const changed = known && git(root, 'diff', '--name-only', '--relative', '-z', 'HEAD', '--', ...files);
  if (known === undefined || changed === undefined) return [];
  const [tracked, dirty] = [known, changed].map((names) => new Set(names.split('\0')));
  return files.filter((file) => tracked?.has(file) && !dirty?.has(file));
}

/** The command that removes what an install adds. */
function uninstall(root: string, { folder, command: [manager = '', , ...given] }: Install): string {
  const words = given.filter((word) => word !== '--save-dev' && word !== '--dev');
  const names = words.map((word) => word.replace(/(?<=.)@(?:\^|file:).*$/, ''));
  const place = shown(root, folder);
  const verb = manager === 'npm' ? 'uninstall' : 'remove';
  return `${place === '' ? '' : `cd ${quoted(place)} && `}${[manager, verb, ...names].join(' ')}`;
}
