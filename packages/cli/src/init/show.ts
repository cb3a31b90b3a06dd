import { structuredPatch } from 'diff';
import { paint } from '../terminal.js';
import type { ByHand } from './frameworks/framework.js';
import type { FileChange } from './plan.js';

/** The exact change of a file, as `git diff` shows it. */
export function diffLines({ file, before, after }: FileChange): string[] {
  const { hunks } = structuredPatch(file, file, before ?? '', after, undefined, undefined, { context: 3 });
  const lines = [paint.bold(before === undefined ? `${file} (new)` : file)];
  for (const { oldStart, oldLines, newStart, newLines, lines: changed } of hunks) {
    lines.push(paint.dim(`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`));
    for (const line of changed) lines.push(coloured(line.replace(/\r$/, '')));
  }
  return lines;
}

/** The user's remaining tasks, and the reasons. */
export function byHandLines({ file, why, paste }: ByHand): string[] {
  return [
    `${paint.yellow('!')} ${paint.bold(file)} stays as it is: ${why}. Add this to it:`,
    ...paste.map((line) => `    ${line}`),
  ];
}

function coloured(line: string): string {
  if (line.startsWith('+')) return paint.green(line);
  return line.startsWith('-') ? paint.red(line) : line;
}
