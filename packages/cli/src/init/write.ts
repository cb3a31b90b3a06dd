import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '@testpoint/report';
import { messageOf } from '../failure.js';
import type { FileChange } from './plan.js';

/** Writes a file completely or not at all, and keeps its permissions. */
export function writeChange(root: string, { file, after }: FileChange): void {
  try {
    replaceFile(join(root, file), (draft) => writeFileSync(draft, after));
  } catch (error) {
    const why = messageOf(error);
    throw new Error(
      `${file} can't be replaced (${why}): close programs that have it open, check the permissions of its folder, and run testpoint init again`,
      { cause: error },
    );
  }
}
