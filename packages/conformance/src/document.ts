import type { Column, HookKind } from './columns/column.js';
import { expectationOf } from './expectation.js';
import type { Row } from './rows/row.js';

const HOOKS: readonly HookKind[] = ['beforeAll', 'beforeEach', 'afterEach', 'afterAll'];

/** `docs/conformance.md`: the table, and every difference with its reason. */
export function document(rows: readonly Row[], columns: readonly Column[]): string {
  const notes: string[] = [];
  const table = rows.map((row) => {
    const cells = columns.map((column) => {
      const { absent, differences } = expectationOf(row, column);
      const numbers = differences.map(({ why }) => noteOf(why, notes));
      return `${absent === undefined ? '✓' : '–'}${numbers.map((number) => ` [${number}]`).join('')}`;
    });
    return `| ${escaped(row.title)} | ${cells.join(' | ')} |`;
  });
  const names = columns.map(({ name }) => name);
  return [
    '# Conformance',
    '',
    'The same suites run in every framework (`packages/conformance`), with our reporter and without, in real processes. What the',
    'reporter sends goes to the reference server and to a strict service that was written by hand from the interface’s text;',
    'both must take it, and what they hold must be what the table of golden results says. This file is written by that test.',
    '',
    '✓ as the row says; with a number: with a difference that lies in the framework; – the framework has nothing of the kind.',
    'In every row the framework’s verdicts and its exit code are the same with our reporter and without, every result stands',
    'there once, and its times lie within the run.',
    '',
    `| behaviour | ${names.join(' | ')} |`,
    `|---|${names.map(() => '---|').join('')}`,
    ...table,
    ...modes(columns),
    '',
    '## Differences',
    '',
    ...notes.map((why, index) => `${index + 1}. ${why.charAt(0).toUpperCase()}${why.slice(1)}.`),
    '',
    '## Titles of hooks',
    '',
    'In trees hooks have the titles that their framework gives them. A hook named `log in` is:',
    '',
    `| hook | ${names.join(' | ')} |`,
    `|---|${names.map(() => '---|').join('')}`,
    ...HOOKS.map((kind) => `| ${kind} | ${columns.map(({ hookTitle }) => hookTitle(kind, 'log in')).join(' | ')} |`),
    '',
    '## Another framework',
    '',
    'A column (`src/columns`) says how a suite’s file is named and written, how the framework is started, and what its hooks are',
    'called; a dialect (`src/dialects`) gives its functions the names that the suites use. The rows stay as they are: what can’t be',
    'alike is a difference, with its reason.',
    '',
  ].join('\n');
}

function modes(columns: readonly Column[]): string[] {
  const cells = (endless: boolean) =>
    columns.map((column) => {
      const names = column.modes.filter((mode) => mode.endless === endless).map(({ name }) => name);
      return names.length === 0 ? '–' : `✓ ${names.join(', ')}`;
    });
  return [
    `| a mode that runs no tests sends nothing | ${cells(false).join(' | ')} |`,
    `| a mode that runs tests again and again sends nothing | ${cells(true).join(' | ')} |`,
  ];
}

function noteOf(why: string, notes: string[]): number {
  const known = notes.indexOf(why);
  return known >= 0 ? known + 1 : notes.push(why);
}

function escaped(text: string): string {
  return text.replace(/[|<]/g, '\\$&');
}
