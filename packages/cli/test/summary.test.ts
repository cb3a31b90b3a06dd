import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Ended } from '../../../scripts/processes.mjs';
import { TestJournal } from '../../core/test/journals.js';
import { inProcess } from './in-process.js';

const START = Date.parse('2026-01-01T00:00:00Z');

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'testpoint-cli-summary-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function summary(args: readonly string[], variables: Record<string, string> = {}): Promise<Ended> {
  return inProcess(['summary', ...args], variables, folder);
}

/** A word for a number: numbers don't tell causes of failures apart. */
const word = (number: number) => [...`${number}`].map((digit) => 'abcdefghij'[+digit]).join('');

/** A session of Jest with one failed test. */
function failing(titles: string[], message: string, others: readonly string[] = []): string {
  const journal = new TestJournal({ use: '6f9619ff-8b86-d011-b42d-00cf4fc964ff' }, {}, START, {
    framework: 'jest',
    frameworkVersion: '30.0.0',
  });
  const errors = [{ message, location: { file: 'src/cart.ts', line: 12 } }];
  const view = { file: 'test/cart.test.ts', titles, line: 7, errors };
  journal.result(`test/cart.test.ts > ${titles.join(' > ')}`, { view }, { outcome: 'Failed', message });
  for (const [index, title] of others.entries()) {
    const span = {
      startedOn: new Date(START).toISOString(),
      completedOn: new Date(START + 100 * (index + 1)).toISOString(),
    };
    journal.result(`test/other.test.ts > ${title}`, { view: { file: 'test/other.test.ts', titles: [title] } }, span);
  }
  journal.end('leave', START + 5_000);
  return journal.outbox;
}

it('shows verdict, counts, and each failed test with message, place and rerun command', async () => {
  const { code, stdout } = await summary([failing(['Cart', 'adds up'], 'expected 3 to be 4', ['one', 'two', 'three'])]);
  expect(code).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
    "## ❌ 1 test failed

    3 passed, 1 failed · 5 s · Jest 30.0.0

    > ⚠️ The results of 1 session are not delivered. Deliver them with \`npx testpoint flush\`.

    ### Failures

    **Cart › adds up** · src/cart.ts:12

    \`\`\`
    expected 3 to be 4
    \`\`\`

    <details><summary>Run it again</summary>

    \`\`\`sh
    npx jest --runTestsByPath test/cart.test.ts --testNamePattern '^Cart adds up$'
    \`\`\`

    </details>

    <details><summary>Slowest tests</summary>

    | test | duration |
    |---|---:|
    | test/other.test.ts &#62; three | 300 ms |
    | test/other.test.ts &#62; two | 200 ms |
    | test/other.test.ts &#62; one | 100 ms |

    </details>

    "
  `);
});

it('names new failures first, if there is a history', async () => {
  const before = failing(['old'], 'boom', ['new']);
  await inProcess(['report', before, '--out', 'report', '--history', 'history.ndjson'], {}, folder);
  const journal = new TestJournal({ use: '6f9619ff-8b86-d011-b42d-00cf4fc964ff' }, {}, START);
  journal.result(
    'test/cart.test.ts > old',
    { view: { file: 'test/cart.test.ts', titles: ['old'] } },
    { outcome: 'Failed' },
  );
  journal.result(
    'test/other.test.ts > new',
    { view: { file: 'test/other.test.ts', titles: ['new'] } },
    { outcome: 'Failed' },
  );
  journal.end();
  const { stdout } = await summary([journal.outbox, '--history', 'history.ndjson']);
  expect(stdout.match(/^###.*|^\*\*.*?\*\*/gm)).toEqual([
    '### New failures',
    '**new**',
    '### Other failures',
    '**old**',
  ]);
});

it('shows titles and messages as they are: no Markdown, no HTML, no colors, no mentions', async () => {
  const title = '<img src=x> [a](b) `c` @team \u001b[31mred\u001b[0m';
  const { stdout } = await summary([failing([title], '```\n</code>\n\u001b[31mred\u001b[0m')]);
  const [page = '', command] = stdout.split('```sh');
  expect(page).not.toMatch(/<img|@team|\[a\]/);
  expect(stdout).not.toContain('\u001b');
  expect(command).toContain('--testNamePattern');
  expect(stdout).toContain('````\n```\n</code>\nred\n````');
});

it('writes a file whole, which begins with a marker, and the outputs of a step', async () => {
  const outputs = join(folder, 'outputs');
  const { code, stdout } = await summary([failing(['a'], 'boom'), '--out', 'out/summary.md'], {
    GITHUB_OUTPUT: outputs,
  });
  expect([code, stdout]).toEqual([0, '']);
  expect(readFileSync(outputs, 'utf8')).toMatch(/^passed=0\nfailed=1\nflaky=0\n/m);
  expect(readFileSync(join(folder, 'out/summary.md'), 'utf8')).toMatch(
    /^<!-- testpoint-summary -->\n## ❌ 1 test failed\n/,
  );
  expect(readdirSync(join(folder, 'out'))).toEqual(['summary.md']);
});

it('says why a file can’t be written', async () => {
  const { code, stderr } = await summary([failing(['a'], 'boom'), '--out', folder]);
  expect(stderr).toMatch(/^The summary could not be written to .*: /m);
  expect(code).toBe(1);
});

it('tells Azure Pipelines to show the file', async () => {
  const { stdout } = await summary([failing(['a'], 'boom'), '--out', 'summary.md'], { TF_BUILD: 'True' });
  expect(stdout).toBe(`##vso[task.uploadsummary]${join(folder, 'summary.md')}\n`);
});

it('leaves out the end if the summary of the step would be too long, and says how much', async () => {
  const journal = new TestJournal();
  for (let number = 0; number < 300; number++) {
    const view = {
      file: 'a.test.ts',
      titles: [`test ${number}`],
      errors: [{ message: word(number) + 'x'.repeat(1_900) }],
    };
    journal.result(`test ${number}`, { view }, { outcome: 'Failed' });
  }
  journal.end();
  writeFileSync(join(folder, 'step.md'), 'x'.repeat(600 * 1024));
  const { stdout } = await summary([journal.outbox], { GITHUB_STEP_SUMMARY: join(folder, 'step.md') });
  expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(424 * 1024);
  expect(Buffer.byteLength(stdout)).toBeGreaterThan(400 * 1024);
  expect(stdout).toMatch(/\n_The page is too long: \d+ more parts left out\._\n$/);
});

it('numbers equal titles as their ids do', async () => {
  const journal = new TestJournal();
  for (const occurrence of [1, 2]) {
    const view = { file: 'a.test.ts', titles: ['Cart', 'adds'], ...(occurrence > 1 && { occurrence }) };
    journal.result(`a.test.ts > Cart > adds ${occurrence}`, { view }, { outcome: 'Failed' });
  }
  journal.end();
  const { stdout } = await summary([journal.outbox]);
  expect(stdout.match(/^- \*\*.*?\*\*/gm)).toEqual(['- **Cart › adds**', '- **Cart › adds &#40;2&#41;**']);
  const annotations = await summary([journal.outbox, '--annotations']);
  expect(annotations.stdout).toMatch(/title=Cart › adds::.*The same in 1 other test:%0ACart › adds \(2\)$/m);
});

it('groups failures by cause, with one command that runs all of them again', async () => {
  const journal = new TestJournal({ use: '6f9619ff-8b86-d011-b42d-00cf4fc964ff' }, {}, START, {
    framework: 'mocha',
    frameworkVersion: '12.0.3',
  });
  for (const [title, message] of [
    ['finds Ada', 'no user #user-12'],
    ['pays', 'no price'],
    ['finds Bob', 'no user #user-7'],
  ] as const) {
    const view = { file: 'a.test.js', titles: [title], errors: [{ message }] };
    journal.result(title, { view }, { outcome: 'Failed' });
  }
  journal.end();
  const { stdout } = await summary([journal.outbox]);
  expect(stdout.slice(stdout.indexOf('### Failures'))).toMatchInlineSnapshot(`
    "### Failures

    2 tests failed with:

    \`\`\`
    no user #user-…
    \`\`\`

    - **finds Ada** · a.test.js

    - **finds Bob** · a.test.js

    **pays** · a.test.js

    \`\`\`
    no price
    \`\`\`

    <details><summary>Run them again</summary>

    \`\`\`sh
    npx mocha a.test.js --grep '^(?:finds Ada|pays|finds Bob)$'
    \`\`\`

    </details>

    "
  `);
  const annotations = await summary([journal.outbox, '--annotations']);
  expect(annotations.stdout).toMatchInlineSnapshot(`
    "::error file=a.test.js,title=finds Ada::no user #user-12%0A%0AThe same in 1 other test:%0Afinds Bob
    ::error file=a.test.js,title=pays::no price
    "
  `);
});

it('writes no more to a file than GitHub accepts as a comment, and prints the rest', async () => {
  const journal = new TestJournal();
  for (let number = 0; number < 100; number++) {
    const view = {
      file: 'a.test.ts',
      titles: [`test ${number}`],
      errors: [{ message: word(number) + 'é'.repeat(900) }],
    };
    journal.result(`test ${number}`, { view }, { outcome: 'Failed' });
  }
  journal.end();
  await summary([journal.outbox, '--out', 'summary.md']);
  const comment = readFileSync(join(folder, 'summary.md'), 'utf8');
  expect(comment.length).toBeGreaterThan(60_000);
  expect(comment.length).toBeLessThanOrEqual(65_000);
  expect(comment).toMatch(/\n_The page is too long: \d+ more parts left out\._\n$/);
  const { stdout } = await summary([journal.outbox]);
  expect(stdout.match(/^\*\*test /gm)).toHaveLength(100);
});

it('prints at most ten annotations of a type, in which no text begins another command', async () => {
  const journal = new TestJournal();
  for (let number = 0; number < 12; number++) {
    const view = {
      file: 'a, b.test.ts',
      titles: [`test: ${number}`],
      line: 3,
      errors: [{ message: `${word(number)}\n::error::two 100%` }],
    };
    journal.result(`test ${number}`, { view }, { outcome: 'Failed' });
  }
  journal.end();
  const { stdout } = await summary([journal.outbox, '--annotations']);
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe('::error file=a%2C b.test.ts,line=3,title=test%3A 0::a%0A::error::two 100%25');
});

it('annotates files by their paths in the repository, of a suite in one of its folders too', async () => {
  const journal = new TestJournal();
  const thrown = (file: string) => ({
    ...{ file: 'test/cart.test.ts', titles: [file] },
    errors: [{ message: `${basename(file)} is broken`, location: { file, line: 7 } }],
  });
  for (const file of [join(folder, 'test/cart.test.ts'), join(folder, 'help.ts'), '/elsewhere/other.ts']) {
    journal.result(`test of ${file}`, { view: thrown(file) }, { outcome: 'Failed' });
  }
  journal.end();
  const placesIn = async (workspace: string) => {
    const { stdout } = await summary([journal.outbox, '--annotations'], { GITHUB_WORKSPACE: workspace });
    return [...stdout.matchAll(/file=([^,]*),/g)].map(([, file]) => file);
  };
  expect(await placesIn(folder)).toEqual(['test/cart.test.ts', 'help.ts', '/elsewhere/other.ts']);
  const inside = basename(folder);
  expect(await placesIn(dirname(folder))).toEqual([
    ...[`${inside}/test/cart.test.ts`, `${inside}/help.ts`, '/elsewhere/other.ts'],
  ]);
});
