import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isObject } from '@testpoint/interface/codec';
import { LOCK_FILES } from './package-manager.js';

/** The folder of a project that holds our packages as files. */
export const PACKAGES = 'testpoint-packages';

/** What a user may add later. */
export const SERVER = '@testpoint/reference-server';

/** One packed package, and which others of ours it needs beside it. */
interface Packed {
  file: string;
  needs: string[];
}

/** Our packages as files. `npm run install-into` of a clone packs them. */
export class PackageFiles {
  readonly #source: string;
  readonly #packed: Map<string, Packed>;

  constructor(source: string) {
    this.#source = source;
    const content: unknown = JSON.parse(readFileSync(join(source, 'packages.json'), 'utf8'));
    this.#packed = new Map(Object.entries(isObject(content) ? content : {}).filter(isPacked));
  }

  /** The packages, and those of ours that they need. */
  withNeeds(names: readonly string[]): string[] {
    return [...new Set(names.flatMap((name) => [name, ...(this.#packed.get(name)?.needs ?? [])]))];
  }

  /** Whether a version range of a package.json is the file. */
  isSpec(name: string, range = ''): boolean {
    return range.endsWith(`/${this.#packed.get(name)?.file}`);
  }

  /** Packages and their needs as package managers add them. @param home where they run @param folder that of the lock file */
  specsOf(names: readonly string[], home: string, folder: string): string[] {
    const place = relative(home, join(folder, PACKAGES)).replaceAll('\\', '/');
    const start = place.startsWith('.') ? place : `./${place}`;
    return this.withNeeds(names).map((name) => `${name}@file:${start}/${this.#packed.get(name)?.file}`);
  }

  /** Copies files into a project, from where a later installation on any machine takes them. */
  copyInto(folder: string, names: readonly string[]): void {
    const target = join(folder, PACKAGES);
    mkdirSync(target, { recursive: true });
    // Many projects ignore packed packages.
    writeFileSync(join(target, '.gitignore'), '!*.tgz\n');
    // Some take all files for text, whose line ends Git then changes.
    writeFileSync(join(target, '.gitattributes'), '*.tgz binary\n');
    for (const { file } of this.withNeeds([...names, SERVER]).flatMap((name) => this.#packed.get(name) ?? []))
      copyFileSync(join(this.#source, file), join(target, file));
  }

  /** Removes files of an earlier version, unless a package still needs them. */
  removeOlder(folder: string): void {
    const locks = Object.keys(LOCK_FILES).map((name) => join(folder, name));
    const lock = locks.map((path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')).join('');
    const current = [...this.#packed.values()].map(({ file }) => file);
    const isOld = (name: string) => name.endsWith('.tgz') && !current.includes(name) && !lock.includes(name);
    for (const name of readdirSync(join(folder, PACKAGES)).filter(isOld)) rmSync(join(folder, PACKAGES, name));
  }
}

function isPacked(entry: [string, unknown]): entry is [string, Packed] {
  const [, value] = entry;
  return isObject(value) && typeof value.file === 'string' && Array.isArray(value.needs);
}
