import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const DOCUMENT = fileURLToPath(new URL('../../docs/performance.md', import.meta.url));

/** Writes a part's Markdown between its markers in docs/performance.md. Leaves the text around the markers unchanged. */
export function writeSection(part: string, markdown: string): void {
  const text = readFileSync(DOCUMENT, 'utf8');
  const [begin, end] = [`<!-- bench:${part} -->`, `<!-- /bench:${part} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`docs/performance.md has no section "${begin}" … "${end}"`);
  writeFileSync(DOCUMENT, `${text.slice(0, from + begin.length)}\n\n${markdown.trim()}\n\n${text.slice(to)}`);
}
