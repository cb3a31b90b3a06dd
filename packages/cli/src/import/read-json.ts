import { readFileSync, statSync } from 'node:fs';
import { decoded } from './file-text.js';
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
