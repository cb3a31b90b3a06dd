import type { Result, StepResult } from '@testpoint/interface';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { outline, PARALLEL, type RunOptions, Suite, useService } from './harness.js';

const service = useService();
let suite: Suite;

beforeEach(() => {
  suite = new Suite('trees', service.url);
});

afterEach(() => suite.clean());

const IN_MOCHA_10: [string, RunOptions][] = [
  ['Mocha 10', { setup: true, mocha: 'mocha-10' }],
  ['Mocha 10, parallel', { setup: true, mocha: 'mocha-10', args: PARALLEL }],
];

describe.each<[string, RunOptions]>([
  ['serial', { setup: true }],
  ['parallel', { setup: true, args: PARALLEL }],
  ...(IS_LONG ? IN_MOCHA_10 : []),
])('%s', (_mode, options) => {
  let ran: Suite;
  let stderr: string;
  let results: Map<string, Result>;
  beforeAll(async () => {
    ran = new Suite('trees', service.url);
    ({ stderr } = await ran.runOrCompare(['trees.cjs', 'other.cjs', 'inner.cjs', 'skips.cjs'], options));
    results = await ran.results();
  });
  afterAll(() => ran.clean());

  test('a Mocha run started by a test is part of that test and has no results', () => {
    const inner = [...results.keys()].filter((id) => id.startsWith('inner.cjs'));
    expect(inner.sort()).toEqual(['inner.cjs > runs after it', 'inner.cjs > runs an inner Mocha']);
    const outer = results.get('inner.cjs > runs an inner Mocha');
    expect(outer).toMatchObject({ outcome: 'Passed' });
    expect(outline(outer?.stepResults)).toEqual(['before it', 'inside', 'after it']);
    expect(outline(results.get('inner.cjs > runs after it')?.stepResults)).toEqual(['after']);
    expect(stderr).not.toContain('after its test had ended');
  });

  test('steps, hooks, attempts, attachments and times are in the right places', async () => {
    const of = (title: string): Result => results.get(`trees.cjs > trees > ${title}`) as Result;

    const whole = results.get('steps-1') as Result;
    expect(outline(whole.stepResults)).toEqual([['first', 'inner'], 'left', ['right', 'deep']]);
    expect(outline(whole.setupResults)).toEqual([
      ['"before all" hook: open', 'connect'],
      ['"before each" hook: log in', 'type'],
    ]);
    expect(outline(whole.teardownResults)).toEqual([['"after each" hook: log out', 'leave']]);
    expect(whole.stepResults?.[0]?.stepResults?.[0]).toMatchObject({ description: 'why', parameters: { n: '1' } });
    expect(whole).toMatchObject({
      links: [{ url: 'https://example.com/issue/1', title: 'issue', type: 'Issue' }],
      parameters: { browser: '{"name":"none"}', left: 'true' },
      properties: { team: 'blue' },
      message: 'looked at',
      failureReasonName: 'ProductDefect',
    });
    expect(await ran.text(whole.stepResults?.[0]?.attachments?.[0]?.id ?? '')).toBe('in first');
    expect(await ran.text(whole.setupResults?.[1]?.attachments?.[0]?.id ?? '')).toBe('as ann');
    expect(await ran.text(String(whole.attachments?.[0]))).toBe('{"a":1}');

    const flaky = of('flaky');
    expect(flaky).toMatchObject({ outcome: 'Passed', message: 'Flaky: passed on attempt 3 of 3' });
    expect(outline(flaky.stepResults)).toEqual([
      ['Attempt 1 of 3', ['"before each" hook: log in', 'type'], 'attempt 1', ['"after each" hook: log out', 'leave']],
      ['Attempt 2 of 3', ['"before each" hook: log in', 'type'], 'attempt 2', ['"after each" hook: log out', 'leave']],
      'attempt 3',
    ]);
    expect(flaky.stepResults?.[0]).toMatchObject({
      outcome: 'Failed',
      description: expect.stringContaining('failed 1'),
    });
    expect(flaky.stepResults?.[0]?.description).not.toMatch(/runnable|setup/);

    expect(of('fails').stepResults).toMatchObject([
      { title: 'sure', outcome: 'Passed' },
      { title: 'doubtful', outcome: 'Failed', description: expect.stringContaining('RangeError: too far') },
    ]);
    expect(of('times out').stepResults).toMatchObject([{ title: 'waits', outcome: 'Failed' }]);
    expect(outline(of('inner > one').setupResults)[0]).toBe('"before all" hook: inner open');
    expect(outline(of('inner > two').stepResults)).toEqual(['in callback']);
    expect(outline(of('inner > two').teardownResults).slice(1)).toEqual([
      '"after all" hook: inner close',
      '"after all" hook: close',
    ]);
    const deep = results.get('other.cjs > nests 2,000 steps');
    expect(deep?.outcome).toBe('Passed');
    expect(outline(deep?.stepResults).flat(Number.POSITIVE_INFINITY)).toHaveLength(2_000);
    expect(stderr).toContain('step() was called outside a test, and did nothing.');

    // A sleep of 300 ms between two steps shows, and a result covers its own hooks.
    const [first, left] = whole.stepResults ?? [];
    expect(began(left) - ended(first)).toBeGreaterThanOrEqual(295);
    expect(ended(first) - began(first)).toBeGreaterThanOrEqual(29);
    const [beforeAll, beforeEach] = whole.setupResults ?? [];
    expect(ended(beforeAll)).toBeLessThanOrEqual(began(whole) + 1);
    expect(began(whole)).toBeLessThanOrEqual(began(beforeEach));
    expect(ended(whole)).toBeGreaterThanOrEqual(ended(whole.teardownResults?.[0]));
  });

  test('a step or hook in which a test skips itself is skipped', () => {
    const of = (title: string) => results.get(`skips.cjs > ${title}`);
    expect(of('in a step')).toMatchObject({
      outcome: 'Skipped',
      stepResults: [
        { title: 'look', outcome: 'Passed' },
        { title: 'outer', outcome: 'Skipped', stepResults: [{ title: 'inner', outcome: 'Skipped' }] },
      ],
    });
    expect(of('in a step')?.stepResults?.[1]).not.toHaveProperty('description');
    expect(of('in a step that takes time')?.stepResults).toMatchObject([{ title: 'slow', outcome: 'Skipped' }]);
    expect(of('in a hook > before each')?.setupResults).toMatchObject([
      { outcome: 'Skipped', stepResults: [{ title: 'look', outcome: 'Skipped' }] },
    ]);
  });
});

test('without the setup file, serial mode still shows hooks with their times', async () => {
  await suite.run(['trees.cjs']);
  const flaky = (await suite.results()).get('trees.cjs > trees > flaky') as Result;
  expect(outline(flaky.setupResults)).toEqual(['"before each" hook: log in']);
  const [hook] = flaky.setupResults ?? [];
  expect(ended(hook) - began(hook)).toBeGreaterThanOrEqual(9);
  expect(flaky.stepResults?.map(({ title }) => title)).toEqual(['Attempt 1 of 3', 'Attempt 2 of 3']);
});

test('without the setup file, parallel mode takes durations from Mocha, and leaves unknown times out', async () => {
  const env = { TMS_DURATION_UNIT: 'milliseconds' };
  const { report } = await suite.run(['paused.cjs', 'trees.cjs'], { args: PARALLEL, env });
  const results = await suite.results();
  const durations = new Map(report?.tests.map(({ fullTitle, duration }) => [fullTitle, duration]));
  expect(results.get('paused.cjs > takes its time')).toMatchObject({ duration: durations.get('takes its time') });
  expect(durations.get('takes its time')).toBeGreaterThanOrEqual(290);
  // Both attempts together.
  expect(results.get('paused.cjs > takes it twice')?.duration).toBeGreaterThanOrEqual(190);
  expect(results.get('paused.cjs > takes its time')).not.toHaveProperty('startedOn');
  const flaky = results.get('trees.cjs > trees > flaky') as Result;
  expect(flaky).not.toHaveProperty('startedOn');
  expect(flaky.setupResults).toMatchObject([{ title: '"before each" hook: log in', outcome: 'Passed' }]);
});

test('an ES module suite imports setup and API, and test files load them in both forms', async () => {
  const { code } = await suite.run(['module.mjs', 'other.cjs'], { args: ['--import=../../../dist/setup.js'] });
  const results = await suite.results();
  expect(code).toBe(0);
  expect(outline(results.get('module.mjs > imports')?.stepResults)).toEqual([['outer', 'inner']]);
  expect(outline(results.get('other.cjs > requires')?.stepResults)).toEqual([['outer', 'inner']]);
});

function began(step: StepResult | Result | undefined): number {
  return Date.parse(step?.startedOn ?? '');
}

function ended(step: StepResult | Result | undefined): number {
  return Date.parse(step?.completedOn ?? '');
}
