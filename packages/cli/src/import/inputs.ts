import { closeSync, openSync, readdirSync, readSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { CommandFailure, EXIT } from '../failure.js';
import { shortened } from '../invocation.js';
import { decoded } from './file-text.js';
import { ALL, FORMATS, type Format, TITLES } from './formats.js';
import { DamagedFile } from './input-failure.js';
import { PROLOG, rootElement } from './junit.js';
import * as messages from './messages.js';
import { readJson } from './read-json.js';
import { objectOf } from './untrusted.js';

/** Files of one format that are read together: the results of Allure in one folder, or a single file. */
export interface Input {
  format: Format;
  /** What to call it: the file, or Allure's folder. */
  name: string;
  files: string[];
}

/** Folders without results of other tools. */
const LEFT_OUT: ReadonlySet<string> = new Set(['node_modules', '.git', '.testpoint']);
const EMPTY = new RegExp(`^(?:${PROLOG}|\\0)*$`);

/** What there is to import, and the files that end before they say what they are. */
export interface FoundInputs {
  inputs: Input[];
  empty: string[];
}

/**
 * The files to import, each once, recognized by their content. Links inside folders are not followed.
 * @param format what all files are, instead of what they look like
 * @throws CommandFailure for a path that does not exist, or that is a file of no known format
 */
export async function findInputs(paths: readonly string[], format: Format | undefined): Promise<FoundInputs> {
  const seen = new Set<string>();
  const inputs: Input[] = [];
  const empty: string[] = [];
  const ofAllure = new Map<string, Input>();
  for (const path of paths) {
    const isFolder = kindOf(path) === 'folder';
    const realPath = realpathSync(path);
    for (const file of isFolder ? filesIn(path) : [path]) {
      const real = join(realPath, relative(path, file));
      if (seen.has(real)) continue;
      seen.add(real);
      if (isEmpty(file)) {
        empty.push(file);
        continue;
      }
      const found = await recognize(file, format, isFolder);
      if (found === undefined) continue;
      const folder = 'isFolder' in FORMATS[found] ? dirname(file) : undefined;
      const input = folder === undefined ? undefined : ofAllure.get(folder);
      if (input !== undefined && folder !== undefined) {
        input.name = folder;
        input.files.push(file);
        continue;
      }
      const added = { format: found, name: isFolder && folder !== undefined ? folder : file, files: [file] };
      inputs.push(added);
      if (folder !== undefined) ofAllure.set(folder, added);
    }
  }
  return { inputs, empty };
}

function kindOf(path: string): 'file' | 'folder' {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) throw new CommandFailure(messages.nothingAt(shortened(path)), EXIT.usage);
  if (status.isDirectory()) return 'folder';
  if (!status.isFile()) throw new CommandFailure(messages.noPlainFile(shortened(path)), EXIT.usage);
  return 'file';
}

function filesIn(folder: string): string[] {
  const files: string[] = [];
  const open = [folder];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const entries = readdirSync(next, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1));
    for (const entry of entries) {
      const path = join(next, entry.name);
      if (entry.isDirectory() && !LEFT_OUT.has(entry.name)) open.push(path);
      else if (entry.isFile() && /\.(?:xml|json)$/i.test(entry.name)) files.push(path);
    }
  }
  return files.sort();
}

/** Whether a file has nothing but spaces, NULs (after a power failure), and what precedes the first element of XML. */
function isEmpty(path: string): boolean {
  const { size } = statSync(path);
  return size === 0 || (size <= BEGINNING && EMPTY.test(firstCharacters(path)));
}

/** Undefined for a file in a folder that is something else. */
async function recognize(path: string, forced: Format | undefined, isInFolder: boolean): Promise<Format | undefined> {
  const found = await formatOf(path);
  if (forced !== undefined && (!isInFolder || found === forced)) return forced;
  if (forced !== undefined) return undefined;
  if (found !== undefined || isInFolder) return found;
  throw new CommandFailure(messages.unknownFormat(shortened(path), TITLES), EXIT.usage);
}

async function formatOf(path: string): Promise<Format | undefined> {
  const byName = ALL.find(([, { isFile }]) => isFile?.(path));
  if (byName !== undefined) return byName[0];
  const root = await rootElement(path);
  return root === undefined ? jsonFormatOf(path) : ALL.find(([, { roots }]) => roots?.includes(root))?.[0];
}

function jsonFormatOf(path: string): Format | undefined {
  const begun = firstCharacters(path).replaceAll(/\s/g, '');
  const begins = ({ beginnings = [] }: { beginnings?: readonly string[] }) =>
    beginnings.some((start) => begun.startsWith(start));
  const streamed = ALL.find(([, format]) => format.isStreamed && begins(format));
  if (streamed !== undefined) return streamed[0];
  try {
    const content = objectOf(readJson(path));
    return content && ALL.find(([, { isContent }]) => isContent?.(content))?.[0];
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    // It is still one of ours if it begins like one, or ends within such a beginning, so that the damage is reported.
    const like = ALL.find(([, format]) => begins(format));
    return (like ?? ALL.find(([, { beginnings }]) => beginnings?.some((start) => start.startsWith(begun))))?.[0];
  }
}

const BEGINNING = 4096;

function firstCharacters(path: string): string {
  const bytes = Buffer.alloc(BEGINNING);
  const descriptor = openSync(path, 'r');
  try {
    return decoded(bytes.subarray(0, readSync(descriptor, bytes)));
  } finally {
    closeSync(descriptor);
  }
}
