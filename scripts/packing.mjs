// Packs our packages like published ones, without a registry, to install them from files.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Not in package.json, because there it makes actions/setup-node look for an installed pnpm. */
export const PACKAGE_MANAGER = 'pnpm@12.21.0';

/**
 * Packs packages for publishing.
 * @param {string} root of this repository
 * @param {readonly string[]} names of folders of `packages`
 * @param {string} folder an existing folder for the files
 * @returns {Record<string, string>} the packed file of each, by name
 */
export function pack(root, names, folder) {
  const filters = names.map((name) => `--filter ./packages/${name}`).join(' ');
  const command = `npx --yes ${PACKAGE_MANAGER} ${filters} pack --pack-destination ${JSON.stringify(folder)}`;
  const packing = spawnSync(command, { cwd: root, shell: true, encoding: 'utf8' });
  if (packing.status !== 0) throw new Error(`packing ${names.join(', ')} failed:\n${packing.stdout}${packing.stderr}`);
  return Object.fromEntries(names.map((name) => [name, join(folder, fileOf(join(root, 'packages', name)))]));
}

/** Names of the folders in `packages` that are published. @param {string} root of this repository */
export function publicPackages(root) {
  const folder = join(root, 'packages');
  return readdirSync(folder).filter((name) => {
    return JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')).private !== true;
  });
}

/** The file name that package managers give a packed package. @param {string} folder of a package */
function fileOf(folder) {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`;
}

/**
 * @param {string} cwd
 * @param {readonly string[]} args
 */
export function npm(cwd, args) {
  const command = ['npm', ...args, '--no-audit', '--no-fund', '--loglevel=error']
    .map((word) => JSON.stringify(word))
    .join(' ');
  const { status, stdout, stderr } = spawnSync(command, { cwd, shell: true, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed:\n${stdout}${stderr}`);
}
