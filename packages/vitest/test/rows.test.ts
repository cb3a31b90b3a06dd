import type { Result } from '@testpoint/interface';
import { beforeAll, describe, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { expectedOutcomes } from './faithful.js';
import { type Finished, outline, Suite, useService } from './harness.js';

const service = useService();

describe('a suite of every kind of test', () => {
  let suite: Suite;
  let finished: Finished;
  let results: Map<string, Result>;
  beforeAll(async () => {
    suite = new Suite('rows', service.url);
    finished = await suite.run();
    results = await suite.results();
    return () => suite.clean();
  });

  function result(id: string): Result {
    const found = results.get(id);
    if (found === undefined) throw new Error(`No result for ${id} among ${[...results.keys()].join(', ')}`);
    return found;
  }

  test('every test in the JSON report has one result, with the outcome from the report', () => {
    const expected = expectedOutcomes(finished.report ?? { testResults: [] }, suite.root);
    const ids = [...results].map(([id, { outcome }]) => `${id}: ${outcome}`);
    const wanted = [...expected].map(([id, outcomes]) => {
      const outcome = results.get(id)?.outcome ?? 'nothing';
      return `${id}: ${outcomes.includes(outcome) ? outcome : outcomes.join('|')}`;
    });
    expect(ids.sort()).toEqual(wanted.sort());
    expect(expected.size).toBe(41);
  });

  test.runIf(IS_LONG)('the exit code and the report are the same as without us', async () => {
    const bare = new Suite('rows', service.url);
    const without = await bare.run(false);
    bare.clean();
    expect(finished.code).toBe(without.code);
    expect([...expectedOutcomes(finished.report ?? { testResults: [] }, suite.root)].sort()).toEqual(
      [...expectedOutcomes(without.report ?? { testResults: [] }, suite.root)].sort(),
    );
  });

  test('tests under a failed beforeAll did not run, and say why; skipped tests are skipped', () => {
    const reason = 'The suite "beforeAll fails" failed before this test: Error: no database';
    expect(result('hooks.case.ts > beforeAll fails > first')).toMatchObject({ outcome: 'Blocked', message: reason });
    expect(result('hooks.case.ts > beforeAll fails > nested > second')).toMatchObject({ outcome: 'Blocked' });
    expect(result('hooks.case.ts > beforeAll fails > skipped by its author').outcome).toBe('Skipped');
    expect(result('hooks.case.ts > beforeAll takes too long > waits for ever').message).toContain('timed out in 20ms');
  });

  test('the failed hook appears in the first test that it kept from running', () => {
    const [hook] = result('hooks.case.ts > beforeAll fails > first').setupResults ?? [];
    expect(hook).toMatchObject({ title: 'beforeAll', outcome: 'Failed', description: 'Error: no database' });
    expect(result('hooks.case.ts > beforeAll fails > nested > second').setupResults).toBeUndefined();
  });

  test('a failed beforeEach or afterEach fails its test, and is the step that failed', () => {
    const before = result('hooks.case.ts > beforeEach fails > needs a user');
    expect(before).toMatchObject({ outcome: 'Failed', message: 'Error: no user' });
    expect(before.setupResults).toMatchObject([{ title: 'beforeEach', outcome: 'Failed' }]);
    const after = result('hooks.case.ts > afterEach fails > leaves something');
    expect(after.message).toContain('expected 1 to be 2');
    expect(after.traces).toContain('still there');
    expect(after.teardownResults).toMatchObject([{ title: 'afterEach', outcome: 'Failed' }]);
  });

  test('a failed afterAll does not change its tests, and appears in the last one and in the summary', () => {
    const last = result('hooks.case.ts > afterAll fails > is all right');
    expect(last).toMatchObject({ outcome: 'Passed', teardownResults: [{ title: 'afterAll', outcome: 'Failed' }] });
    const cleaned = result('hooks.case.ts > cleanup of beforeAll fails > is all right too');
    expect(cleaned.teardownResults).toMatchObject([{ title: 'beforeAll cleanup', outcome: 'Failed' }]);
    expect(finished.stderr).toContain('hooks.case.ts > afterAll fails: Error: cannot tidy up');
    expect(finished.stderr).toContain('hooks.case.ts > cleanup of beforeAll fails: Error: cannot close');
  });

  test('files that cannot be loaded, and errors outside of tests, appear in the summary', () => {
    for (const words of [
      'throws.case.ts: Error: at the top',
      'empty.case.ts: Error: No test suite found in file',
      "import.case.ts: Error: Cannot find module './not-there.js'",
      'syntax.case.ts: Error:',
      'Unhandled Rejection: Error: no handler',
      'Test Run Error: Error: () => {} could not be cloned.',
    ]) {
      expect(finished.stderr).toContain(words);
    }
    expect(result('unhandled.case.ts > forgets a promise').outcome).toBe('Passed');
  });

  test.runIf(IS_LONG)(
    'errors outside of tests that Vitest ignores are notices, because the build is green',
    async () => {
      const green = new Suite('rows', service.url);
      const { code, stderr } = await green.run({}, ['unhandled', '--dangerouslyIgnoreUnhandledErrors']);
      green.clean();
      expect(code).toBe(0);
      expect(stderr).toContain('Unhandled Rejection: Error: no handler');
      expect(stderr).not.toContain('1 problem');
    },
  );

  test('tests whose results Vitest lost count as not run', () => {
    const lost = { outcome: 'Blocked', message: 'Vitest never reported the end of this test.' };
    expect(result('uncloneable.case.ts > puts a function into its meta')).toMatchObject(lost);
    expect(result('uncloneable.case.ts > comes after it')).toMatchObject(lost);
  });

  test('an error has its name, difference and causes, whatever was thrown', () => {
    expect(result('verdicts.case.ts > fails').message).toMatch(
      /^AssertionError: expected \{ a: 1 \} to deeply equal \{ a: 2 \}\n\n- Expected\n\+ Received[\s\S]*-\s+"a": 2,\n\+\s+"a": 1,/,
    );
    expect(result('verdicts.case.ts > throws a string').message).toBe('a word');
    expect(result('verdicts.case.ts > throws undefined').message).toBe('undefined');
    expect(result('verdicts.case.ts > throws an object').message).toBe('{"code":1}');
    expect(result('verdicts.case.ts > throws with a cause').traces).toMatch(
      /^Error: outer[\s\S]*\nCaused by: Error: inner\n/,
    );
    expect(result('verdicts.case.ts > ends the process').message).toContain(
      'process.exit unexpectedly called with "3"',
    );
    expect(result('verdicts.case.ts > takes too long').message).toContain('Test timed out in 30ms.');
  });

  test('skipped tests have reasons, and unusual verdicts are explained', () => {
    expect(result('verdicts.case.ts > skips itself')).toMatchObject({ outcome: 'Skipped', message: 'no printer here' });
    expect(result('verdicts.case.ts > fails as expected')).toMatchObject({
      outcome: 'Passed',
      message: 'Failed, as expected.\n\nError: known',
    });
    expect(result('verdicts.case.ts > passes against expectation')).toMatchObject({
      outcome: 'Failed',
      message: 'Expected to fail, but passed.',
    });
    expect(result('verdicts.case.ts > is flaky').message).toBe('Flaky: passed on attempt 3 of 3');
    expect(result('verdicts.case.ts > is repeated').message).toBe('Failed on attempt 2 of 3\n\nError: round 2');
  });

  test('equal titles are numbered in declaration order', () => {
    expect(result('verdicts.case.ts > twice').outcome).toBe('Passed');
    expect(result('verdicts.case.ts > twice (2)').outcome).toBe('Failed');
    expect(results.has('verdicts.case.ts > has a static title (2)')).toBe(true);
  });

  test('the output of a failed test keeps its beginning and its end, although 200 KiB arrive in one piece', async () => {
    const { attachments = [] } = result('output.case.ts > prints a burst, then a line, and fails');
    const text = await suite.text(String(attachments[0]));
    expect(text).toMatch(
      /^\[… \d+ characters left out in the middle …\]\nthe first line\nx{30000,}\n\[… here …\]\nx{30000,}\nthe last line\n$/,
    );
  });

  test('annotations are links, properties and attachments', async () => {
    const { attachments = [], links, properties } = result('annotations.case.ts > says much @tc:101,102');
    expect(links).toEqual([{ url: 'https://tracker.example.org/ABC-1', type: 'Issue' }]);
    expect(properties).toEqual({ notice: 'all is well', area: 'checkout' });
    const [page, config] = await Promise.all(attachments.map((id) => suite.attachment(String(id))));
    expect(page).toMatchObject({ name: 'the page', contentType: 'text/html', content: '<p>page</p>' });
    expect(config).toMatchObject({ name: 'this config', contentType: 'text/plain' });
    expect(config?.content).toContain('defineConfig');
  });
});

describe('a hook that works for a while before it fails', () => {
  test('keeps its tests from running, and the first one shows it and what it printed', async () => {
    const suite = new Suite('late', service.url);
    await suite.run();
    const seen: Record<string, unknown> = {};
    for (const [id, { outcome, message, setupResults, attachments = [] }] of await suite.results()) {
      const printed = await Promise.all(attachments.map((one) => suite.text(String(one))));
      seen[id] = { outcome, message, hooks: outline(setupResults), printed };
    }
    suite.clean();
    const because = (what: string) => `The ${what} failed before this test: Error: no database`;
    const first = (message: string, hook = 'beforeAll') => {
      return { outcome: 'Blocked', message, hooks: [hook], printed: ['connecting\n'] };
    };
    const other = (outcome: string, message?: string) => ({ outcome, message, hooks: [], printed: [] });
    expect(seen).toEqual({
      'file.case.ts > first': first(because('file')),
      'file.case.ts > nested > second': other('Blocked', because('file')),
      'describes.case.ts > beforeAll > first': first(because('suite "beforeAll"')),
      'describes.case.ts > beforeAll > skipped by its author': other('Skipped'),
      'describes.case.ts > beforeAll > second': other('Blocked', because('suite "beforeAll"')),
      'describes.case.ts > in the inner > inner > first': first(because('suite "in the inner > inner"')),
      'describes.case.ts > in the inner > is all right': other('Passed'),
      'describes.case.ts > in the outer > inner > first': first(because('suite "in the outer"')),
      'describes.case.ts > beside afterAll > first': first(because('suite "beside afterAll"')),
      'describes.case.ts > around > first': first(because('suite "around"'), 'aroundAll'),
    });
  });
});

describe('a run that stops after its first failure', () => {
  test('the rest of the file did not run, and files that were never loaded are named', async () => {
    const suite = new Suite('bail', service.url);
    const { code, stderr } = await suite.run({}, ['--bail=1', '--no-file-parallelism']);
    const results = await suite.results();
    suite.clean();
    expect(code).toBe(1);
    const file = results.has('a.case.ts > fails') ? 'a.case.ts' : 'b.case.ts';
    expect([...results].map(([id, { outcome }]) => [id, outcome]).sort()).toEqual([
      [`${file} > fails`, 'Failed'],
      [`${file} > is skipped`, 'Skipped'],
      [`${file} > passes`, 'Passed'],
      [`${file} > would pass`, 'Blocked'],
    ]);
    expect(results.get(`${file} > fails`)?.teardownResults).toMatchObject([{ title: 'afterAll' }]);
    const other = file === 'a.case.ts' ? 'b.case.ts' : 'a.case.ts';
    const named = /✗ 1 test file was not run\. The run was stopped after a failure \(bail\)\.\n\s+(.*)\n/;
    expect(named.exec(stderr)?.[1]).toBe(other);
  });
});

describe('a run that never reaches its tests', () => {
  test('names the global setup that failed', async () => {
    const suite = new Suite('broken-setup', service.url);
    const { code, stderr } = await suite.run();
    suite.clean();
    expect(code).toBe(1);
    expect(stderr).toContain('No test file ran: the global setup failed.');
  });
});
