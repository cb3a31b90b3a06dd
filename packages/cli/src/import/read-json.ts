import { readFileSync, statSync } from 'node:fs';
import { decoded } from './file-text.js';
import { DamagedFile } from './input-failure.js';
import { DAMAGE } from './messages.js';

/** Strings of JavaScript can't be longer. */
const LARGEST = 512 * 1024 * 1024 - 32;

/** @throws DamagedFile, with the line, if it is not JSON */
export function readJson(path: string): unknown {
  if (statSync(path).size > LARGEST) throw new DamagedFile(DAMAGE.tooLarge);
  const text = decoded(readFileSync(path));
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as SyntaxError;
    const position = Number(/at position (\d+)/.exec(message)?.[1] ?? text.length);
    const line = text.slice(0, position).split('\n').length;
    throw new DamagedFile(/end of JSON|Unterminated/.test(message) ? DAMAGE.endsEarly : DAMAGE.noJson, line);
  }
}
