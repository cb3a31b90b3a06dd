import { type Chapter, type Row, rowsOf } from './scenario.js';
import { patternOf, type SourceText } from './source-texts.js';
import { UNCAUSED } from './uncaused.js';

/** `docs/troubleshooting.md`. */
export function page(chapters: readonly Chapter[]): string {
  return [
    '# Troubleshooting',
    '',
    'Every message that Testpoint prints, when it appears, and what to do if the message itself does not say so. To find yours, search',
    'for a part of it without your own names and numbers: `…` marks the parts that vary. Names and values of settings are examples.',
    'The parentheses after a setting say where its value comes from. Each table is in alphabetical order.',
    '',
    'A test (`packages/conformance/test/messages.test.ts`) causes each message in a real process, or finds it in another test. It writes this',
    'page, and fails if the source has a message that is missing here.',
    ...chapters.flatMap((chapter) => [
      '',
      `## ${chapter.title}`,
      '',
      '| message | when it appears, and what to do |',
      '|---|---|',
      ...sorted(rowsOf(chapter)).map(rowOf),
    ]),
    '',
    '## Not caused by a test',
    '',
    '| message | when it appears, why no test causes it, and what to do |',
    '|---|---|',
    ...sorted(UNCAUSED).map(rowOf),
    '',
  ].join('\n');
}

/** Texts that are in no row. */
export function textsWithoutRow(chapters: readonly Chapter[], texts: readonly SourceText[]): string[] {
  const rows = [...chapters.flatMap(rowsOf), ...UNCAUSED];
  const says = rows.flatMap(({ says, pieces = [] }) => [says, ...pieces]);
  return texts
    .filter(({ text }) => !says.some((message) => patternOf(text).test(message)))
    .map(({ file, text }) => `${file}: ${text}`);
}

function sorted(rows: readonly Row[]): Row[] {
  const keys = new Map(rows.map((row) => [row, sortKey(row)]));
  return [...rows].sort((a, b) => ((keys.get(a) ?? '') < (keys.get(b) ?? '') ? -1 : 1));
}

/** The message in lower case, without a setting or number in front. */
function sortKey({ says }: Row): string {
  const withoutSetting = says.replace(/^[^ ]+(?: file)? \([^)]*\):? /, '');
  return withoutSetting.toLowerCase().replace(/^(?:testpoint: )?(?:[\d\W]|results? )*/, '');
}

function rowOf({ when, says, todo, pieces = [] }: Row): string {
  const more = todo === undefined ? '' : `. ${todo}`;
  const reasons = pieces.length === 0 ? '' : `<br>Other forms: ${pieces.map(inCode).join(', ')}`;
  return `| ${inCode(says)} | ${escaped(when + more)}${reasons} |`;
}

/** A text as inline code, even if it contains backticks. */
function inCode(text: string): string {
  const mark = text.includes('`') ? '``' : '`';
  return `${mark}${escaped(withPlaceholders(text).replaceAll('\n', ' ').trim())}${mark}`;
}

/** Replaces ids, ports and counts from our own tests, which do not help readers. */
function withPlaceholders(text: string): string {
  return text
    .replace(/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g, '…')
    .replace(/\b\d+ (results?|lines?|sessions?)\b/g, '… $1')
    .replaceAll('suite.test.mjs > suite > test 1', '…')
    .replaceAll('127.0.0.1:9', '…');
}

function escaped(text: string): string {
  return text.replaceAll('|', '\\|');
}
