import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Ended } from '../../../scripts/processes.mjs';
import { RUN, TestJournal } from '../../core/test/journals.js';
import { inProcess, suiteInProcess } from './in-process.js';

const SUITE = fileURLToPath(new URL('fixtures/suite.mjs', import.meta.url));
const STACK = 'Error: boom\n    at test (/suite/cart.test.js:7:3)';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'testpoint-cli-gate-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function testpoint(args: readonly string[], variables: Record<string, string> = {}): Promise<Ended> {
  return inProcess(args, variables, folder);
}

function gate(outbox: string, ...rules: string[]): Promise<Ended> {
  return testpoint(['gate', outbox, ...rules]);
}

/** An outbox with one session: a test for each outcome, called `passed 1`, `failed 1`, and so on. */
function outboxOf(outcomes: Partial<Record<'Passed' | 'Failed' | 'Blocked' | 'Skipped', number>>): string {
  const journal = new TestJournal();
  for (const [outcome, count] of Object.entries(outcomes)) {
    for (let number = 1; number <= count; number++) {
      const id = `${outcome.toLowerCase()} ${number}`;
      const failure = outcome === 'Failed' ? { message: 'boom', traces: STACK } : {};
      journal.result(
        id,
        {},
        { outcome, startedOn: '2026-01-01T00:00:00.000Z', completedOn: '2026-01-01T00:00:02.000Z', ...failure },
      );
    }
  }
  journal.end();
  return journal.outbox;
}

function known(...failures: object[]): void {
  writeFileSync(join(folder, 'testpoint.known.json'), `\uFEFF${JSON.stringify(failures)}`);
}

describe('the gate', () => {
  it.each([
    ['--max-failed', '1', '✗ maxFailed: 2 tests failed, 1 allowed'],
    ['--min-pass-rate', '0.6', '✗ minPassRate: 3 of 6 tests passed (50 %), 0.6'],
    ['--min-tests', '8', '✗ minTests: 7 results, at least 8 needed'],
    ['--max-test-duration', '1999', '✗ maxTestDuration: 7 tests took more than 2.0 s'],
    ['--all-ran', '', '✗ allRan: 1 test did not run'],
    ['--all-delivered', '', '✗ allDelivered: the results of 1 session are not delivered'],
  ])('is closed if %s %s does not hold', async (rule, value, line) => {
    const outbox = outboxOf({ Passed: 3, Failed: 2, Blocked: 1, Skipped: 1 });
    const { code, stderr } = await gate(outbox, rule, ...(value === '' ? [] : [value]));
    expect(stderr).toContain(line.replace(', 0.6', ', 60 % needed'));
    expect(code).toBe(1);
  });

  it('is open if all rules hold, and ends with the verdict', async () => {
    const outbox = outboxOf({ Passed: 3, Failed: 2, Skipped: 1 });
    const rules = [
      '--max-failed',
      '2',
      '--min-pass-rate',
      '0.6',
      '--min-tests',
      '6',
      '--max-test-duration',
      '2000',
      '--all-ran',
    ];
    const { code, stderr } = await gate(outbox, ...rules);
    expect(stderr.split('\n')).toEqual([
      '✓ minTests: 6 results, at least 6 needed',
      '✓ maxFailed: 2 tests failed, 2 allowed',
      '✓ minPassRate: 3 of 5 tests passed (60 %), 60 % needed',
      '✓ maxTestDuration: 0 tests took more than 2 s, the longest took 2 s',
      '✓ allRan: 0 tests did not run',
      'The gate is open: maxFailed, minPassRate, minTests, maxTestDuration, allRan',
      '',
    ]);
    expect(code).toBe(0);
  });

  it('counts a slow test once, in however many environments it ran', async () => {
    const journal = new TestJournal();
    const times = { startedOn: '2026-01-01T00:00:00.000Z', completedOn: '2026-01-01T00:00:02.000Z' };
    for (const configurationId of ['1', '2'].map((end) => `00000000-0000-4000-8000-00000000000${end}`)) {
      journal.result('pays', {}, { outcome: 'Passed', ...times, configurationId });
    }
    journal.end();
    const { stderr } = await gate(journal.outbox, '--max-test-duration', '1999');
    expect(stderr).toMatch(
      /maxTestDuration: 1 test took more than 2.0 s, the longest took 2 s\n {4}pays \(.*\n {4}pays \(.*\nThe gate is closed: maxTestDuration\n$/,
    );
  });

  it('counts a test that is flaky in one environment and fails in another as failed', async () => {
    const journal = new TestJournal();
    const [one, other] = ['1', '2'].map((end) => `00000000-0000-4000-8000-00000000000${end}`);
    for (const id of ['pays', 'adds']) {
      const body = { outcome: 'Passed', message: 'Flaky: passed on attempt 2 of 2', configurationId: one };
      journal.result(id, {}, body);
    }
    journal.result('pays', {}, { outcome: 'Failed', configurationId: other });
    journal.end();
    const { stderr } = await gate(journal.outbox, '--max-flaky', '1', '--max-failed', '1');
    expect(stderr).toContain('✓ maxFailed: 1 test failed, 1 allowed\n');
    expect(stderr).toContain('✓ maxFlaky: 1 test passed only after a failure, 1 allowed\n');
  });

  it('reads a session that died instead of an older report, and knows that tests may be missing', async () => {
    await suiteInProcess([2], { TMS_REPORT: '1' }, folder);
    const journal = new TestJournal({ use: RUN }, {}, Date.now() + 60_000);
    journal.result('passes', {}, { outcome: 'Passed' });
    const session = join(folder, '.testpoint', basename(journal.directory));
    cpSync(journal.directory, session, { recursive: true });
    // Of a suite without a key.
    renameSync(join(session, 'journal.ndjson'), join(session, 'report.ndjson'));
    const { code, stderr } = await testpoint(['gate', '--max-failed', '0', '--all-ran']);
    expect(stderr).toContain(
      '✗ allRan: 0 tests did not run, and 1 session was interrupted, so others may be missing\nThe gate is closed: allRan\n',
    );
    expect(code).toBe(1);
    expect((await testpoint(['summary'])).stdout).toContain('## ❌ 1 test passed, interrupted\n');
  });

  it('lists the tests that a broken rule means', async () => {
    const { stderr } = await gate(outboxOf({ Failed: 22 }), '--max-failed', '0');
    expect(stderr).toContain('\n    failed 1\n    failed 2\n');
    expect(stderr).toContain('    failed 20\n    and 2 more\n');
  });

  it('lists them on one line each, without control characters', async () => {
    const journal = new TestJournal();
    journal.result('pays\r\n::error::\u001b[2J\u001b[31mall\u009b2J \u202egone', {}, { outcome: 'Failed' });
    journal.end();
    const { stderr } = await gate(journal.outbox, '--max-failed', '0');
    expect(stderr).toContain('\n    pays ::error::all2J gone\n');
  });

  it('is closed without results, unless minTests is 0', async () => {
    const empty = outboxOf({});
    expect((await gate(empty, '--max-failed', '0')).code).toBe(1);
    expect((await gate(empty, '--max-failed', '0', '--min-tests', '0')).code).toBe(0);
  });

  it('does not count known failures, until they expire', async () => {
    const outbox = outboxOf({ Passed: 1, Failed: 2 });
    known({ test: 'failed 1', reason: 'issue 7', until: '2999-12-31' }, { test: 'failed 2', reason: 'slow' });
    expect((await gate(outbox, '--max-failed', '0', '--min-pass-rate', '1')).code).toBe(0);
    known({ test: 'failed 1', reason: 'issue 7', until: '2020-01-31' }, { test: 'failed 2', reason: 'slow' });
    const { code, stderr } = await gate(outbox, '--max-failed', '0');
    expect(stderr).toContain('✗ maxFailed: 1 test failed, 0 allowed\n    failed 1\n');
    expect(stderr).toContain('The known failure "failed 1" counts again: it expired on 2020-01-31.');
    expect(code).toBe(1);
    known({ test: 'not in this run', reason: 'issue 7', until: '2020-01-31' });
    expect((await gate(outbox, '--max-failed', '2')).stderr).not.toContain('counts again');
  });

  it('compares with the history, and passes a first run', async () => {
    const rules = ['--no-new-failures', '--history', 'history.ndjson'];
    const first = await gate(outboxOf({ Passed: 1, Failed: 1 }), ...rules);
    expect(first.stderr).toContain('There is no earlier run to compare failures with.');
    expect(first.code).toBe(0);
    const before = outboxOf({ Passed: 1, Failed: 1 });
    await testpoint(['report', before, '--out', 'report', '--history', 'history.ndjson']);
    expect((await gate(outboxOf({ Failed: 1 }), ...rules)).code).toBe(0);
    const { code, stderr } = await gate(outboxOf({ Failed: 2 }), ...rules);
    expect(stderr).toContain('✗ noNewFailures: 1 test failed that did not fail before\n    failed 2\n');
    expect(code).toBe(1);
  });

  it('takes its rules from the settings, and those of the command line before them', async () => {
    writeFileSync(join(folder, 'testpoint.config.json'), '{"gate":{"maxFailed":0}}');
    const outbox = outboxOf({ Passed: 1, Failed: 1 });
    expect((await gate(outbox)).code).toBe(1);
    expect((await gate(outbox, '--max-failed', '1')).code).toBe(0);
  });

  it.each([
    [
      'no rules',
      [],
      'The gate has no rules: set gate: { maxFailed: 0 } in testpoint.config.*, or pass --max-failed 0 to testpoint gate.',
    ],
    [
      'a rate above 1',
      ['--min-pass-rate', '95'],
      "error: option '--min-pass-rate <rate>' argument '95' is invalid. Give a number from 0 to 1.",
    ],
    [
      'a count that is no number',
      ['--max-failed', 'none'],
      "error: option '--max-failed <n>' argument 'none' is invalid. Give an integer from 0.",
    ],
    [
      'new failures without a history',
      ['--no-new-failures'],
      'The rule noNewFailures needs a history: set reportHistory, or pass --history FILE to testpoint gate.',
    ],
  ])('exits with 2 for %s', async (_, rules, message) => {
    const { code, stderr } = await gate(outboxOf({ Passed: 1 }), ...rules);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  it.each([
    ['{"gate":{"maxFailed":-1}}', /gate\.maxFailed/],
    [
      '{"gate":{"minPassRate":2}}',
      /gate\.minPassRate \(file .*testpoint\.config\.json\) is ignored: 2 is not allowed\. Give a number from 0 to 1\./,
    ],
    ['{"gate":{"maxFails":2}}', /gate\.maxFails/],
  ])('exits with 2 for wrong rules in the settings: %s', async (config, key) => {
    writeFileSync(join(folder, 'testpoint.config.json'), config);
    const { code, stderr } = await gate(outboxOf({ Passed: 1 }), '--max-failed', '0');
    expect(stderr).toContain('The rules are wrong:\n');
    expect(stderr).toMatch(key);
    expect(code).toBe(2);
  });

  it.each([
    ['{', 'testpoint.known.json: it is not valid JSON: '],
    ['{}', 'it is not a list. List objects with test and reason.'],
    ['[{"test":"failed 1"}]', '[0].reason is missing. Give a text.'],
    ['[{"test":"a","reason":"b","until":"soon"}]', '[0].until is not a day like 2026-12-31.'],
  ])('exits with 2 for known failures with a mistake: %s', async (content, message) => {
    writeFileSync(join(folder, 'testpoint.known.json'), content);
    const { code, stderr } = await gate(outboxOf({ Passed: 1 }), '--max-failed', '0');
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  it('exits with 2 for a history that can’t be read, and an input that is not a run', async () => {
    const outbox = outboxOf({ Passed: 1 });
    const history = await gate(outbox, '--no-new-failures', '--history', '.');
    expect(history.stderr).toMatch(/^The history can't be read: /);
    const input = await gate('nowhere', '--max-failed', '0');
    expect(input.stderr).toMatch(/^Nothing can be read: .*nowhere does not exist\.$/m);
    expect([history.code, input.code]).toEqual([2, 2]);
  });

  it('decides although the outputs of the step can’t be written', async () => {
    const outbox = outboxOf({ Passed: 1 });
    const { code, stderr } = await testpoint(['gate', outbox, '--max-failed', '0'], { GITHUB_OUTPUT: folder });
    expect(stderr).toMatch(/^The outputs could not be written to .*: EISDIR/m);
    expect(code).toBe(0);
  });

  it('says how to get a run if nothing has run', async () => {
    const { code, stderr } = await testpoint(['gate', '--max-failed', '0']);
    expect(stderr).toContain(
      'There is no run to read: set `report: true` and run the tests, or name an outbox or a report.',
    );
    expect(code).toBe(2);
  });

  it('reads the last report if the outbox is empty, and writes the outputs of a step', async () => {
    await testpoint(['report', outboxOf({ Passed: 2, Failed: 1 })]);
    const { code } = await testpoint(['gate', '--max-failed', '1'], { GITHUB_OUTPUT: join(folder, 'outputs') });
    expect(code).toBe(0);
    const outputs = readFileSync(join(folder, 'outputs'), 'utf8');
    expect(outputs).toMatch(/^run-id=.*\npassed=2\nfailed=1\nflaky=0\nreport=.*testpoint-report\n$/);
  });

  it.skipIf(process.platform === 'win32')(
    'of exec counts suites in other folders, also without a service',
    async () => {
      writeFileSync(join(folder, 'testpoint.config.json'), '{"report":true,"gate":{"minTests":3}}');
      const run = (name: string, count: number) => {
        mkdirSync(join(folder, name));
        writeFileSync(join(folder, name, 'testpoint.config.json'), '{"report":true}');
        return `(cd ${name} && node '${SUITE}' ${count} close)`;
      };
      const script = `${run('a', 2)} && ${run('b', 3)}`;
      const { code, stderr } = await testpoint(['exec', '--gate', '--', 'sh', '-c', script]);
      expect(stderr).toContain('The gate is open: minTests');
      expect(code).toBe(0);
      expect(readdirSync(join(folder, 'a'))).toContain('testpoint-report');
    },
  );
});
