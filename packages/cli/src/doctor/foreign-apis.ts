import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Framework } from '../init/frameworks/framework.js';

/** A file that imports the test API of a package whose reporter does not run the file. */
export interface ForeignApi {
  /** Relative to the project, with slashes. */
  file: string;
  line: number;
  imported: Framework['name'];
  /** The package whose API it should import. */
  instead: Framework['name'][];
}

const SCRIPT = /\.[cm]?[jt]sx?$/;
const SKIPPED = new Set(['node_modules', 'dist', 'build', 'coverage', 'out']);
const API = /['"]@testpoint\/(playwright|jest|vitest|mocha)\/api['"]/;
/** The imports of a test file show which framework it belongs to. */
const OWN_IMPORT: Readonly<Record<Framework['name'], RegExp>> = {
  playwright: /['"]@playwright\/test['"]/,
  jest: /['"]@jest\/globals['"]/,
  vitest: /['"]vitest['"]/,
  mocha: /['"]mocha['"]/,
};
/** How many files to examine; more would take too long. */
const MOST_FILES = 5_000;
/** Size of the largest file to examine, bytes. */
const LARGEST = 1024 * 1024;

/**
 * Files of a project that use another framework's API.
 * @param frameworks of the project
 * @param most how many files to examine
 */
export function foreignApis(root: string, frameworks: readonly Framework[], most = MOST_FILES): ForeignApi[] {
  const used = frameworks.map(({ name }) => name);
  if (used.length === 0) return [];
  const found: ForeignApi[] = [];
  for (const file of scriptsIn(root, most)) {
    const text = textOf(join(root, file));
    const match = API.exec(text);
    const imported = used.concat(['playwright', 'jest', 'vitest', 'mocha']).find((name) => name === match?.[1]);
    if (match === null || imported === undefined) continue;
    const own = used.filter((name) => OWN_IMPORT[name].test(text));
    const instead = own.length > 0 ? own : used;
    if (instead.includes(imported)) continue;
    found.push({ file, line: text.slice(0, match.index).split('\n').length, imported, instead });
  }
  return found;
}

/** Paths of scripts, relative to the root. */
function scriptsIn(root: string, most: number): string[] {
  const files: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(join(root, folder))) {
      if (files.length === most) return files;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !entry.name.startsWith('.') && !SKIPPED.has(entry.name)) folders.push(path);
      else if (entry.isFile() && SCRIPT.test(entry.name)) files.push(path);
    }
  }
  return files;
}

/** Empty if the file is too large, or can't be read. */
function textOf(path: string): string {
  try {
    return statSync(path).size <= LARGEST ? readFileSync(path, 'utf8') : '';
  } catch {
    return '';
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
