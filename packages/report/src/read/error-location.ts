import { isAbsolute, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ErrorView } from '../format.js';
import { isSameFile } from './same-file.js';

export type ErrorLocation = NonNullable<ErrorView['location']>;

/** A frame in V8's form: `at name (file:line:column)`, `at async file:line:column`. */
const FRAME = /^\s+at (?:.* \()?(?:async )?((?:file:\/\/|\/|[A-Za-z]:[\\/]).*):(\d+):(\d+)\)?$/;
/** The same without the working folder, which Mocha removes. */
const SHORT_FRAME = /^\s+at .* \(([^():]+):(\d+):(\d+)\)$/;
const LONGEST_FRAME = 1_000;
const INSTALLED = /[\\/]node_modules[\\/]/;
/** Extensions of source files. No other file is taken for source, whatever a stack says. */
const SOURCE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|coffee)$/i;

/**
 * Where an error was thrown: the first frame in the suite's folder, or else the first one outside of installed packages.
 * @param root the suite's folder
 */
export function locationInStack(
  { stack = '', message = '' }: Partial<ErrorView> = {},
  root: string,
): ErrorLocation | undefined {
  let outside: ErrorLocation | undefined;
  for (const line of stack.slice(sharedStart(stack, message)).split('\n')) {
    const location = frameLocation(line, root);
    if (location === undefined || !isSource(location.file)) continue;
    if (isBelow(root, location.file)) return location;
    outside ??= location;
  }
  return outside;
}

/** Whether a file may be the suite's own source, because it belongs to no installed package. */
export function isSource(file: string): boolean {
  return isAbsolute(file) && SOURCE.test(file) && !INSTALLED.test(file);
}

export function isBelow(root: string, file: string): boolean {
  return file.startsWith(root.endsWith(sep) ? root : root + sep);
}

/**
 * How a report names the file of a place: like the test's, relative to the suite's folder.
 * @param file of the test
 */
export function shownFile(path: string, file: string, root: string | undefined): string {
  if (root !== undefined && isBelow(root, path))
    return path.slice(root.length).replaceAll('\\', '/').replace(/^\//, '');
  return isSameFile(path, file) ? file : path;
}

/** Stacks repeat their message, and messages may contain lines that look like frames. */
function sharedStart(stack: string, message: string): number {
  let length = 0;
  while (length < message.length && stack[length] === message[length]) length++;
  return length;
}

function frameLocation(frame: string, root: string): ErrorLocation | undefined {
  const [, path, line, column] = partsOf(frame);
  if (path === undefined) return undefined;
  try {
    const file = path.startsWith('file:') ? fileURLToPath(path) : resolve(root, path);
    return { file, line: Number(line), column: Number(column) };
  } catch {
    // The URL of another system's file.
    return undefined;
  }
}

function partsOf(frame: string): readonly (string | undefined)[] {
  return frame.length > LONGEST_FRAME ? [] : (FRAME.exec(frame) ?? SHORT_FRAME.exec(frame) ?? []);
}
