// Our packages as users get them, without a registry: packed, and installed from the files.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE_MANAGER = 'pnpm@12.21.0';

/**
 * Packs packages as they would be published.
 * @param {string} root of this repository
 * @param {readonly string[]} names of folders of `packages`
 * @param {string} folder that exists, for the files
 * @returns {Record<string, string>} the file of each, by name
 */
export function pack(root, names, folder) {
  for (const name of names) {
    const packing = spawnSync(`npx --yes ${PACKAGE_MANAGER} pack --pack-destination ${JSON.stringify(folder)}`, {
      cwd: join(root, 'packages', name),
      shell: true,
      encoding: 'utf8',
    });
    if (packing.status !== 0) throw new Error(`packing ${name} failed:\n${packing.stdout}${packing.stderr}`);
  }
  return Object.fromEntries(
    readdirSync(folder).map((file) => [/^testpoint-([a-z]+)-/.exec(file)?.[1], join(folder, file)]),
  );
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
