import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '@testpoint/report';
import { messageOf } from '../failure.js';
import { notReplaced } from './messages.js';
import type { FileChange } from './plan.js';

/** Writes a file completely or not at all, and keeps its permissions. */
export function writeChange(root: string, { file, after }: FileChange): void {
  try {
    replaceFile(join(root, file), (draft) => writeFileSync(draft, after));
  } catch (error) {
    throw new Error(notReplaced(file, messageOf(error)), { cause: error });
  }
}
