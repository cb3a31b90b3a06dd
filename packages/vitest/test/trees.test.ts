import type { Result, StepResult } from '@testpoint/interface';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Finished, outline, Suite, useService } from './harness.js';

const service = useService();

describe('steps, hooks and attempts in Vitest', () => {
  let suite: Suite;
  let finished: Finished;
  let results: Map<string, Result>;
  beforeAll(async () => {
    suite = new Suite('trees', service.url);
    finished = await suite.run();
    results = await suite.results();
    return () => suite.clean();
  });

  function trees(id: string): unknown[][] {
    const { setupResults, stepResults, teardownResults } = result(id);
    return [outline(setupResults), outline(stepResults), outline(teardownResults)];
  }

  function result(id: string): Result {
    const found = results.get(id);
    if (found === undefined) throw new Error(`No result for ${id} among ${[...results.keys()].join(', ')}`);
    return found;
  }

  test('hooks of a suite appear in the first and the last test that they served, with cleanups after them', () => {
    const around = [['beforeEach', 'log in']];
    const after = [
      ['afterEach', 'log out'],
      ['beforeEach cleanup', 'forget the user'],
    ];
    expect(trees('hooks.case.ts > first')).toEqual([
      [['beforeAll', 'start the server'], ...around],
      ['before', 'after'],
      after,
    ]);
    expect(trees('hooks.case.ts > inner > second')[0]).toEqual([['beforeAll', 'open a page'], ...around]);
    expect(trees('hooks.case.ts > inner > third')).toEqual([around, [], [...after, ['afterAll', 'close the page']]]);
    expect(trees('hooks.case.ts > fifth')).toEqual([
      around,
      ['the last step'],
      [...after, ['afterAll', 'stop the server'], ['beforeAll cleanup', 'free the port']],
    ]);
  });

  test('steps that run in parallel are nested under the steps that called them', () => {
    expect(trees('hooks.case.ts > inner > second')[1]).toEqual([
      ['outer', ['left', 'left, inside'], ['right', 'right, inside']],
    ]);
  });

  test('a sleep of 300 ms between two steps shows in their times, and hooks of a suite do not extend the test', () => {
    const first = result('hooks.case.ts > first');
    const [before, after] = first.stepResults ?? [];
    expect(at(after?.startedOn) - at(before?.completedOn)).toBeGreaterThanOrEqual(298);
    expect(at(before?.completedOn) - at(before?.startedOn)).toBeGreaterThanOrEqual(28);
    const [server] = first.setupResults ?? [];
    expect(at(server?.completedOn)).toBeLessThanOrEqual(at(first.startedOn));
    const stopped = result('hooks.case.ts > fifth').teardownResults?.find(({ title }) => title === 'afterAll');
    expect(at(stopped?.startedOn)).toBeGreaterThanOrEqual(at(result('hooks.case.ts > fifth').completedOn));
    expect(at(stopped?.completedOn) - at(stopped?.startedOn)).toBeGreaterThanOrEqual(18);
  });

  test('the part of a hook before a test or suite is a setup, and the part after it a teardown', async () => {
    const before = ['aroundEach', 'open'];
    const after = ['aroundEach', ['close', 'inside']];
    expect(trees('around.case.ts > first')).toEqual([
      [['aroundAll', 'start', 'while it runs'], before],
      ['body'],
      [after],
    ]);
    expect(trees('around.case.ts > second')).toEqual([[before], [], [after, ['aroundAll', 'stop']]]);
    const stopped = result('around.case.ts > second').teardownResults?.at(-1);
    expect(stopped?.attachments).toHaveLength(1);
    expect(await suite.attachment(String(stopped?.attachments?.[0]?.id))).toMatchObject({ content: 'stopped' });
  });

  test('each retry and each repeat is an attempt with its own steps and hooks', () => {
    const attempt = (title: string, number: number, step: string) => [
      title,
      ['beforeEach', `prepare ${number}`],
      step,
      ['afterEach', `tidy up ${number}`],
    ];
    expect(trees('retries.case.ts > is flaky')).toEqual([
      [['beforeEach', 'prepare 3']],
      [attempt('Attempt 1 of 3', 1, 'try 1'), attempt('Attempt 2 of 3', 2, 'try 2'), 'try 3'],
      [['afterEach', 'tidy up 3']],
    ]);
    expect(trees('retries.case.ts > is repeated')[1]).toEqual([
      attempt('Attempt 1 of 3', 4, 'round 1'),
      attempt('Attempt 2 of 3', 5, 'round 2'),
      'round 3',
    ]);
    const [one, two] = result('retries.case.ts > is repeated').stepResults ?? [];
    expect([one?.outcome, two?.outcome]).toEqual(['Passed', 'Failed']);
    const [first, second] = result('retries.case.ts > is flaky').stepResults ?? [];
    expect(first?.description).toContain('expected 1 to be 3');
    expect(first?.description).not.toContain('expected 2 to be 3');
    expect(second?.description).toContain('expected 2 to be 3');
  });

  test('every attempt keeps its attachments, and the last value of a parameter wins', async () => {
    const flaky = result('retries.case.ts > is flaky');
    const kept = [...(flaky.stepResults ?? []).flatMap(({ attachments }) => attachments ?? []).map(({ id }) => id)];
    const contents = await Promise.all(
      [...kept, ...(flaky.attachments ?? [])].map((id) => suite.attachment(String(id))),
    );
    expect(contents.map(({ content }) => content)).toEqual(['this was try 1', 'this was try 2', 'this was try 3']);
    expect(flaky.parameters).toEqual({ try: '3', attempts: '3' });
  });

  test('a test that is expected to fail shows the step in which it failed', () => {
    const { stepResults, traces } = result('retries.case.ts > fails as expected');
    expect(stepResults).toMatchObject([{ title: 'go wrong', outcome: 'Failed', description: 'Error: known' }]);
    expect(traces).toContain('retries.case.ts');
    const again = result('retries.case.ts > fails as expected, again and again');
    expect(again.message).toMatch(/^Failed, as expected\.\n/);
    expect(again.stepResults).toMatchObject([{ title: 'Attempt 1 of 2', outcome: 'Passed' }]);
  });

  test('a test that skips itself keeps its steps and its times', () => {
    const skipped = result('retries.case.ts > skips itself');
    expect(skipped).toMatchObject({ outcome: 'Skipped', message: 'nothing to do' });
    expect(skipped.stepResults).toMatchObject([
      { title: 'look around', outcome: 'Passed' },
      { title: 'give up', outcome: 'Skipped' },
    ]);
    expect(skipped.stepResults?.[1]).not.toHaveProperty('description');
    expect(result('retries.case.ts > in a hook > skips itself').setupResults?.at(-1)).toMatchObject({
      title: 'beforeEach',
      outcome: 'Skipped',
    });
    expect(skipped.startedOn).toBeDefined();
  });

  test('before Node 24, tests have no async contexts as long as nothing needs them', () => {
    const isCheap = Number.parseInt(process.versions.node, 10) >= 24;
    expect(result('plain.case.ts > says whether it has an async context').message).toBe(isCheap ? 'its own' : 'none');
  });

  test('concurrent tests each have their own steps, although these arrive interleaved', () => {
    const steps: StepResult[] = [];
    for (const name of ['a', 'b', 'c']) {
      const id = `concurrent.case.ts > together > ${name}`;
      expect(trees(id).slice(0, 2)).toEqual([[['beforeEach', 'set the table']], [`${name}1`, `${name}2`, `${name}3`]]);
      expect(result(id).parameters).toEqual({ name });
      steps.push(...(result(id).stepResults ?? []));
    }
    const order = steps.sort((one, other) => at(one.startedOn) - at(other.startedOn)).map(({ title }) => title?.[0]);
    expect(order.join('')).not.toMatch(/^(a+b+c+|a+c+b+|b+a+c+|b+c+a+|c+a+b+|c+b+a+)$/);
    const cleared = ['a', 'b', 'c'].filter((name) => trees(`concurrent.case.ts > together > ${name}`)[2]?.length);
    expect(cleared).toHaveLength(1);
  });

  test('the test API can set everything in a result', async () => {
    const said = result('CHECKOUT-1');
    expect(said).toMatchObject({
      outcome: 'Passed',
      links: [{ url: 'https://example.org/spec', title: 'Spec', type: 'Reqirement' }],
      parameters: { browser: '{"name":"none"}' },
      properties: { team: 'payments' },
      message: 'a first line\na second line',
      failureReasonName: 'ProductDefect',
    });
    const names = await Promise.all((said.attachments ?? []).map((id) => suite.attachment(String(id))));
    expect(names.map(({ name }) => name)).toEqual(['text', 'bytes', 'file']);
    const [step] = said.stepResults ?? [];
    expect(step).toMatchObject({ description: 'it says more', parameters: { count: '2' } });
    const inner = await suite.attachment(String(step?.attachments?.[0]?.id));
    expect(inner).toMatchObject({ name: 'inner', contentType: 'application/json', content: '{}' });
    expect(finished.stderr).toContain('step() was called outside a test, and did nothing.');
  });

  test('calls after a test’s timeout do not end up in the next test', async () => {
    const named = async (id: string) => {
      const all = await Promise.all((result(id).attachments ?? []).map((one) => suite.attachment(String(one))));
      return all.map(({ name }) => name);
    };
    expect(await named('overdue.case.ts > takes too long, and goes on')).toEqual(['in time']);
    expect(await named('overdue.case.ts > runs meanwhile')).toEqual(['before', 'after']);
    expect(await named('overdue-step.case.ts > runs meanwhile')).toEqual(['its own']);
  });

  test('2,000 nested steps are all there, and their test passes', () => {
    const { outcome, stepResults } = result('api.case.ts > nests 2,000 steps');
    expect(outcome).toBe('Passed');
    expect(outline(stepResults).flat(Number.POSITIVE_INFINITY)).toHaveLength(2_000);
  });

  test('steps of fixtures, with fake timers and stubbed built-ins, are where they were called', () => {
    expect(trees('api.case.ts > has a fixture')[1]).toEqual(['open an account', 'use account', 'close the account']);
    expect(trees('api.case.ts > stubs built-ins')[1]).toEqual([['in a strange world', 'deeper']]);
    const [step] = result('api.case.ts > fakes the time').stepResults ?? [];
    expect(at(step?.startedOn)).toBeGreaterThan(at('2020-01-01T00:00:00.000Z'));
    expect(result('api.case.ts > adds nothing to the global object').outcome).toBe('Passed');
  });
});

function at(time: string | undefined): number {
  return Date.parse(time ?? '');
}
