import { resolve } from 'node:path';
import { readJsonFile } from './config-file.js';
import { noTestPointsInFile, objectWithoutTestPoints, testPointsNotRead } from './messages.js';
import { isNameMap, shown } from './plain-values.js';

/** Bytes. */
const LONGEST = 64 * 1024 * 1024;

/** The list of test points in a JSON file: the file's content, or its `testPoints`. */
export type TestPointsFile = { path: string } & ({ list: unknown[] } | { message: string });

/** Reads the file that option `testPoints` names. Entries are not checked. */
export function readTestPointsFile(name: string, directory: string): TestPointsFile {
  const path = resolve(directory, name);
  let content: unknown;
  try {
    content = readJsonFile(path, LONGEST);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      path,
      message: testPointsNotRead(path, reason),
    };
  }
  const list = isNameMap(content) ? content.testPoints : content;
  if (Array.isArray(list)) return { path, list };
  const what = isNameMap(content) && list === undefined ? objectWithoutTestPoints : shown(list);
  return {
    path,
    message: noTestPointsInFile(path, what),
  };
}
