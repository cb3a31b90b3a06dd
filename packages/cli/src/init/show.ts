import type { ByHand } from '@testpoint/frameworks/commands';
import { structuredPatch } from 'diff';
import { paint } from '../terminal.js';
import * as messages from './messages.js';
import type { FileChange } from './plan.js';

/** The exact change to a file, as `git diff` shows it. */
export function diffLines({ file, before, after }: FileChange): string[] {
  const { hunks } = structuredPatch(file, file, before ?? '', after, undefined, undefined, { context: 3 });
  const lines = [paint.bold(before === undefined ? `${file} (new)` : file)];
  for (const { oldStart, oldLines, newStart, newLines, lines: changed } of hunks) {
    lines.push(paint.dim(`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`));
    for (const line of changed) lines.push(colored(line.replace(/\r$/, '')));
  }
  return lines;
}

/** What the user has to paste into a file, and why. @param isChanged whether init changes it, too */
export function byHandLines({ file, why, paste, isExport }: ByHand, isChanged: boolean): string[] {
  const request = isExport === true ? 'Export this instead' : messages.addThis;
  return [
    `${paint.yellow('!')} ${paint.bold(file)} ${isChanged ? messages.needsMore : messages.staysAsIs}: ${why}. ${request}:`,
    ...paste.map((line) => `    ${line}`),
  ];
}

function colored(line: string): string {
  if (line.startsWith('+')) return paint.green(line);
  return line.startsWith('-') ? paint.red(line) : line;
}
