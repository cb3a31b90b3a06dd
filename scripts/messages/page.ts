import type { MessageFile } from './message-files.js';

/** A line of the page. */
export interface Row {
  text: string;
  /** When it appears, and what to do. */
  words: string;
  otherForms: readonly string[];
}

/** The chapters of the page, in order. */
export const CHAPTERS = ['Settings', 'Runs and delivery', 'Frameworks and test API', 'Commands', 'In results'];

export function rowsOf(files: readonly MessageFile[], title: string): Row[] {
  const messages = files.filter(({ chapter }) => chapter === title).flatMap((file) => file.messages);
  return messages.map(({ forms: [text, ...otherForms], when, todo }) => {
    return { text, otherForms, words: todo === undefined ? when : `${when}. ${todo}` };
  });
}

/** `docs/troubleshooting.md`. */
export function page(chapters: readonly (readonly [title: string, rows: readonly Row[]])[]): string {
  return [
    '# Troubleshooting',
    '',
    'Every message that Testpoint prints, when it appears, and what to do if the message itself does not say so. To find yours, search',
    'for a part of it without your own names and numbers: `…` marks the parts that vary. In front of a message about a setting stands',
    'its name, and in parentheses where its value comes from. Each table is in alphabetical order.',
    '',
    'A test (`scripts/messages`) writes this page from the message files in the source.',
    ...chapters.flatMap(([title, rows]) => [
      '',
      `## ${title}`,
      '',
      '| message | when it appears, and what to do |',
      '|---|---|',
      ...new Set(sorted(rows).map(lineOf)),
    ]),
    '',
  ].join('\n');
}

function sorted(rows: readonly Row[]): Row[] {
  const keys = new Map(rows.map((row) => [row, sortKey(row)]));
  return [...rows].sort((a, b) => ((keys.get(a) ?? '') < (keys.get(b) ?? '') ? -1 : 1));
}

/** The message in lower case, without marks or `Testpoint` in front. */
function sortKey({ text }: Row): string {
  return text.toLowerCase().replace(/^[^a-z]*(?:testpoint: )?[^a-z]*/, '');
}

function lineOf({ text, words, otherForms }: Row): string {
  const more = otherForms.length === 0 ? '' : `<br>Other forms: ${otherForms.map(inCode).join(', ')}`;
  return `| ${inCode(text)} | ${escaped(words)}${more} |`;
}

/** A text as inline code, even if it contains backticks. */
function inCode(text: string): string {
  const mark = text.includes('`') ? '``' : '`';
  const line = text.replace(/\s*\n\s*/g, ' ').trim();
  const edge = mark === '``' && /^`|`$/.test(line) ? ' ' : '';
  return `${mark}${edge}${escaped(line)}${edge}${mark}`;
}

function escaped(text: string): string {
  return text.replaceAll('|', '\\|');
}
