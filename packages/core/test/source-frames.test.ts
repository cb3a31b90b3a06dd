/** The locations of errors and the source around them, which a report adds to a journal's data. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ErrorView, FolderSource, writeReport } from '@testpoint/report';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sessionFiles } from '../src/outbox/format/session-files.js';
import { JournalSource } from '../src/report/journal-source.js';
import { maskingOf } from '../src/report/masking.js';
import { compileRedaction } from '../src/result/masking/redaction.js';
import { TestJournal } from './journals.js';
import { ReportFolder } from './report-folder.js';

/** Later than the files that the tests write. */
const STARTED_AT = Date.now() + 3_600_000;
const SOURCE = ['one();', 'two();', 'three();', '\tthrow new Error();', 'five();', 'six();', 'seven();', 'eight();'];
const FRAME = [
  '  2 | two();',
  '  3 | three();',
  '> 4 | \tthrow new Error();',
  '    | \t^',
  '  5 | five();',
  '  6 | six();',
  '  7 | seven();',
].join('\n');

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'testpoint-suite-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function file(path: string, lines: readonly string[] = SOURCE): string {
  const whole = join(root, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, lines.join('\n'));
  return whole;
}

function stack(...frames: string[]): Pick<ErrorView, 'message' | 'stack'> {
  return { message: 'Error: no', stack: ['Error: no', ...frames.map((frame) => `    at ${frame}`)].join('\n') };
}

/** What the report shows of these errors. */
async function shown(errors: ErrorView[], redact: (string | RegExp)[] = [], suiteRoot = root): Promise<ErrorView[]> {
  const journal = new TestJournal({ none: true }, {}, STARTED_AT);
  const view = { file: 'a.test.js', titles: ['a'], errors };
  journal.result('a', { view }, { outcome: 'Failed', message: 'no' });
  const directory = join(root, 'report');
  const inputs = [() => new JournalSource(sessionFiles(journal.directory), suiteRoot)];
  await writeReport({ directory, inputs, masking: maskingOf(compileRedaction('', redact)), tool: 'test' });
  return new ReportFolder(directory).result('a').entry.view?.errors ?? [];
}

it.each([
  ['a path', (path: string) => `Object.<anonymous> (${path}:4:2)`],
  ['a path without a name', (path: string) => `async ${path}:4:2`],
  ['a path below the suite’s folder', (path: string) => `check (${relative(root, path)}:4:2)`],
  ['a URL', (path: string) => `async check (${pathToFileURL(path).href}:4:2)`],
])('an error is located at the first frame of the suite: %s', async (_, frame) => {
  const path = file('new src/a.test.js');
  const [error] = await shown([
    stack(
      'process.nextTick (node:internal/process/task_queues:105:5)',
      `assert (${file('node_modules/lib/index.js')}:1:1)`,
      `assert (/elsewhere/shared.js:1:1)`,
      frame(path),
      `main (${file('main.js')}:1:1)`,
    ),
  ]);
  expect(error).toMatchObject({ location: { file: 'new src/a.test.js', line: 4, column: 2 }, codeFrame: FRAME });
});

it('a message that looks like a stack does not provide the location', async () => {
  const path = file('a.test.js');
  const message = `Error: no\n    at ${file('other.js')}:1:1`;
  const [error] = await shown([{ message, stack: `${message}\n    at ${path}:4:2` }]);
  expect(error?.location?.file).toBe('a.test.js');
});

it('the framework’s location is kept, and gets its source', async () => {
  const location = { file: file('a.test.js'), line: 4, column: 2 };
  const other = stack(`${file('other.js')}:1:1`);
  const errors = await shown([
    { ...other, location },
    { ...other, location, codeFrame: '> own' },
  ]);
  const relative = { ...location, file: 'a.test.js' };
  expect(errors).toEqual([
    { ...other, location: relative, codeFrame: FRAME, frameColors: expect.any(String) },
    { ...other, location: relative, codeFrame: '> own' },
  ]);
});

it('an error in a file that changed after the start of the run, or is missing, has a location but no source', async () => {
  const changed = file('a.test.js');
  utimesSync(changed, new Date(), new Date(STARTED_AT + 1));
  const missing = join(root, 'gone.js');
  const short = file('short.js', ['one();']);
  const errors = await shown([changed, missing, short].map((path) => stack(`${path}:4:2`)));
  expect(errors.map(({ location }) => location?.file)).toEqual(['a.test.js', 'gone.js', 'short.js']);
  for (const error of errors) expect(error).not.toHaveProperty('codeFrame');
});

it('only source files of the suite are shown, whatever a journal says', async () => {
  const suite = join(root, 'suite');
  mkdirSync(suite);
  const outside = file('outside.js');
  const link = join(suite, 'link.js');
  symlinkSync(outside, link);
  const installed = file('suite/node_modules/lib/index.js');
  const key = file('suite/id_rsa', ['key']);
  const location = (path: string): ErrorView => ({ message: 'no', location: { file: path, line: 1 } });
  const errors = await shown([link, outside, installed, key, suite].map(location), [], suite);
  for (const error of errors) expect(error).not.toHaveProperty('codeFrame');
});

it('source is masked, and not shown if a secret spans several lines', async () => {
  const path = file('a.test.js', ['before();', 'const key = "opensesame"; throw new Error();', 'BEGIN', 'END']);
  const [masked] = await shown([stack(`${path}:2:27`)], ['opensesame']);
  expect(masked?.codeFrame).toBe(
    '  1 | before();\n> 2 | const key = "***"; throw new Error();\n  3 | BEGIN\n  4 | END',
  );
  const [none] = await shown([stack(`${path}:2:27`)], [/BEGIN\nEND/]);
  expect(none).not.toHaveProperty('codeFrame');
});

it('a merge of reports keeps the data of the first', async () => {
  const first = await shown([stack(`${file('a.test.js')}:4:2`)]);
  rmSync(join(root, 'a.test.js'));
  const directory = join(root, 'merged');
  const inputs = [() => new FolderSource(join(root, 'report'))];
  await writeReport({ directory, inputs, masking: maskingOf(compileRedaction('', [])), tool: 'test' });
  expect(new ReportFolder(directory).result('a').entry.view?.errors).toEqual(first);
  expect(first[0]?.codeFrame).toBe(FRAME);
});
