import type { Chapter, Row } from './scenario.js';
import { isMadeOf, type SourceText } from './source-texts.js';

/** `docs/troubleshooting.md`. */
export function page(chapters: readonly Chapter[], uncaused: readonly SourceText[]): string {
  return [
    '# Troubleshooting',
    '',
    'What Testpoint says, and when. A test (`packages/conformance/test/messages.test.ts`) causes every message of the tables, in a real',
    'process where it arises in one, and writes this page. `…` stands for what differs from case to case. Settings are named with the place',
    'that their value comes from.',
    ...chapters.flatMap(({ title, scenarios }) => [
      '',
      `## ${title}`,
      '',
      '| when | Testpoint says |',
      '|---|---|',
      ...scenarios.flatMap(({ rows }) => rows.map(rowOf)),
    ]),
    '',
    '## Not caused by a test yet',
    '',
    'Texts of the source that no row above is made of: pieces of messages that other tests cause, and what takes a broken machine.',
    '',
    ...uncaused.map(({ file, text }) => `- \`${file}\`: ${inCode(text.trim())}`),
    '',
  ].join('\n');
}

/** Texts that no row is made of. */
export function uncausedTexts(chapters: readonly Chapter[], texts: readonly SourceText[]): SourceText[] {
  const says = chapters.flatMap(({ scenarios }) => scenarios.flatMap(({ rows }) => rows.map((row) => row.says)));
  return texts.filter((text) => !says.some((message) => isMadeOf(message, text)));
}

function rowOf({ when, says }: Row): string {
  return `| ${escaped(when)} | ${inCode(says)} |`;
}

/** Also of texts that have such marks themselves. */
function inCode(text: string): string {
  const mark = text.includes('`') ? '``' : '`';
  return `${mark}${escaped(text.replaceAll('\n', ' '))}${mark}`;
}

function escaped(text: string): string {
  return text.replaceAll('|', '\\|');
}
