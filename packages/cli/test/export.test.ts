import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { FolderSource, listOf, type Members, membersOf, type Row, readRun, textOf } from '@testpoint/report';
import { validateStrict } from 'ctrf';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { collect, type Ended } from '../../../scripts/processes.mjs';
import { TestJournal } from '../../core/test/journals.js';
import { exportedTests } from '../src/export/exported-test.js';
import { inProcess } from './in-process.js';

const BIN = fileURLToPath(new URL('../dist/bin.js', import.meta.url));
const SCHEMA = fileURLToPath(new URL('fixtures/schemas/junit.xsd', import.meta.url));
const FILE = 'test/cart.test.ts';
const START = Date.parse('2026-01-01T00:00:00Z');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'testpoint-cli-export-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function exported(format: string, ...args: string[]): Promise<Ended> {
  return inProcess(['export', '--format', format, ...args], {}, folder);
}

const at = (seconds: number) => new Date(START + seconds * 1_000).toISOString();

/** One test for each outcome, a flaky one, and everything that a result can contain. */
function outbox(): string {
  const journal = new TestJournal({ use: '6f9619ff-8b86-d011-b42d-00cf4fc964ff' }, {}, START, {
    framework: 'vitest',
    frameworkVersion: '4.0.0',
    view: { machine: { host: 'one', os: 'linux' }, ci: { branch: 'main', commit: 'abc' } },
  });
  const placeholder = '11111111-1111-4111-8111-111111111111';
  const output = '22222222-2222-4222-8222-222222222222';
  mkdirSync(join(journal.directory, 'attachments'), { recursive: true });
  writeFileSync(join(journal.directory, 'attachments/000001.txt'), 'the log');
  writeFileSync(join(journal.directory, 'attachments/000002.txt'), 'printed ]]> & <b>\u001b[31mred\u001b[0m\u0000');
  const span = { startedOn: at(0), completedOn: at(2) };
  journal.result(
    `${FILE} > Cart > adds up`,
    {
      view: { file: FILE, titles: ['Cart', 'adds up'], line: 3, worker: 2 },
      attachments: [
        { file: '000001.txt', name: 'log.txt', contentType: 'text/plain', placeholder },
        { file: '000002.txt', name: 'output.txt', contentType: 'text/plain', placeholder: output },
      ],
    },
    {
      ...{ ...span, attachments: [output], parameters: { currency: 'EUR' }, properties: { owner: 'shop' } },
      links: [{ url: 'https://tracker.example.com/7', title: 'issue 7', type: 'Issue' }],
      setupResults: [{ title: 'opens the shop', outcome: 'Passed', ...span }],
      stepResults: [
        {
          ...{ title: 'fills the basket', outcome: 'Passed', ...span },
          stepResults: [{ title: 'adds a book', outcome: 'Passed', attachments: [{ id: placeholder }] }],
        },
      ],
      teardownResults: [{ title: 'closes the shop', outcome: 'Failed', ...span }],
    },
  );
  const [message, stack] = ['expected "<1>" to be 2\nsecond line', 'Error: expected\n    at cart.test.ts:9:1'];
  const failure = { outcome: 'Failed', message, traces: stack, ...span };
  journal.result(`${FILE} > fails`, { view: { file: FILE, titles: ['fails'], line: 9 } }, failure);
  const earlier = [
    { outcome: 'F' as const, startedAt: START, endedAt: START + 500, errors: [{ message: 'timeout', stack }] },
  ];
  // The second attempt took 300 ms. Before it, other tests ran.
  const flaky = { file: FILE, titles: ['passes late'], earlier, duration: 800 };
  journal.result(`${FILE} > passes late`, { view: flaky }, { ...span, message: 'Flaky: passed on attempt 2 of 2.' });
  journal.result(
    'test/other.test.ts > never ran',
    { view: { file: 'test/other.test.ts', titles: ['never ran'] } },
    { outcome: 'Blocked', message: 'A hook failed.' },
  );
  journal.result(
    'test/other.test.ts > =1+1',
    { view: { file: 'test/other.test.ts', titles: ['=1+1'] } },
    { outcome: 'Skipped' },
  );
  journal.end('leave', START + 5_000);
  return journal.outbox;
}

/** Three equal titles in a project and an environment. The second was retried, the third has an id of its own. */
function equalTitles(isFlaky: boolean): string {
  const view = { environment: 'staging', ci: { branch: 'main' } };
  const journal = new TestJournal({ use: '6f9619ff-8b86-d011-b42d-00cf4fc964ff' }, {}, START, {
    ...{ framework: 'vitest', frameworkVersion: '4.0.0', view },
  });
  const [first, last] = ['33333333-3333-4333-8333-333333333333', '44444444-4444-4444-8444-444444444444'];
  mkdirSync(join(journal.directory, 'attachments'), { recursive: true });
  for (const name of ['000001.txt', '000002.txt']) writeFileSync(join(journal.directory, 'attachments', name), name);
  for (const number of [1, 2, 3]) {
    const titles = { file: FILE, titles: ['Cart', 'adds up'], project: 'node', occurrence: number };
    const id = number === 3 ? 'CART-3' : `[node] ${FILE} > Cart > adds up${number > 1 ? ` (${number})` : ''}`;
    if (number !== 2 || !isFlaky) {
      journal.result(id, { view: titles }, { parameters: { currency: 'EUR' }, startedOn: at(0), completedOn: at(2) });
      continue;
    }
    const earlier = [{ outcome: 'F' as const, startedAt: START, endedAt: START + 500, errors: [{ message: 'no' }] }];
    const attachments = [first, last].map((placeholder, index) => ({
      ...{ file: `00000${index + 1}.txt`, name: 'output.txt', contentType: 'text/plain', placeholder },
    }));
    const inner = [{ title: 'fills the basket', outcome: 'Failed' }];
    const attempt = { title: 'Attempt 1 of 2', outcome: 'Failed', stepResults: inner, attachments: [{ id: first }] };
    const body = { parameters: { currency: 'EUR', attempts: '2' }, attachments: [last] };
    const stepResults = [attempt, { title: 'pays', outcome: 'Passed' }];
    const message = 'Flaky: passed on attempt 2 of 2.';
    const times = { startedOn: at(0), completedOn: at(2) };
    journal.result(id, { view: { ...titles, earlier }, attachments }, { ...times, ...body, stepResults, message });
  }
  journal.end('leave', START + 5_000);
  return journal.outbox;
}

/** A result without ids, and without what follows from the rest of it. */
interface Content {
  row: Pick<Row, 'id' | 'file' | 'suites' | 'title' | 'line' | 'worker' | 'outcome' | 'startedAt' | 'duration'> & {
    endedAt: number;
  };
  message: string;
  traces: string;
  parameters: Members;
  properties: Members;
  links: unknown;
  setup: string[];
  steps: string[];
  teardown: string[];
  earlier: unknown[];
  attachments: string[];
}

async function contents(report: string): Promise<Content[]> {
  const run = await readRun([new FolderSource(join(folder, report))]);
  const all = [...exportedTests(run)].map((test): Content => {
    const { id, file, suites, title, line, worker, outcome, startedAt, duration } = test.row;
    const { body, attachments, endedAt } = test;
    const names = new Map(attachments.map(({ placeholder, name }) => [placeholder, name]));
    const steps = (list: unknown) => lines(list, names);
    const { attempts: _, ...parameters } = membersOf(body.parameters);
    return {
      row: { id, file, suites: [...suites], title, line, worker, outcome, startedAt, duration, endedAt },
      ...{ message: test.message.replace(/\.$/, ''), traces: test.traces, parameters, links: body.links ?? [] },
      ...{ properties: membersOf(body.properties), earlier: [...test.earlier] },
      ...{ setup: steps(body.setupResults), teardown: steps(body.teardownResults) },
      // Earlier attempts are steps, too.
      steps: steps(listOf(body.stepResults).filter((step) => !/^Attempt/.test(textOf(membersOf(step).title)))),
      attachments: attachments
        .map(
          ({ name, contentType, path = '' }) =>
            `${name} ${contentType} ${stripVTControlCharacters(readFileSync(path, 'utf8')).trimEnd()}`,
        )
        .sort(),
    };
  });
  run.close();
  return all.sort((one, other) => (one.row.id < other.row.id ? -1 : 1));
}

/** A line for each step, those inside indented. */
function lines(steps: unknown, names: ReadonlyMap<string, string>, indent = ''): string[] {
  return listOf(steps).flatMap((step) => {
    const { title, outcome, startedOn, completedOn, stepResults, attachments } = membersOf(step);
    const files = listOf(attachments).map((one) => names.get(textOf(one) || textOf(membersOf(one).id)));
    const own = [`${indent}${title}`, outcome, startedOn, completedOn, ...files].join(' | ');
    return [own, ...lines(stepResults, names, `${indent}  `)];
  });
}

/** What is left of a result in CTRF. */
function asCtrf(content: Content): Content {
  const steps = content.steps
    .filter((line) => !line.startsWith(' '))
    .map((line) => line.replace(/( \| \w+) \|.*$/, '$1 |  | '));
  // Printed lines are text, in which import shows NUL; Allure keeps them as a file.
  const attachments = content.attachments.map((attachment) => attachment.replace('\0', '␀'));
  return { ...content, attachments, links: [], setup: [], teardown: [], steps };
}

/** What is left of a result in an Allure folder. */
function asAllure(content: Content): Content {
  const { row } = content;
  return { ...content, row: { ...row, line: 0, outcome: row.outcome === 'B' ? 'F' : row.outcome } };
}

describe('export', () => {
  it.skipIf(process.platform === 'win32')('hands a slow reader of standard output all of it', async () => {
    const tests = Array.from({ length: 5_000 }, (_, number) => `<testcase name="${number} ${'long '.repeat(60)}"/>`);
    writeFileSync(join(folder, 'junit.xml'), `<testsuite name="a">${tests.join('')}</testsuite>`);
    await inProcess(['import', 'junit.xml'], { TMS_REPORT: 'report' }, folder);
    const slowly = `const { readSync } = require('node:fs'), piece = Buffer.alloc(16_384);
      for (let read; (read = readSync(0, piece)) > 0; Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1))
        process.stdout.write(Buffer.from(piece.subarray(0, read)));`;
    const command = `"${process.execPath}" "${BIN}" export --format csv --out - report | "${process.execPath}" -e "$SLOWLY"`;
    const shell = spawn('sh', ['-c', command], { cwd: folder, env: { ...process.env, SLOWLY: slowly } });
    const { stdout, stderr } = await collect(shell).ended;
    expect(stderr).toContain('5,000 results exported');
    expect(stdout.trimEnd().split('\n')).toHaveLength(5_001);
  });

  it('writes JUnit XML that is valid by the schema of Jenkins', async () => {
    const { code, stderr } = await exported('junit', outbox(), '--out', 'junit.xml');
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(/^The format junit can't hold everything: .*\.$/m);
    expect(stderr).toContain('Blocked tests are errors');
    const contents = readFileSync(join(folder, 'junit.xml'), 'utf8');
    const { valid, errors } = await validateXML({
      xml: { fileName: 'junit.xml', contents },
      schema: { fileName: 'junit.xsd', contents: readFileSync(SCHEMA, 'utf8') },
    });
    expect([valid, errors]).toEqual([true, []]);
    expect(contents.replace(/ATTACHMENT\|[^\]]*/g, 'ATTACHMENT|…')).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="Testpoint" tests="5" failures="1" errors="1">
        <testsuite name="test/cart.test.ts" tests="3" failures="1" errors="0" skipped="0" time="4.800" timestamp="2026-01-01T00:00:00.000Z" hostname="one">
          <testcase name="Cart &gt; adds up" classname="test/cart.test.ts" time="2.000">
            <system-out>printed ]]&gt; &amp; &lt;b&gt;red
      [[PROPERTY|owner=shop]]
      [[ATTACHMENT|…]]</system-out>
          </testcase>
          <testcase name="fails" classname="test/cart.test.ts" time="2.000">
            <failure message="expected &quot;&lt;1&gt;&quot; to be 2" type="failure">Error: expected
          at cart.test.ts:9:1</failure>
          </testcase>
          <testcase name="passes late" classname="test/cart.test.ts" time="0.800">
            <flakyFailure message="timeout" type="failure"><stackTrace>Error: expected
          at cart.test.ts:9:1</stackTrace></flakyFailure>
          </testcase>
        </testsuite>
        <testsuite name="test/other.test.ts" tests="2" failures="0" errors="1" skipped="1" time="0.000" hostname="one">
          <testcase name="never ran" classname="test/other.test.ts" time="0.000">
            <error message="A hook failed." type="blocked">A hook failed.</error>
          </testcase>
          <testcase name="=1+1" classname="test/other.test.ts" time="0.000">
            <skipped/>
          </testcase>
        </testsuite>
      </testsuites>
      "
    `);
  });

  it('writes CTRF that its own package accepts', async () => {
    const { code, stdout, stderr } = await exported('ctrf', outbox(), '--out', '-');
    expect(code, stderr).toBe(0);
    const report = JSON.parse(stdout);
    validateStrict(report);
    expect(report.results.summary).toMatchObject({ tests: 5, passed: 2, failed: 1, other: 1, skipped: 1, flaky: 1 });
    expect(report.results.tests).toMatchObject([
      {
        name: 'adds up',
        status: 'passed',
        duration: 2_000,
        suite: ['Cart'],
        labels: { owner: 'shop' },
        parameters: { currency: 'EUR' },
      },
      { name: 'fails', status: 'failed', message: 'expected "<1>" to be 2\nsecond line', line: 9 },
      {
        name: 'passes late',
        flaky: true,
        ...{ start: START, stop: START + 2_000, duration: 800 },
        retries: 1,
        retryAttempts: [{ attempt: 1, status: 'failed', message: 'timeout' }],
      },
      { name: 'never ran', status: 'other', rawStatus: 'Blocked' },
      { name: '=1+1', status: 'skipped' },
    ]);
  });

  it('writes an Allure results folder with attempts, steps, hooks and attachments', async () => {
    const { code, stderr } = await exported('allure', outbox(), '--out', 'allure-results');
    expect(code, stderr).toBe(0);
    const names = readdirSync(join(folder, 'allure-results'));
    const read = (name: string) => JSON.parse(readFileSync(join(folder, 'allure-results', name), 'utf8'));
    const results = names.filter((name) => name.endsWith('-result.json')).map(read);
    expect(results.map(({ status }) => status).sort()).toEqual([
      'broken',
      'failed',
      'failed',
      'passed',
      'passed',
      'skipped',
    ]);
    const late = results.filter(({ name }) => name === 'passes late');
    expect(new Set(late.map(({ historyId }) => historyId)).size).toBe(1);
    const times = late.map(({ start, stop }) => [start - START, stop - START]);
    expect(times.sort(([one = 0], [other = 0]) => one - other)).toEqual([
      [0, 500],
      [1_700, 2_000],
    ]);
    const full = results.find(({ name }) => name === 'adds up');
    expect(full).toMatchObject({
      parameters: [{ name: 'currency', value: 'EUR' }],
      links: [{ url: 'https://tracker.example.com/7', name: 'issue 7', type: 'issue' }],
      steps: [{ name: 'fills the basket', steps: [{ name: 'adds a book', attachments: [{ name: 'log.txt' }] }] }],
    });
    const { source } = full.steps[0].steps[0].attachments[0];
    expect(readFileSync(join(folder, 'allure-results', source), 'utf8')).toBe('the log');
    const [container] = names.filter((name) => name.endsWith('-container.json')).map(read);
    expect(container).toMatchObject({
      children: [full.uuid],
      befores: [{ name: 'opens the shop', status: 'passed' }],
      afters: [{ name: 'closes the shop', status: 'failed' }],
    });
  });

  it.each([
    ['ctrf', 'results.json'],
    ['allure', 'allure-results'],
  ])('what it writes as %s, import reads again, except what it names', async (format, place) => {
    await inProcess(['report', outbox(), '--out', 'first'], {}, folder);
    const { stderr: lost } = await exported(format, 'first', '--out', place);
    const env = { TMS_REPORT: 'report', TMS_OUTPUT: 'all' };
    const { code, stderr } = await inProcess(['import', place, 'first'], env, folder);
    expect(code, stderr).toBe(0);
    const [before, after] = [await contents('first'), await contents('report')];
    expect(lost).toMatchSnapshot();
    expect(after).toEqual(before.map(format === 'ctrf' ? asCtrf : asAllure));
  });

  it.each(['junit', 'ctrf', 'allure'])('tells equal titles apart in %s, and adds nothing of ours', async (format) => {
    await exported(format, equalTitles(true), '--out', 'made');
    const env = { TMS_REPORT: 'report', TMS_OUTPUT: 'all' };
    const input = format === 'allure' ? 'made' : ['made', '--format', format];
    await inProcess(['import', ...[input].flat()], env, folder);
    const read = await readRun([new FolderSource(join(folder, 'report'))]);
    const all = [...exportedTests(read)];
    const id = `[node] ${FILE} > Cart > adds up`;
    expect(all.map(({ row }) => row.id).sort()).toEqual(['CART-3', id, `${id} (2)`]);
    const flaky = all.find(({ row }) => row.id.endsWith('(2)'));
    expect(flaky?.row).toMatchObject({ attempts: 2, repeat: 1, duration: 2_000 });
    const printed = (list: readonly { path?: string | undefined }[] = []) =>
      list.map(({ path = '' }) => readFileSync(path, 'utf8').trim());
    expect([flaky?.earlier[0]?.attachments, flaky?.attachments].map(printed)).toEqual([['000001.txt'], ['000002.txt']]);
    const titles = listOf(flaky?.body.stepResults).map((step) => textOf(membersOf(step).title));
    expect(titles).toEqual(format === 'junit' ? ['Attempt 1 of 2'] : ['Attempt 1 of 2', 'pays']);
    const parameters = format === 'junit' ? { attempts: '2' } : { currency: 'EUR', attempts: '2' };
    expect(flaky?.body).toMatchObject({ parameters });
    expect(flaky?.body).not.toHaveProperty('properties.environment');
    expect(JSON.stringify(flaky?.body)).not.toContain('staging');
    expect(flaky?.earlier[0]?.steps).toHaveLength(format === 'allure' ? 1 : 0);
    read.close();
  });

  it('keeps the history of a test in Allure when it becomes flaky', async () => {
    const histories = async (isFlaky: boolean) => {
      await exported('allure', equalTitles(isFlaky), '--out', `${isFlaky}`);
      const names = readdirSync(join(folder, `${isFlaky}`)).filter((name) => name.endsWith('-result.json'));
      const results = names.map((name) => JSON.parse(readFileSync(join(folder, `${isFlaky}`, name), 'utf8')));
      expect(results).toHaveLength(isFlaky ? 4 : 3);
      return new Set(results.map(({ historyId }) => historyId));
    };
    expect(await histories(true)).toEqual(await histories(false));
  });

  it('writes CSV without formulas', async () => {
    const { stdout } = await exported('csv', outbox(), '--out', '-');
    const lines = stdout.trimEnd().split('\r\n');
    expect(lines[0]).toBe(
      'Outcome,File,Suite,Title,Line,Project,Environment,Started,Milliseconds,Attempts,Id,Key,Message',
    );
    expect(lines.map((line) => line.split(',')[0])).toEqual([
      'Outcome',
      'Passed',
      'Failed',
      'Flaky',
      'Did not run',
      'Skipped',
    ]);
    expect(lines[5]).toContain(",'=1+1,");
  });

  it('replaces a file whole, and never writes into a folder with files', async () => {
    writeFileSync(join(folder, 'junit.xml'), 'old');
    expect((await exported('junit', outbox(), '--out', 'junit.xml')).code).toBe(0);
    expect(readFileSync(join(folder, 'junit.xml'), 'utf8')).toMatch(/^<\?xml/);
    mkdirSync(join(folder, 'mine'));
    writeFileSync(join(folder, 'mine/thesis.txt'), 'ten years of work');
    const { code, stderr } = await exported('allure', outbox(), '--out', 'mine');
    expect(stderr).toMatch(
      /^Nothing is exported to .*mine: there are files already\. Remove them, or name another place\.$/m,
    );
    expect([code, readdirSync(join(folder, 'mine'))]).toEqual([1, ['thesis.txt']]);
    expect(readdirSync(folder).sort()).toEqual(['junit.xml', 'mine']);
  });

  it.each([
    [['--format', 'xml', '--out', 'a'], 'Allowed choices are junit, ctrf, csv, allure.'],
    [['--format', 'junit'], "required option '--out <place>' not specified"],
    [['--format', 'allure', '--out', '-'], 'Allure results are a folder: name it with --out.'],
    [['--format', 'junit', 'nowhere', '--out', 'a'], 'nowhere'],
  ])('exits with 2 for %j', async (args, message) => {
    const { code, stderr } = await inProcess(['export', ...args], {}, folder);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});
