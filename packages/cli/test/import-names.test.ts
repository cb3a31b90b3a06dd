import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderSource, readRun } from '@testpoint/report';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inProcess } from './in-process.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'testpoint-cli-import-names-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Imports files. @returns outcome, attempts, project and id of each result, sorted */
async function imported(files: Record<string, string>): Promise<string[]> {
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), content.replaceAll('ROOT', folder));
  }
  const { code, stderr } = await inProcess(['import', ...Object.keys(files)], { TMS_REPORT: 'report' }, folder);
  expect(code, stderr).toBe(0);
  const read = await readRun([new FolderSource(join(folder, 'report'))]);
  const lines = Array.from({ length: read.rows.size }, (_, index) => {
    const { outcome, attempts, project, id } = read.rows.at(index);
    return [outcome, attempts, project, id].join(' | ');
  });
  read.close();
  return lines.sort();
}

describe('JUnit', () => {
  it.each<[what: string, content: string, results: string[]]>([
    [
      'Pest, which adds the test to the file',
      `<testsuites><testsuite name="Tests\\Unit\\CartTest" file="tests/Unit/CartTest.php">
        <testcase name="it adds" file="tests/Unit/CartTest.php::it adds" class="Tests\\Unit\\CartTest" classname="Tests.Unit.CartTest"/>
      </testsuite></testsuites>`,
      ['P | 1 |  | tests/Unit/CartTest.php > Tests.Unit.CartTest > it adds'],
    ],
    [
      'Playwright with PLAYWRIGHT_JUNIT_SUITE_NAME and _ID',
      `<testsuites id="7" name="e2e" tests="2" failures="0" skipped="0" errors="0" time="1">
        <testsuite name="cart.spec.js" timestamp="2026-11-25T17:55:21.610Z" hostname="chrome" tests="2">
        <testcase name="Cart › adds up" classname="cart.spec.js" time="0.015"/><testcase name="opens" classname="cart.spec.js"/>
      </testsuite></testsuites>`,
      ['P | 1 | chrome | [chrome] cart.spec.js > Cart > adds up', 'P | 1 | chrome | [chrome] cart.spec.js > opens'],
    ],
    [
      'specs of Cypress in one file, the second with a test outside of describes',
      `<testsuites name="Mocha Tests">
        <testsuite name="Root Suite" file="a.cy.js" tests="0"/>
        <testsuite name="A"><testcase name="A one" classname="one"/></testsuite>
        <testsuite name="Root Suite" file="b.cy.js" tests="1"><testcase name="top" classname="top"/></testsuite>
        <testsuite name="B"><testcase name="B two" classname="two"/></testsuite></testsuites>`,
      ['P | 1 |  | a.cy.js > A > one', 'P | 1 |  | b.cy.js > B > two', 'P | 1 |  | b.cy.js > top'],
    ],
    [
      'gotestsum --rerun-fails',
      `<testsuites><testsuite name="shop"><properties><property name="go.version" value="go1.24"/></properties>
        <testcase classname="shop" name="TestBad"><failure message="Failed"/></testcase>
        <testcase classname="shop" name="TestBad"><failure message="Failed"/></testcase>
        <testcase classname="shop" name="TestFlaky"><failure message="Failed"/></testcase>
        <testcase classname="shop" name="TestGood"/><testcase classname="shop" name="TestGood"/>
        <testcase classname="shop" name="TestFlaky"/></testsuite></testsuites>`,
      [
        'F | 2 |  | shop > TestBad',
        'P | 1 |  | shop > TestGood',
        'P | 1 |  | shop > TestGood (2)',
        'P | 2 |  | shop > TestFlaky',
      ],
    ],
    [
      'test-retry of Gradle: a test that ran again, but no class that runs with other parameters',
      `<testsuites><testsuite name="shop.CartTest" timestamp="2026-11-26T01:39:58" hostname="vm"><properties/>
        <testcase name="adds" classname="shop.CartTest"><failure message="x"/></testcase>
        <testcase name="pays" classname="shop.CartTest"><failure message="x"/></testcase>
        <testcase name="ships" classname="shop.CartTest"/>
        <testcase name="adds" classname="shop.CartTest"><failure message="x"/></testcase>
        <testcase name="pays" classname="shop.CartTest"><failure message="x"/></testcase>
        <testcase name="adds" classname="shop.CartTest"/></testsuite>
        <testsuite name="shop.CurrencyTest"><properties/>
        <testcase name="adds" classname="shop.CurrencyTest"><failure message="x"/></testcase>
        <testcase name="pays" classname="shop.CurrencyTest"/>
        <testcase name="adds" classname="shop.CurrencyTest"/>
        <testcase name="pays" classname="shop.CurrencyTest"/></testsuite>
        <testsuite name="shop.OrderTest">
        <testcase name="sends()" classname="shop.OrderTest"><failure message="x"/></testcase>
        <testcase name="sends()" classname="shop.OrderTest"/></testsuite></testsuites>`,
      [
        'F | 1 |  | shop.CurrencyTest > adds',
        'F | 2 |  | shop.CartTest > pays',
        'P | 1 |  | shop.CartTest > ships',
        'P | 1 |  | shop.CurrencyTest > adds (2)',
        'P | 1 |  | shop.CurrencyTest > pays',
        'P | 1 |  | shop.CurrencyTest > pays (2)',
        'P | 2 |  | shop.OrderTest > sends()',
        'P | 3 |  | shop.CartTest > adds',
      ],
    ],
    [
      'equal titles of other tools, which are different tests',
      `<testsuites><testsuite name="shop.PayTest">
        <testcase name="pays" classname="shop.PayTest"><failure message="x"/></testcase>
        <testcase name="pays" classname="shop.PayTest"/></testsuite>
        <testsuite name="a.test.js"><properties/>
        <testcase name="adds()" classname="a.test.js"><failure message="x"/></testcase>
        <testcase name="adds()" classname="a.test.js"/></testsuite></testsuites>`,
      [
        'F | 1 |  | a.test.js > adds()',
        'F | 1 |  | shop.PayTest > pays',
        'P | 1 |  | a.test.js > adds() (2)',
        'P | 1 |  | shop.PayTest > pays (2)',
      ],
    ],
    [
      'Surefire, when @BeforeAll fails',
      `<testsuite name="shop.CartTest"><testcase name="" classname="shop.CartTest"><error message="no database"/></testcase></testsuite>`,
      ['F | 1 |  | shop.CartTest'],
    ],
    [
      'ESLint',
      `<testsuites><testsuite package="org.eslint" name="ROOT/src/bad.js"><testcase name="org.eslint.no-undef" classname="ROOT/src/bad">
        <failure message="x"/></testcase></testsuite>
        <testsuite package="org.eslint" name="ROOT/src/good.js"><testcase name="ROOT/src/good.js" classname="ROOT/src/good"/></testsuite></testsuites>`,
      ['F | 1 |  | src/bad.js > org.eslint.no-undef', 'P | 1 |  | src/good.js > src/good.js'],
    ],
    [
      'Stylelint',
      `<testsuites package="stylelint.rules"><testsuite name="ROOT/src/a.scss"><testcase name="block-no-empty">
        <failure type="error" message="Empty block">On line 2, column 3 in ROOT/src/a.scss</failure></testcase></testsuite></testsuites>`,
      ['F | 1 |  | src/a.scss > block-no-empty'],
    ],
    [
      'mocha-junit-reporter with testCaseSwitchClassnameAndName',
      `<testsuites name="Mocha Tests"><testsuite name="inner" file="a.js">
        <testcase name="adds" classname="Cart inner adds"/></testsuite></testsuites>`,
      ['P | 1 |  | a.js > Cart inner > adds'],
    ],
    [
      'Catch2, with a test that may fail',
      `<testsuites><testsuite name="tests"><testcase classname="tests.global" name="may fail" status="run">
        <skipped message="TEST_CASE tagged with !mayfail"/><failure message="0 == 1" type="CHECK">FAILED</failure></testcase></testsuite></testsuites>`,
      ['S | 1 |  | tests.global > may fail'],
    ],
  ])('%s', async (_, content, results) => {
    expect(await imported({ 'junit.xml': content })).toEqual(results);
  });
});

describe('CTRF', () => {
  it('Cypress, whose browser has a version', async () => {
    const test = {
      name: 'adds',
      status: 'passed',
      duration: 5,
      filePath: 'a.cy.js',
      browser: 'electron 118.0.5993.159',
    };
    const content = { reportFormat: 'CTRF', results: { tool: { name: 'cypress' }, tests: [test] } };
    expect(await imported({ 'ctrf.json': JSON.stringify(content) })).toEqual(['P | 1 |  | a.cy.js > adds']);
  });
});

describe('Playwright’s JSON', () => {
  it('keeps each value of an annotation that a test has several times', async () => {
    const annotations = ['7', '8', '7'].map((description) => ({ type: 'test_case', description }));
    const spec = { title: 't', tests: [{ annotations, status: 'expected', results: [{ status: 'passed' }] }] };
    const content = { config: { rootDir: '/a' }, suites: [{ file: 'a.spec.ts', specs: [spec] }] };
    await imported({ 'a.json': JSON.stringify(content) });
    const read = await readRun([new FolderSource(join(folder, 'report'))]);
    expect(read.entry(read.result(0)).body).toMatchObject({ properties: { test_case: '7, 8' } });
    read.close();
  });
});

describe('Allure', () => {
  const result = (name: string, more: object) =>
    JSON.stringify({ uuid: name, name, status: 'passed', stage: 'finished', start: 1e12, stop: 1e12 + 5, ...more });
  const label = (name: string, value: string) => ({ name, value });
  const java = (method: string, id: string) => [
    ...[label('testClass', 'shop.CartTest'), label('testMethod', method), label('language', 'java')],
    label('junit.platform.uniqueid', id),
  ];

  it('numbers equal titles by their history or parameters, whatever ran first or is called what', async () => {
    const of = (currency: string, start: number, more: object = {}) =>
      result('pays', {
        ...{
          fullName: 'e2e/pay.spec.ts:3:5',
          start,
          stop: start + 5,
          status: currency === 'USD' ? 'failed' : 'passed',
        },
        ...{ labels: [label('suite', 'pay')], parameters: [{ name: 'currency', value: currency }], ...more },
      });
    const noHistory = { fullName: 'e2e/ship.spec.ts:3:5' };
    const first = await imported({
      ...{
        '1-result.json': of('EUR', 1e12, { historyId: 'hEUR' }),
        '9-result.json': of('USD', 1e12 + 7, { historyId: 'hUSD' }),
      },
      ...{ '2-result.json': of('EUR', 1e12, noHistory), '8-result.json': of('USD', 1e12 + 7, noHistory) },
    });
    expect(first).toEqual([
      'F | 1 |  | e2e/pay.spec.ts > pay > pays (2)',
      'F | 1 |  | e2e/ship.spec.ts > pay > pays (2)',
      'P | 1 |  | e2e/pay.spec.ts > pay > pays',
      'P | 1 |  | e2e/ship.spec.ts > pay > pays',
    ]);
    const second = await imported({
      ...{
        '1-result.json': of('USD', 2e12, { historyId: 'hUSD' }),
        '9-result.json': of('EUR', 2e12 + 7, { historyId: 'hEUR' }),
      },
      ...{ '2-result.json': of('USD', 2e12, noHistory), '8-result.json': of('EUR', 2e12 + 7, noHistory) },
    });
    expect(second).toEqual(first);
  });

  it('takes the attempts of one millisecond in an order that their files do not decide', async () => {
    const of = (name: string, status: string) => result(name, { historyId: name, status });
    const results = await imported({
      ...{ '1-result.json': of('pays', 'failed'), '2-result.json': of('pays', 'passed') },
      ...{ '3-result.json': of('ships', 'passed'), '4-result.json': of('ships', 'failed') },
    });
    expect(results).toEqual(['P | 2 |  | pays', 'P | 2 |  | ships']);
  });

  it('JUnit 5: a method that runs several times is in the titles', async () => {
    const template = '[engine:junit-jupiter]/[class:shop.CartTest]/[test-template:adds(int)]';
    const results = {
      'a-result.json': result('[1] 1, 2', { labels: java('adds', '') }),
      'b-result.json': result('1 and 2', { labels: java('adds', `${template}/[test-template-invocation:#1]`) }),
      'c-result.json': result('has no total', { labels: java('empty', '[class:shop.CartTest]/[method:empty()]') }),
    };
    expect(await imported(results)).toEqual([
      'P | 1 |  | shop.CartTest > adds > 1 and 2',
      'P | 1 |  | shop.CartTest > adds > [1] 1, 2',
      'P | 1 |  | shop.CartTest > has no total',
    ]);
  });

  it('Python: a module is no file', async () => {
    const name = { 'a-result.json': result('test_in', { fullName: 'tests.login#test_in' }) };
    expect(await imported(name)).toEqual(['P | 1 |  | tests.login > test_in']);
    const read = await readRun([new FolderSource(join(folder, 'report'))]);
    expect(read.entry(read.result(0)).view).toMatchObject({ file: '', titles: ['tests.login', 'test_in'] });
    read.close();
  });

  it('Cucumber.js: the feature is in the titles', async () => {
    const more = {
      ...{ fullName: '@shop/web:features/a.feature#adds', titlePath: ['@shop/web', 'features', 'Cart (new)'] },
      labels: [label('framework', 'cucumberjs'), label('feature', 'Cart (new)')],
    };
    expect(await imported({ 'a-result.json': result('adds', more) })).toEqual([
      'P | 1 |  | features/a.feature > Cart (new) > adds',
    ]);
  });

  it('keeps fixtures of containers in containers, and issues without an address', async () => {
    const container = (uuid: string, child: string, start: number) =>
      JSON.stringify({ uuid, children: [child], befores: [{ name: `before ${uuid}`, status: 'passed', start }] });
    await imported({
      'a-result.json': result('t', {
        labels: java('t', 'x'),
        links: [
          { name: 'SHOP-1', type: 'issue' },
          { name: 'SHOP-2', type: 'issue', url: 'https://example.com/2' },
        ],
      }),
      'class-container.json': container('class', 't', 1e12 + 2),
      'suite-container.json': container('suite', 'class', 1e12 + 1),
      'loop-container.json': container('suite', 'suite', 1e12 + 3),
    });
    const read = await readRun([new FolderSource(join(folder, 'report'))]);
    const entry = read.entry(read.result(0));
    read.close();
    expect(entry.body).toMatchObject({ properties: { issue: 'SHOP-1' }, links: [{ title: 'SHOP-2' }] });
    expect(JSON.stringify(entry)).toMatch(/before suite.*before class/);
    expect(JSON.stringify(entry)).not.toContain('uniqueid');
  });
});
