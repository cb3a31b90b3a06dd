// How scripts, tests and the benchmarks pack our packages, and make and install the projects that use them.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { outputOf, start } from './processes.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Not in package.json, because there it makes actions/setup-node look for an installed pnpm. */
export const PACKAGE_MANAGER = 'pnpm@12.21.0';

/**
 * Packs packages like published ones, to install them from files.
 * @param {string} root of this repository
 * @param {readonly string[]} names of folders of `packages`
 * @param {string} folder for the files
 * @param {readonly string[]} options of pnpm
 * @returns {Promise<Record<string, string>>} the packed file of each, by name
 */
export async function pack(root, names, folder, options = []) {
  mkdirSync(folder, { recursive: true });
  const filters = names.flatMap((name) => ['--filter', `./packages/${name}`]);
  await shell(root, ['npx', '--yes', PACKAGE_MANAGER, ...filters, ...options, 'pack', '--pack-destination', folder]);
  return Object.fromEntries(names.map((name) => [name, join(folder, fileOf(join(root, 'packages', name)))]));
}

/**
 * Packs the published packages for projects that install them from files, because they are not in a registry. Package managers
 * look for what a package depends on in the registry, even beside a file, but not for what it expects beside itself. So here
 * our packages expect each other.
 * @param {string} folder for the files, and packages.json, which says what each needs
 */
export async function packForFiles(folder) {
  const tarballs = await pack(root, publicPackages(), folder, ['--config.pnpmfile=scripts/expect-each-other.cjs']);
  const packed = {};
  for (const [directory, tarball] of Object.entries(tarballs)) {
    const { name } = JSON.parse(readFileSync(join(root, 'packages', directory, 'package.json'), 'utf8'));
    const digest = createHash('sha256').update(readFileSync(tarball)).digest('hex').slice(0, 8);
    // Package managers take a file with a known name for known.
    const file = basename(tarball).replace(/\.tgz$/, `-${digest}.tgz`);
    renameSync(tarball, join(folder, file));
    packed[name] = { file, needs: ourDependencies(directory) };
  }
  writeFileSync(join(folder, 'packages.json'), JSON.stringify(packed));
}

/**
 * Starts `testpoint init` in a project, which installs from files.
 * @param {string} packages a folder that packForFiles has written
 */
export function startInit(folder, packages, options, spawnOptions) {
  const args = [join(root, 'packages/cli/dist/bin.js'), 'init', '--packages', packages, ...options];
  return start(process.execPath, args, { cwd: folder, ...spawnOptions });
}

/** Names of our packages that a published one depends on. None of those depends on a third. @param {string} directory */
function ourDependencies(directory) {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, 'packages', directory, 'package.json'), 'utf8'));
  return Object.keys(dependencies).filter((name) => name.startsWith('@testpoint/'));
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
