import type { HookKind } from '@testpoint/frameworks/lab';
import type { Column } from './column.js';
import { expectationOf } from './expectation.js';
import type { Row } from './rows/row.js';

const HOOKS: readonly HookKind[] = ['beforeAll', 'beforeEach', 'afterEach', 'afterAll'];

/** Makes `docs/conformance.md`: the table, and every difference with its reason. */
export function document(rows: readonly Row[], columns: readonly Column[]): string {
  const notes: string[] = [];
  const table = rows.map((row) => {
    const cells = columns.map((column) => {
      if (column.runs?.includes(row.run) === false) return '';
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
    'The same suites run in every framework (`packages/conformance`), in real processes, with our reporter and without. The reporter',
    'sends its results to the reference server and to a strict service, whose rules for runs were written by hand. Both must',
    'accept them, and must hold exactly the results that the rows expect. The test that checks this writes this file.',
    '',
    '✓ means that the row holds. A number refers to a difference that the framework causes. – means that the framework has no such',
    'feature. An empty cell is not compared. In every row the framework’s verdicts and exit code are the same with our reporter and',
    'without, every result arrives once, and its times lie within the run.',
    '',
    `| behavior | ${names.join(' | ')} |`,
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
    'Hooks appear under the titles that their framework gives them. A hook named `log in` becomes:',
    '',
    `| hook | ${names.join(' | ')} |`,
    `|---|${names.map(() => '---|').join('')}`,
    ...HOOKS.map((kind) => `| ${kind} | ${columns.map(({ hookTitle }) => hookTitle(kind, 'log in')).join(' | ')} |`),
    '',
    '## Adding a framework',
    '',
    'The framework’s package has a folder `lab`. A column there (`columns.ts`) defines how a suite’s file is named and written, how the',
    'framework is started, and what its hooks are called. A dialect (`suites/dialect.ts`) gives the framework’s functions the names that',
    'the suites use. The rows do not change: list what the framework does differently under the column’s `differences`, with the reason.',
    '',
  ].join('\n');
}

function modes(columns: readonly Column[]): string[] {
  const cells = (endless: boolean) =>
    columns.map((column) => {
      const own = Object.entries(column.modes).filter(([, mode]) => Boolean(mode.endless) === endless);
      return own.length === 0 ? '–' : `✓ ${own.map(([name]) => name).join(', ')}`;
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
