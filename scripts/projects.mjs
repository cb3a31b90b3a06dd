// How scripts, tests and the benchmarks pack our packages, and make and install the projects that use them.
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { outputOf } from './processes.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Not in package.json, because there it makes actions/setup-node look for an installed pnpm. */
export const PACKAGE_MANAGER = 'pnpm@12.21.0';

/**
 * Packs packages like published ones, to install them from files.
 * @param {string} root of this repository
 * @param {readonly string[]} names of folders of `packages`
 * @param {string} folder for the files
 * @returns {Promise<Record<string, string>>} the packed file of each, by name
 */
export async function pack(root, names, folder) {
  mkdirSync(folder, { recursive: true });
  const filters = names.flatMap((name) => ['--filter', `./packages/${name}`]);
  await shell(root, ['npx', '--yes', PACKAGE_MANAGER, ...filters, 'pack', '--pack-destination', folder]);
  return Object.fromEntries(names.map((name) => [name, join(folder, fileOf(join(root, 'packages', name)))]));
}

/** Names of the folders in `packages` that are published. */
export function publicPackages() {
  const folder = join(root, 'packages');
  return readdirSync(folder).filter((name) => {
    return JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')).private !== true;
  });
}

/** Names of the folders in `packages` that are for a framework: those with a description. */
export function frameworkPackages() {
  const folder = join(root, 'packages');
  return readdirSync(folder).filter((name) => existsSync(join(folder, name, 'src/description.ts')));
}

/** The file name that package managers give a packed package. @param {string} folder of a package */
function fileOf(folder) {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`;
}

/** Writes the files of a project, and links packages to it: their folders, by name. */
export function writeProject(folder, files, links = {}) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  for (const [name, target] of Object.entries(links)) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(target, link, 'junction');
  }
}

/** Writes a project and installs packages into it. */
export async function makeProject(folder, packages, files = {}) {
  writeProject(folder, { 'package.json': '{ "private": true }', ...files });
  await npm(folder, ['install', ...packages]);
}

export async function npm(cwd, args) {
  await shell(cwd, ['npm', ...args, '--no-audit', '--no-fund', '--loglevel=error']);
}

/** Through a shell, because on Windows npm is a script. */
function shell(cwd, words) {
  return outputOf(words.map((word) => JSON.stringify(word)).join(' '), [], { cwd, shell: true });
}
