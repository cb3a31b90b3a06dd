import { readText } from '../outbox/format/plain-files.js';

/**
 * The value in a JSON file. Windows programs may begin it with a byte order mark.
 * @param longest bytes
 * @throws an Error that says what is wrong
 */
export function readJsonFile(path: string, longest: number): unknown {
  return JSON.parse(readText(path, longest).replace(/^\uFEFF/, ''));
}
