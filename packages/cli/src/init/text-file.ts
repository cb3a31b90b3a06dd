import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';

/** The text of a file; undefined if it is not UTF-8 (UTF-16 contains NUL characters). */
export function readText(path: string): string | undefined {
  const bytes = readFileSync(path);
  return isUtf8(bytes) && !bytes.includes(0) ? bytes.toString('utf8') : undefined;
}
