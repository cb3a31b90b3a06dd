import type { Row as PageRow } from '../../../../scripts/messages/page.js';
import { patternOf, type SourceText } from '../../../../scripts/messages/stray-texts.js';
import { type Chapter, rowsOf } from './scenario.js';
import { UNCAUSED } from './uncaused.js';

/** The rows of a chapter that are not converted to message files. */
export function oldRows(chapter: Chapter): PageRow[] {
  return [...rowsOf(chapter), ...(chapter.title === 'Commands' ? UNCAUSED : [])].map(
    ({ when, says, todo, pieces }) => ({
      text: withPlaceholders(says),
      words: todo === undefined ? when : `${when}. ${todo}`,
      otherForms: pieces ?? [],
    }),
  );
}

/** Texts that are in no row. */
export function textsWithoutRow(chapters: readonly Chapter[], texts: readonly SourceText[]): string[] {
  const rows = [...chapters.flatMap(rowsOf), ...UNCAUSED];
  const says = rows.flatMap(({ says, pieces = [] }) => [says, ...pieces]);
  return texts
    .filter(({ text }) => !says.some((message) => patternOf(text).test(message)))
    .map(({ file, text }) => `${file}: ${text}`);
}

/** Replaces ids, ports and counts from our own tests, which do not help readers. */
function withPlaceholders(text: string): string {
  return text
    .replace(/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g, '…')
    .replace(/\b\d+ (results?|lines?|sessions?)\b/g, '… $1')
    .replaceAll('suite.test.mjs > suite > test 1', '…')
    .replaceAll('127.0.0.1:9', '…');
}
