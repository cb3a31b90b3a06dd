import { readFileSync, statSync } from 'node:fs';
import { DamagedFile } from './input-failure.js';

/** Strings of JavaScript can't be longer. */
const LARGEST = 512 * 1024 * 1024 - 32;

/** @throws DamagedFile, with the line, if it is not JSON */
export function readJson(path: string): unknown {
  if (statSync(path).size > LARGEST) {
    throw new DamagedFile('it is larger than 512 MB: import the results in several files');
  }
  const text = decoded(readFileSync(path));
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as SyntaxError;
    const position = Number(/at position (\d+)/.exec(message)?.[1] ?? text.length);
    const line = text.slice(0, position).split('\n').length;
    throw new DamagedFile(/end of JSON|Unterminated/.test(message) ? 'it ends too early' : 'it is not JSON', line);
  }
}

/** PowerShell writes UTF-16. */
function decoded(bytes: Buffer): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}
