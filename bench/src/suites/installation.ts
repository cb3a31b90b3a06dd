import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, pack } from '../../../scripts/projects.mjs';
import { FRAMEWORKS } from '../peers/peer.js';
import { INSTALLATION, PEERS, REPOSITORY } from './places.js';

/** Our packages that the suites need. */
export const OURS = ['core', ...FRAMEWORKS];
const MANIFESTS = ['package.json', 'package-lock.json'];
const STATE = join(INSTALLATION, '.installed.json');

/**
 * Installs the frameworks and the peers' reporters from the npm registry, and our packages from files, all in one place
 * outside the workspace, as a user would. Keeps installations that have not changed.
 */
export async function install(say: (line: string) => void): Promise<void> {
  const peers = digest(MANIFESTS.map((name) => join(PEERS, name)));
  const ours = digest(OURS.flatMap(publishedFiles));
  const before: State = existsSync(STATE) ? JSON.parse(readFileSync(STATE, 'utf8')) : {};
  if (before.peers === peers && before.ours === ours) return;
  rmSync(STATE, { force: true });
  mkdirSync(INSTALLATION, { recursive: true });
  if (before.peers !== peers) {
    say('installing the frameworks and the peers');
    for (const name of MANIFESTS) copyFileSync(join(PEERS, name), join(INSTALLATION, name));
    await npm(INSTALLATION, ['ci']);
  }
  say('packing and installing our packages');
  const packed = join(INSTALLATION, 'packed');
  try {
    const files = await pack(REPOSITORY, OURS, packed);
    await npm(INSTALLATION, ['install', '--no-save', '--no-package-lock', ...Object.values(files)]);
  } finally {
    rmSync(packed, { recursive: true, force: true });
  }
  writeFileSync(STATE, JSON.stringify({ peers, ours } satisfies State));
}

export function installedVersion(name: string): string {
  const manifest = join(INSTALLATION, 'node_modules', name, 'package.json');
  const { version }: { version: string } = JSON.parse(readFileSync(manifest, 'utf8'));
  return version;
}

/** Digests of the inputs of `npm ci` and of our packages at the time of installation. */
interface State {
  peers?: string;
  ours?: string;
}

/** The manifest of one of our packages, and its build. */
function publishedFiles(name: string): string[] {
  const folder = join(REPOSITORY, 'packages', name);
  const built = ['dist', 'build'].map((output) => join(folder, output)).filter((output) => existsSync(output));
  const files = built.flatMap((output) =>
    readdirSync(output, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return [join(folder, 'package.json'), ...files.sort()];
}

function digest(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}
