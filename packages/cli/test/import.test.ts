import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FolderSource, membersOf, readRun } from '@testpoint/report';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Ended } from '../../../scripts/processes.mjs';
import { inProcess, suiteInProcess } from './in-process.js';

const BIN = fileURLToPath(new URL('../dist/bin.js', import.meta.url));
const SUITE = fileURLToPath(new URL('fixtures/suite.mjs', import.meta.url));
const FIXTURES = fileURLToPath(new URL('fixtures/import/', import.meta.url));

const FAILING = '<testsuite name="a"><testcase name="fails"><failure message="x"/></testcase></testsuite>';

const JUNIT = `
  jest.xml mocha.xml vitest.xml playwright.xml pytest.xml surefire.xml surefire-times.xml gradle go.xml
  gotestsum.xml phpunit.xml cypress.xml dotnet.xml node.xml node24.xml bun.xml deno.xml mocha-xunit.xml
  cucumber.xml googletest.xml rspec.xml bats.xml ctest.xml karma.xml newman.xml tap.xml
`;
/** Files of other tools, and their formats. */
const FILES: [string, string][] = [
  ...JUNIT.trim()
    .split(/\s+/)
    .map((name): [string, string] => [name, 'JUnit XML']),
  ['ctrf.json', 'CTRF'],
  ['playwright.json', 'Playwright JSON'],
  ['allure-results', 'Allure results'],
  ['allure-jest', 'Allure results'],
  ['allure-vitest', 'Allure results'],
];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'testpoint-cli-import-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function testpoint(command: string, ...args: string[]): Promise<Ended> {
  return inProcess([command, ...args], { TMS_REPORT: 'report' }, folder);
}

function imported(...args: string[]): Promise<Ended> {
  return testpoint('import', ...args);
}

/** Writes a file beside the suite. */
function file(name: string, content: string | Uint8Array): string {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), content);
  return name;
}

/** One line for each result of the report: outcome, milliseconds, attempts, id, first line of the message. */
async function results(report = 'report'): Promise<string[]> {
  const run = await readRun([new FolderSource(join(folder, report))]);
  const lines = Array.from({ length: run.rows.size }, (_, index) => {
    const { outcome, duration, attempts, id, message } = run.rows.at(index);
    return [outcome, Math.round(duration), attempts, id, message.split('\n')[0]].join(' | ');
  });
  run.close();
  return lines;
}

describe('import', () => {
  it('of files without moments tells the summary and the page how long the tests took', async () => {
    const cases = ['one', 'two'].map((name) => `<testcase name="${name}" time="2"/>`).join('');
    expect((await imported(file('a.xml', `<testsuite name="a">${cases}</testsuite>`))).code).toBe(0);
    expect((await testpoint('summary')).stdout).toContain('2 passed, 0 failed · tests took 4 s · JUnit XML\n');
    expect(readFileSync(join(folder, 'report', 'data', 'run.js'), 'utf8')).toContain('"testTime":4000');
  });

  it('takes all formats of a folder at once, each file once, and says what it took', async () => {
    cpSync(FIXTURES, join(folder, 'all'), { recursive: true });
    const { code, stdout } = await imported('all', 'all/jest.xml');
    expect(code).toBe(0);
    for (const [name, format] of FILES)
      expect(stdout).toMatch(new RegExp(`${name}.* \\(${format}\\): \\d+ results?, `));
    expect(stdout.match(/: \d+ results?, /g)).toHaveLength(33);
    expect(await results()).toMatchSnapshot();
  });

  it('says how the tests went, and how long the run took as far as a file says so', async () => {
    const flaky = '<testcase name="b" time="1"><flakyFailure message="once"/></testcase>';
    const plain = '<testcase name="a" time="0.5"/>';
    file('none.xml', `<testsuite name="old" time="3">${plain}${flaky}</testsuite>`);
    expect((await imported('none.xml')).stdout).toContain('2 results, 1 passed, 0 failed, 1 flaky');
    const { stdout } = await testpoint('summary');
    expect(stdout).toContain('1 passed, 0 failed, 1 flaky · tests took 1.5 s · JUnit XML\n');

    // The second suite ends last.
    const suites = ['00:00', '01:40'].map(
      (minute, index) => `timestamp="2026-11-20T10:${minute}Z" time="${index * 10 + 1.5}"`,
    );
    const spoken = suites.map((when, index) => `<testsuite name="s${index}" ${when}>${plain}</testsuite>`);
    file('timed.xml', `<testsuites>${spoken.join('')}</testsuites>`);
    await imported('timed.xml');
    const timed = await readRun([new FolderSource(join(folder, 'report'))]);
    const startedAt = Date.parse('2026-11-20T10:00:00Z');
    expect(timed.sessions.map(({ ranAt }) => ranAt)).toEqual([undefined, { startedAt, endedAt: startedAt + 111_500 }]);
    timed.close();
    // If the root says how long it took, suites may have overlapped.
    file('root.xml', `<testsuites time="12.25">${spoken.join('\n')}</testsuites>`);
    await testpoint('import', 'root.xml');
    const all = await readRun([new FolderSource(join(folder, 'report'))]);
    expect(all.sessions.at(-1)?.ranAt).toEqual({ startedAt, endedAt: startedAt + 12_250 });
    all.close();
    const { stdout: exported } = await testpoint('export', '--format', 'ctrf', '--out', '-');
    expect(JSON.parse(exported).results.tool).toEqual({ name: 'JUnit XML' });
    // Another tool is no other environment.
    const tests = [{ name: 'logs in', status: 'passed', duration: 1 }];
    file('ctrf.json', JSON.stringify({ results: { tool: { name: 'cypress' }, summary: {}, tests } }));
    await imported('ctrf.json');
    const both = await readRun([new FolderSource(join(folder, 'report'))]);
    expect(both.rows.environments).toEqual([]);
    both.close();
  });

  it('leaves out a file that was imported before, even after its delivery', async () => {
    const path = join(FIXTURES, 'jest.xml');
    await imported(path);
    const again = await imported(path);
    expect(again.stderr).toMatch(/jest\.xml was imported already, on .*, and is left out\.\n/);
    expect(again.stderr).toContain('To import files again, pass --again.');
    expect(again.stderr).toContain('Nothing new to import.');
    expect((await imported(path, '--again')).stdout).toContain(': 3 results, ');
  });

  it('tells the tests of a matrix apart, and takes a copy of a file once', async () => {
    const content = (failure: string) =>
      `<testsuite name="a"><testcase name="t" classname="c">${failure}</testcase></testsuite>`;
    file('py311/junit.xml', content('<failure message="x"/>'));
    file('py312/junit.xml', content(''));
    cpSync(join(folder, 'py312'), join(folder, 'py313'), { recursive: true });
    const { stderr } = await imported('py311', 'py312', 'py313');
    expect(stderr).toMatch(/py313.junit\.xml has the content of py312.junit\.xml, and is left out\./);
    expect(await results()).toEqual(['F | -1 | 1 | c > t | x', 'P | -1 | 1 | c > t (2) | ']);
  });

  it('adds to the report in its place, which a suite that starts later replaces', async () => {
    const suite = () => suiteInProcess([2], { TMS_REPORT: 'report' }, folder);
    await suite();
    const own = await results();
    expect(own).toHaveLength(2);
    await imported(file('a.xml', FAILING));
    await imported(file('b.xml', '<testsuite name="b"><testcase name="passes"/></testsuite>'));
    expect(await results()).toEqual(expect.arrayContaining([...own, expect.stringContaining('| fails |')]));
    expect(await results()).toHaveLength(4);
    await imported(file('empty.xml', '<testsuites/>'));
    await imported(file('damaged.xml', '<testsuite name="c"><testc'));
    expect(await results()).toHaveLength(4);
    await suite();
    expect(await results()).toEqual(own);
  });

  it('leaves nothing for exec to run again', async () => {
    const suite = [process.execPath, SUITE, '1', 'close'];
    await testpoint('exec', '--', ...suite);
    await imported(file('a.xml', FAILING));
    for (const from of [[], ['--from', 'report']]) {
      const end = await testpoint('exec', '--only', 'failed', ...from, '--', ...suite);
      expect(end.stderr).toContain('nothing to run: no test failed');
      expect(end.code).toBe(0);
    }
    const again = await testpoint('exec', '--rerun', '1', '--', process.execPath, BIN, 'import', '--again', 'a.xml');
    expect(again.stderr).not.toContain('to run again');
    expect(await results()).toContain('F | -1 | 1 | fails | x');
  });

  it('imports every file although it can’t note which', async () => {
    file('file', '');
    const paths = [file('a.xml', FAILING), file('b.xml', FAILING.replace('fails', 'others'))];
    const env = { TMS_REPORT: 'report', TMS_OUTBOX_DIR: 'file/outbox' };
    const { code, stderr } = await inProcess(['import', ...paths], env, folder);
    expect(stderr).toMatch(/^The next import takes b\.xml again, because this can't be noted: ENOTDIR.*\.$/m);
    expect(code).toBe(0);
    expect(await results()).toHaveLength(2);
  });

  it('expands patterns that the shell has left', async () => {
    file('x1/a.xml', FAILING);
    file('x2/a.xml', FAILING.replace('fails', 'others'));
    expect((await imported('x*/*.xml')).code).toBe(0);
    expect(await results()).toHaveLength(2);
    const nothing = await imported('y*/*.xml');
    expect(nothing.stderr).toContain('There is no file or folder y*/*.xml: pass the files that other tools wrote.');
  });

  it('changes names by --map, and says which of them no test has', async () => {
    const map = file(
      'map.json',
      `\uFEFF${JSON.stringify({ titles: { Cart: 'Basket', Nothing: 'x' }, files: { 'cart.test': 'shop/cart.test' } })}`,
    );
    const { stderr } = await imported(join(FIXTURES, 'vitest.xml'), '--map', map);
    expect(stderr).toContain('No test has the name that --map changes in titles: Nothing.');
    expect((await results()).every((line) => line.includes('shop/cart.test.js > Basket > '))).toBe(true);
  });

  it('follows attachments inside of the given paths only, wherever links lead', async () => {
    file('secret.txt', 'not yours');
    file('in/log.txt', 'the log');
    symlinkSync(join(folder, 'secret.txt'), join(folder, 'in/link.txt'));
    const output = ['log.txt', '../secret.txt', 'link.txt', join(folder, 'secret.txt')];
    const lines = output.map((path) => `[[ATTACHMENT|${path}]]`).join('\n');
    file(
      'in/junit.xml',
      `<testsuite name="a"><testcase name="b"><system-out>${lines}</system-out></testcase></testsuite>`,
    );
    await imported('in');
    const run = await readRun([new FolderSource(join(folder, 'report'))]);
    expect(run.attachments(run.result(0), run.entry(run.result(0))).map(({ name }) => name)).toEqual(['log.txt']);
    expect(run.rows.at(0).message.match(/is missing: the file is outside the imported paths/g)).toHaveLength(3);
    run.close();
  });

  it('reads properties that a test printed, and leaves them out of its output', async () => {
    const lines = ['before', '[[PROPERTY|owner=shop]]', '[[PROPERTY|list=[a]=b]]', 'after [[PROPERTY|not=a line'];
    const path = file(
      'junit.xml',
      `<testsuite name="a"><testcase name="b"><failure message="x"/><system-out>${lines.join('\n')}</system-out></testcase></testsuite>`,
    );
    await imported(path);
    const run = await readRun([new FolderSource(join(folder, 'report'))]);
    const entry = run.entry(run.result(0));
    expect(entry.body).toMatchObject({ properties: { owner: 'shop', list: '[a]=b' } });
    const [output] = run.attachments(run.result(0), entry);
    expect(readFileSync(output?.path ?? '', 'utf8')).toBe('before\nafter [[PROPERTY|not=a line');
    run.close();
  });

  it('reads properties whose value is a text', async () => {
    const property =
      '<property name="comment">two\n<![CDATA[<lines>]]></property><property name="owner" value="shop"/>';
    const rest = '<failure message="x"/><system-out>printed</system-out>';
    const test = `<testcase name="b"><properties>${property}</properties>${rest}</testcase>`;
    await imported(file('junit.xml', `<testsuite name="a">${test}</testsuite>`));
    const run = await readRun([new FolderSource(join(folder, 'report'))]);
    const entry = run.entry(run.result(0));
    expect(entry.body).toMatchObject({ properties: { comment: 'two\n<lines>', owner: 'shop' } });
    expect(run.attachments(run.result(0), entry)).toHaveLength(1);
    run.close();
  });

  it('takes a test as failed if only its status says so', async () => {
    const tests = '<testcase name="b" status="failed"/><testcase name="c" status="run"/>';
    await imported(file('junit.xml', `<testsuite name="a">${tests}</testsuite>`));
    expect((await results()).map((line) => line.split(' | ')[0]).sort()).toEqual(['F', 'P']);
  });

  it('says where a file is damaged, and keeps the results before', async () => {
    const whole = '<testsuite name="a">\n<testcase name="one"/>\n<testcase name="two"/>\n';
    const path = file('junit.xml', `${whole}<testcase name="th`);
    const { code, stderr } = await imported(path);
    expect(stderr).toMatch(/^junit\.xml:\d+ is damaged: .*\. Imported before it: 2 results\.$/m);
    expect(code).toBe(1);
    expect(await results()).toHaveLength(2);
  });

  it('keeps a failed test of Go before damage, which might follow once more', async () => {
    const start = '<testsuite name="a"><properties><property name="go.version" value="go1.24"/></properties>';
    const path = file('junit.xml', `${start}<testcase name="TestBad"><failure/></testcase><testcase <`);
    expect((await imported(path)).stderr).toMatch(/is damaged: .*\. Imported before it: 1 result\.$/m);
    expect(await results()).toHaveLength(1);
  });

  it.each([
    [
      'ends too early',
      '{"reportFormat":"CTRF","results":{"tool":{},"tests":[\n{"name":"one"},\n{"name":"tw',
      'it ends too early',
    ],
    [
      'goes on as text',
      '{"reportFormat":"CTRF","results":{"tool":{},"tests":[\n{"name":"one"},\noops',
      'it is not JSON',
    ],
  ])('says where CTRF is damaged that %s, and keeps the results before', async (_, content, why) => {
    const { code, stderr } = await imported(file('a.json', content));
    expect(stderr).toContain(`a.json:3 is damaged: ${why}. Imported before it: 1 result.`);
    expect(code).toBe(1);
    expect(await results()).toHaveLength(1);
  });

  it('names each empty or cut file of a folder, imports the rest, and fails', async () => {
    const empty = {
      'none.xml': '',
      'a-result.json': '',
      'declared.xml': '<?xml version="1.0"?>\n<!-- made by x -->',
      'zeros.json': '\0\0',
    };
    const damaged = { 'cut.xml': '<?xml version="1.0"?><testsu', 'cut.json': '{"reportFormat"' };
    for (const [name, content] of Object.entries({ ...empty, ...damaged })) file(`in/${name}`, content);
    file('in/pom.xml', '<project/>');
    file('in/tsconfig.json', '{ // ours\n}');
    file('in/ok.xml', FAILING);
    const { code, stderr } = await imported('in');
    for (const name of Object.keys(empty)) {
      expect(stderr).toContain(`${join('in', name)} is empty: its tool wrote nothing, or is still running.`);
    }
    for (const name of Object.keys(damaged)) expect(stderr).toContain(`${join('in', name)}:1 is damaged: `);
    expect(stderr).not.toMatch(/pom|tsconfig/);
    expect(code).toBe(1);
    expect(await results()).toHaveLength(1);
  });

  it('delivers the time of a test of whose attempts none is known', async () => {
    const flaky = '<testcase name="a" time="1.5"><flakyFailure message="x"/></testcase>';
    const rerun = '<testcase name="b" time="0.5"><failure message="y"/><rerunFailure message="z"/></testcase>';
    const test = { name: 'c', status: 'passed', duration: 2_200, retries: 2, flaky: true };
    const attempts = { retries: 1, retryAttempts: [{ attempt: 1, status: 'failed', start: 1e12, duration: 300 }] };
    const whole = { name: 'd', status: 'passed', start: 1e12, stop: 1e12 + 5_000, duration: 1_000, ...attempts };
    file('a.xml', `<testsuite name="s">${flaky}${rerun}</testsuite>`);
    file('b.json', JSON.stringify({ reportFormat: 'CTRF', results: { tool: { name: 'x' }, tests: [test, whole] } }));
    const env = { TMS_REPORT: 'report', TMS_DURATION_UNIT: 'milliseconds' };
    await inProcess(['import', 'a.xml', 'b.json'], env, folder);
    const read = await readRun([new FolderSource(join(folder, 'report'))]);
    const bodies = Array.from({ length: read.rows.size }, (_, index) => membersOf(read.entry(read.result(index)).body));
    read.close();
    const durations = bodies.map((body) => [body.autoTestExternalId, body.duration]);
    expect(durations.slice(0, 3)).toEqual([
      ['a', 1_500],
      ['b', 500],
      ['c', 2_200],
    ]);
    expect(bodies[3]).toMatchObject({
      ...{ startedOn: '2001-09-09T01:46:40.000Z', completedOn: '2001-09-09T01:46:45.000Z' },
    });
  });

  it('expands no entities', async () => {
    const bomb = Array.from({ length: 20 }, (_, at) => `<!ENTITY e${at + 1} "&e${at};&e${at};&e${at};&e${at};">`).join(
      '',
    );
    const secret = `<!ENTITY file SYSTEM "file:///etc/passwd">`;
    const body = '<testcase name="a"><failure message="&e20;">&file;</failure></testcase>';
    const path = file(
      'junit.xml',
      `<!DOCTYPE t [<!ENTITY e0 "ha">${bomb}${secret}]><testsuite name="s">${body}</testsuite>`,
    );
    const { code } = await imported(path);
    expect(code).toBe(0);
    expect((await results())[0]).toContain('&e20;');
  });

  const nested = `${'<testsuite name="s">'.repeat(300)}<testcase name="deep"/>${'</testsuite>'.repeat(300)}`;
  const latin = Buffer.from(
    '<?xml version="1.0" encoding="ISO-8859-1"?><testsuite name="s"><testcase name="caf\xe9"/></testsuite>',
    'latin1',
  );
  const wide = Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    Buffer.from('<testsuite name="s"><testcase name="wide"/></testsuite>', 'utf16le'),
  ]);
  const ctrf = (tests: unknown) =>
    JSON.stringify({
      reportFormat: 'CTRF',
      specVersion: '0.0.0',
      results: { tool: { name: 'x' }, summary: {}, tests },
    });
  const playwrightNested = `{"config":{"rootDir":"/a"},"suites":${'[{"title":"s","suites":'.repeat(1_000)}[{"specs":[{"title":"t","tests":[{"results":[]}]}]}]${'}]'.repeat(1_000)}}`;
  const one = (test: string) => `<testsuite name="s"><testcase ${test}</testcase></testsuite>`;

  const hostile: [what: string, name: string, content: string | Buffer, count: number][] = [
    ['300 nested suites', 'a.xml', nested, 1],
    ['ISO-8859-1', 'a.xml', latin, 1],
    ['UTF-16', 'a.xml', wide, 1],
    ['broken UTF-8', 'a.xml', Buffer.from(one('name="\xff\xfe">'), 'latin1'), 1],
    ['a byte order mark', 'a.xml', `\ufeff${one('name="a">')}`, 1],
    ['a message of 5 MB', 'a.xml', one(`name="a"><failure message="x">${'y'.repeat(5_000_000)}</failure>`), 1],
    ['an attribute of 5 MB', 'a.xml', one(`name="a"><failure message="${'y'.repeat(5_000_000)}"/>`), 1],
    ['no name', 'a.xml', one('>'), 1],
    ['a negative time', 'a.xml', one('name="a" time="-5">'), 1],
    ['a time that is no number', 'a.xml', one('name="a" time="soon">'), 1],
    ['an endless time', 'a.xml', one('name="a" time="1e400">'), 1],
    [
      'a name like a prototype',
      'a.xml',
      one('name="__proto__" classname="constructor"><properties><property name="__proto__" value="x"/></properties>'),
      1,
    ],
    ['control characters', 'a.xml', one('name="a&#x1;b">'), 1],
    ['namespaces', 'a.xml', '<testsuite xmlns:x="y" name="s"><testcase x:name="n" name="a"/></testsuite>', 1],
    ['suites without tests', 'a.xml', '<testsuites><testsuite name="s"/></testsuites>', 0],
    ['CTRF without tests', 'a.json', ctrf([]), 0],
    ['CTRF whose tests are no list', 'a.json', ctrf({ a: 1 }), 0],
    [
      'CTRF with tests of wrong types',
      'a.json',
      ctrf([null, 1, 'a', [], {}, { name: 7, status: [], duration: 'x' }]),
      2,
    ],
    ['CTRF in UTF-16', 'a.json', Buffer.from(`\ufeff${ctrf([{ name: 'wide' }])}`, 'utf16le'), 1],
    [
      'CTRF with names like prototypes',
      'a.json',
      ctrf([JSON.parse('{"name":"a","__proto__":{"status":"failed"}}')]),
      1,
    ],
    [
      'CTRF that is nested 100,000 times',
      'a.json',
      ctrf([{ name: 'a' }]).replace('"a"', `"a","extra":${'['.repeat(100_000)}${']'.repeat(100_000)}`),
      1,
    ],
    ['CTRF whose screenshot is another file', 'a.json', ctrf([{ name: 'a', screenshot: '/etc/passwd' }]), 1],
    ['Allure with wrong types', 'a-result.json', '{"uuid":1,"name":[],"status":{},"steps":"x","labels":[null,7]}', 1],
    [
      'Allure with steps that are nested 1,000 times',
      'a-result.json',
      `{"uuid":"a","name":"deep","status":"passed","steps":${'[{"name":"s","steps":'.repeat(1_000)}[]${'}]'.repeat(1_000)}}`,
      1,
    ],
    [
      'Allure with an attachment of another folder',
      'a-result.json',
      '{"uuid":"a","name":"a","status":"passed","attachments":[{"name":"x","source":"../../../etc/passwd"}]}',
      1,
    ],
    ['Playwright’s JSON with suites in themselves', 'a.json', playwrightNested, 1],
    ['CTRF with an unknown status', 'a.json', ctrf([{ name: 'a', status: 'exploded', duration: -1 }]), 1],
    [
      'CTRF with times in the far future',
      'a.json',
      ctrf([{ name: 'a', status: 'passed', duration: 1e300, start: 1e300, stop: 1e301 }]),
      1,
    ],
    [
      'Playwright’s JSON with wrong types',
      'a.json',
      '{"config":{"rootDir":7},"suites":[null,{"specs":[1,{"tests":[{"results":"x"}]}]}],"errors":[]}',
      1,
    ],
  ];

  it('survives files of every kind, each for itself', async () => {
    for (const [index, [, name, content]] of hostile.entries()) file(`${index}/${name}`, content);
    const { code, stdout, stderr } = await imported('.');
    expect(stderr).not.toMatch(/^\s+at /m);
    for (const [index, [what, , , count]] of hostile.entries())
      expect.soft(stdout, what).toMatch(new RegExp(`^${index}\\b.*: ${count} results?, `, 'm'));
    expect(code).toBe(0);
  });

  it.each<[what: string, name: string, content: string, message: string]>([
    ['an empty file', 'a.xml', '', 'a.xml is empty: its tool wrote nothing, or is still running.'],
    [
      'another format',
      'a.xml',
      '<html><body/></html>',
      'a.xml has no format that is known here. Testpoint imports JUnit XML, CTRF, Allure results, Playwright JSON.',
    ],
    ['text', 'a.txt', 'ok 1 - works', 'a.txt has no format that is known here.'],
    ['other JSON', 'a.json', '{"name":"shop"}', 'a.json has no format that is known here.'],
  ])('refuses %s in one line', async (_, name, content, message) => {
    const { code, stderr } = await imported(file(name, content));
    expect(stderr).toContain(message);
    expect(code).toBe(2);
    expect(existsSync(join(folder, 'report'))).toBe(false);
  });

  it('refuses a path that does not exist, a folder without results, and a map that is a list', async () => {
    expect((await imported('nowhere')).stderr).toContain(
      'There is no file or folder nowhere: pass the files that other tools wrote.',
    );
    mkdirSync(join(folder, 'empty'));
    expect((await imported('empty')).stderr).toContain(
      'There is nothing to import in empty: pass files or folders with one of these formats: JUnit XML, CTRF, Allure results, Playwright JSON.',
    );
    const wrong = await imported(join(FIXTURES, 'jest.xml'), '--map', file('map.json', '[]'));
    expect(wrong.stderr).toMatch(
      /map\.json is no map of names, it is not an object: give an object with .*, each \{ "name": "new name" \}\./,
    );
    expect(wrong.code).toBe(2);
    const none = await imported(join(FIXTURES, 'jest.xml'), '--map', 'nothing.json');
    expect(none.stderr).toMatch(/nothing\.json can't be read \(.*\): give --map a JSON file\./);
  });

  it.skipIf(process.platform === 'win32')('refuses a device', async () => {
    expect((await imported('/dev/null')).stderr).toContain('/dev/null is no file and no folder: pass a file.');
  });

  it('imports nothing while reporting is off', async () => {
    const { code, stderr } = await inProcess(['import', join(FIXTURES, 'jest.xml')], {}, folder);
    expect(stderr).toContain(
      'Nothing is imported while reporting is off: set TMS_URL and TMS_SECRET_KEY, or report: true for a report without a service.',
    );
    expect(code).toBe(2);
  });

  it('masks secrets like a reporter', async () => {
    writeFileSync(join(folder, 'testpoint.config.json'), JSON.stringify({ redact: ['hunter22'] }));
    appendFileSync(join(folder, 'a.xml'), one('name="a"><failure message="password hunter22"/>'));
    await imported('a.xml');
    expect((await results())[0]).toContain('password ***');
  });
});
