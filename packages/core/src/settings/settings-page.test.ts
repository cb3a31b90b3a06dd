import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';
import type { Option } from './option.js';
import { OPTION_KEYS } from './option-table.js';
import { contentOptions } from './table/content-options.js';
import { deliveryOptions } from './table/delivery-options.js';
import { installationOptions } from './table/installation-options.js';
import { reportOptions } from './table/report-options.js';
import { runOptions } from './table/run-options.js';
import { serviceOptions } from './table/service-options.js';

type Section = Readonly<Record<string, Option<unknown, unknown>>>;

/** By the name of the file that holds the section, which is also in the page's markers. */
const SECTIONS: [string, Section][] = [
  ['service-options', serviceOptions],
  ['run-options', runOptions],
  ['content-options', contentOptions],
  ['delivery-options', deliveryOptions],
  ['report-options', reportOptions],
  ['installation-options', installationOptions],
];
const PAGE = new URL('../../../../docs/settings.md', import.meta.url);

// `npx vitest run settings-page --update` writes the page.
it('the settings page has a row for each option, from its schema and its TSDoc comment', async () => {
  let page = readFileSync(PAGE, 'utf8');
  for (const [name, section] of SECTIONS) page = withTable(page, name, tableOf(name, section));
  await expect(page, 'To write it: npx vitest run settings-page --update').toMatchFileSnapshot(PAGE.pathname);
});

it('every option is in one section', () => {
  expect(SECTIONS.flatMap(([, section]) => Object.keys(section))).toEqual(OPTION_KEYS);
});

function withTable(page: string, name: string, table: string): string {
  const begin = `<!-- ${name} -->\n`;
  const end = `<!-- /${name} -->`;
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < 0) throw new Error(`the page has no place for ${name}`);
  return page.slice(0, from + begin.length) + table + page.slice(to);
}

function tableOf(name: string, section: Section): string {
  const words = commentsIn(new URL(`./table/${name}.ts`, import.meta.url));
  const rows = Object.entries(section).map(([key, option]) => {
    const comment = words.get(key);
    if (comment === undefined) throw new Error(`option ${key} has no TSDoc comment`);
    const value = option.default === undefined ? undefined : literal(option.default);
    expect({ key, default: comment.default }).toEqual({ key, default: value });
    const cells = [
      `\`${key}\``,
      option.environment.join(', '),
      value === undefined ? '' : `\`${value}\``,
      comment.words,
    ];
    return `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell.replaceAll('|', '\\|')} `)).join('|')}|`;
  });
  return ['| option | environment | default | description |', '|---|---|---|---|', ...rows, ''].join('\n');
}

interface Comment {
  words: string;
  /** What editors show as its default. */
  default: string | undefined;
}

/** The TSDoc comments of the properties of a file's one exported object. */
function commentsIn(file: URL): Map<string, Comment> {
  const source = ts.createSourceFile(file.pathname, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const comments = new Map<string, Comment>();
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    const value = statement.declarationList.declarations[0]?.initializer;
    if (value === undefined || !ts.isObjectLiteralExpression(value)) continue;
    for (const property of value.properties) {
      const words = commentText(ts.getJSDocCommentsAndTags(property)[0]);
      const tag = ts.getJSDocTags(property).find(({ tagName }) => tagName.text === 'default');
      if (words !== '') comments.set(property.name?.getText(source) ?? '', { words, default: tag && commentText(tag) });
    }
  }
  return comments;
}

function commentText(node: ts.JSDoc | ts.JSDocTag | undefined): string {
  return (ts.getTextOfJSDocComment(node?.comment) ?? '').replace(/\s+/g, ' ');
}

/** As it is written in a config file. */
function literal(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value)
    .replace(/"(\w+)":/g, ' $1: ')
    .replace(/(\w)\}$/, '$1 }');
}
