import { isAbsolute, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ErrorView } from './format.js';

export type ErrorPlace = NonNullable<ErrorView['location']>;

/** A frame as V8 writes it: `at name (file:line:column)`, `at async file:line:column`. */
const FRAME = /^\s+at (?:.* \()?(?:async )?((?:file:\/\/|\/|[A-Za-z]:[\\/]).*):(\d+):(\d+)\)?$/;
/** The same without the working folder, which Mocha takes out. */
const SHORT_FRAME = /^\s+at .* \(([^():]+):(\d+):(\d+)\)$/;
const LONGEST_FRAME = 1_000;
const INSTALLED = /[\\/]node_modules[\\/]/;
/** Nothing else is source of a suite, whatever a stack says. */
const SOURCE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|coffee)$/i;

/**
 * Where an error was raised: the first frame in the suite's folder, or else the first that is of no installed package.
 * @param root the suite's folder
 */
export function placeInStack({ stack = '', message }: ErrorView, root: string): ErrorPlace | undefined {
  let outside: ErrorPlace | undefined;
  for (const line of stack.slice(sharedStart(stack, message)).split('\n')) {
    const place = placeOf(line, root);
    if (place === undefined || !isSource(place.file)) continue;
    if (isBelow(root, place.file)) return place;
    outside ??= place;
  }
  return outside;
}

/** Whether a suite may have written it: no package's file. */
export function isSource(file: string): boolean {
  return isAbsolute(file) && SOURCE.test(file) && !INSTALLED.test(file);
}

export function isBelow(root: string, file: string): boolean {
  return file.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** Stacks repeat their message, and messages may have lines that look like frames. */
function sharedStart(stack: string, message: string): number {
  let length = 0;
  while (length < message.length && stack[length] === message[length]) length++;
  return length;
}

function placeOf(frame: string, root: string): ErrorPlace | undefined {
  const [, path, line, column] = partsOf(frame);
  if (path === undefined) return undefined;
  try {
    const file = path.startsWith('file:') ? fileURLToPath(path) : resolve(root, path);
    return { file, line: Number(line), column: Number(column) };
  } catch {
    // The address of another system's file.
    return undefined;
  }
}

function partsOf(frame: string): readonly (string | undefined)[] {
  return frame.length > LONGEST_FRAME ? [] : (FRAME.exec(frame) ?? SHORT_FRAME.exec(frame) ?? []);
}
