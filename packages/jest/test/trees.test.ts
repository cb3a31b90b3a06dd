import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { outline, Suite, useService } from './harness.js';

const service = useService();

describe.each(['jest', 'jest-29'])('%s', (jest) => {
  let suite: Suite;
  beforeAll(async () => {
    suite = new Suite('trees', service.url, jest);
    await suite.run();
  });
  afterAll(() => suite.clean());

  it('shows beforeAll in the first test that it served, and each hook with its steps', async () => {
    const result = await suite.result('trees.test.js > cart > is empty at first');
    expect(outline(result.setupResults)).toEqual([
      ['beforeAll: startServer', 'listen'],
      'beforeAll',
      ['beforeEach', 'log in'],
    ]);
    expect(outline(result.teardownResults)).toEqual([['afterEach', 'log out']]);
  });

  it('nests steps as they were called, with description and parameters', async () => {
    const result = await suite.result('trees.test.js > cart > is empty at first');
    expect(outline(result.stepResults)).toEqual(['open', ['look', 'at the list', 'at the sum']]);
    expect(result.stepResults?.[0]).toMatchObject({ description: 'the first page', parameters: { page: '1' } });
  });

  it('shows every one of 2,000 nested steps, and their test passes', async () => {
    const { outcome, stepResults } = await suite.result('deep.test.js > nests 2,000 steps');
    expect(outcome).toBe('Passed');
    expect(outline(stepResults).flat(Number.POSITIVE_INFINITY)).toHaveLength(2_000);
  });

  it('shows a sleep of 300 ms between two steps in its times', async () => {
    const { stepResults: [open, look] = [], ...result } = await suite.result(
      'trees.test.js > cart > is empty at first',
    );
    expect(time(look?.startedOn) - time(open?.completedOn)).toBeGreaterThanOrEqual(295);
    expect(time(result.completedOn) - time(result.startedOn)).toBeGreaterThanOrEqual(340);
    expect(time(result.startedOn)).toBeLessThanOrEqual(time(result.setupResults?.[2]?.startedOn));
  });

  it('accepts attachments in a step and in the test', async () => {
    const first = await suite.result('trees.test.js > cart > is empty at first');
    expect(await suite.text(first.stepResults?.[1]?.attachments?.[0]?.id ?? '')).toBe('nothing');
    const second = await suite.result('cart-holds');
    expect(await suite.text(String(second.attachments?.[0]))).toBe('bytes');
  });

  it('shows the metadata that test code sets', async () => {
    expect(await suite.result('cart-holds')).toMatchObject({
      outcome: 'Passed',
      message: 'checked by hand',
      links: [{ url: 'https://example.org/1', type: 'Issue' }],
      parameters: { items: '{"count":2}' },
      properties: { team: 'blue' },
    });
  });

  it('shows the steps in which a test failed, and afterAll in the last test that it served', async () => {
    const failed = await suite.result('trees.test.js > cart > fails in a step');
    expect(failed.stepResults).toMatchObject([
      { title: 'outer', outcome: 'Failed', stepResults: [{ outcome: 'Failed' }] },
    ]);
    expect(outline(failed.teardownResults)).toEqual([['afterEach', 'log out'], 'afterAll']);
    const last = await suite.result('trees.test.js > takes a callback');
    expect(outline(last.stepResults)).toEqual(['soon', 'in a timer']);
    expect(outline(last.teardownResults)).toEqual([['afterAll', 'stop']]);
  });

  it('keeps the steps of concurrent tests separate', async () => {
    for (const name of ['a', 'b', 'c']) {
      const result = await suite.result(`concurrent.test.js > ${name}`);
      expect(outline(result.stepResults)).toEqual([[`${name}1`, `${name}11`, `${name}12`], `${name}2`]);
    }
  });

  it('gives each attempt its own tree, and the result the metadata of the last attempt', async () => {
    const result = await suite.result('retries.test.js > passes at the third attempt');
    expect(outline(result.stepResults)).toEqual([
      ['Attempt 1 of 3', 'beforeEach', 'attempt 1'],
      ['Attempt 2 of 3', 'beforeEach', 'attempt 2'],
      'attempt 3',
    ]);
    expect(result).toMatchObject({ outcome: 'Passed', parameters: { attempts: '3' } });
    expect(result.message).toBe('said at 3\n\nFlaky: passed on attempt 3 of 3');
    const silent = await suite.result('silent-retry.test.js > has nothing to say at the second attempt');
    expect(silent.message).toBe('Flaky: passed on attempt 2 of 2');
  });

  it('shows no beforeAll of a describe in which no test ran', async () => {
    const { setupResults } = await suite.result('hooks.test.js > begins after a describe that runs no test');
    expect(outline(setupResults)).toEqual([]);
  });

  it('lets hooks be generators', async () => {
    expect((await suite.result('hooks.test.js > generators > run as hooks')).outcome).toBe('Passed');
  });

  it('shows a hook that times out as Failed, although an earlier run of it ends meanwhile', async () => {
    const { setupResults } = await suite.result(
      'hooks.test.js > a hook that times out > ends only while it runs again',
    );
    expect(setupResults).toMatchObject([{ title: 'beforeEach', outcome: 'Failed' }]);
  });

  it('shows afterAll in the last test even if that has nothing else to show', async () => {
    const last = await suite.result('silent.test.js > says nothing');
    expect(outline(last.teardownResults)).toEqual([['afterAll', 'stop']]);
  });
});

describe('tests with equal titles that run in random order', () => {
  it.each(['jest', ...(IS_LONG ? ['jest-29'] : [])])('have their own verdicts and steps in %s', async (jest) => {
    const suite = new Suite('shuffle', service.url, jest);
    await suite.run({}, { args: ['--randomize', '--seed', '7'] });
    const results = await suite.results();
    suite.clean();
    const shown = [...results].map(([id, { outcome, stepResults }]) => [id, [outcome, ...outline(stepResults)]]);
    expect(Object.fromEntries(shown)).toEqual({
      'same.test.js > same': ['Passed', 'own 1'],
      'same.test.js > same (2)': ['Failed', 'own 2'],
      'same.test.js > same (3)': ['Passed', 'own 3'],
      'same.test.js > same (4)': ['Passed', 'own 4'],
      'same.test.js > same (5)': ['Passed', 'own 5'],
      'same.test.js > same (6)': ['Passed', 'own 6'],
      'same.test.js > inside > same': ['Passed', 'inner 1'],
      'same.test.js > inside > same (2)': ['Passed', 'inner 2'],
      'same.test.js > inside > same (3)': ['Passed', 'inner 3'],
    });
  });
});

function time(timestamp: string | undefined): number {
  return Date.parse(timestamp ?? '');
}
