import type { TestResult } from '@playwright/test/reporter';
import { describe, expect, it } from 'vitest';
import { lonelyTest, sampleHook, sampleResult, sampleStep } from '../../test/sample.js';
import { type TreeOptions, translateAttempt } from './tree.js';

const everything: TreeOptions = {
  steps: { expect: true, api: true, fixtures: true },
  maskInput: 'passwords',
  root: '/suite',
};
const translate = (result: Partial<TestResult>, options = everything, test = lonelyTest()) =>
  translateAttempt(test, sampleResult(result), options, ({ name }) => ({ name, body: name }));
const titles = (steps: { title: string; steps?: { title: string }[] }[]) => steps.map(({ title }) => title);

describe('setup, steps and teardown of an attempt', () => {
  const inner = sampleStep('Expect "toBe"', 0, 0, { category: 'expect' });
  const body = sampleStep('pay', 0, 0, {
    steps: [sampleStep('Expect "toPass"', 0, 0, { category: 'expect', steps: [inner, sampleStep('look')] })],
  });
  const steps = [
    sampleHook('Before Hooks', 0, 0, [
      sampleHook('log in'),
      sampleStep('Fixture "page"', 0, 0, {
        category: 'fixture',
        steps: [sampleStep('Create page', 0, 0, { category: 'pw:api' })],
      }),
    ]),
    body,
    sampleHook('After Hooks', 0, 0, [sampleHook('log out')]),
    sampleHook('Worker Cleanup', 0, 0, [sampleHook('wipe')]),
  ];

  it('name the line that called a step, with a path from the suite’s folder if the file is inside', () => {
    const at = (file: string, line: number) => ({ location: { file, line, column: 1 } });
    const inner = sampleStep('type', 0, 0, at('/elsewhere/page.ts', 4));
    const attempt = translate({ steps: [sampleStep('pay', 0, 0, { ...at('/suite/a.spec.ts', 7), steps: [inner] })] });
    expect(attempt.body[0]?.location).toEqual({ file: 'a.spec.ts', line: 7 });
    expect(attempt.body[0]?.steps?.[0]?.location).toEqual({ file: '/elsewhere/page.ts', line: 4 });
  });

  it('omit unwanted steps, whose inner steps move up', () => {
    const attempt = translate({ steps }, { ...everything, steps: { expect: false, api: true, fixtures: false } });
    expect(titles(attempt.setup)).toEqual(['log in', 'Create page']);
    expect(titles(attempt.body[0]?.steps ?? [])).toEqual(['look']);
  });

  it('show a group of hooks itself if nothing in it explains its error', () => {
    const group = { ...sampleHook('Before Hooks', 0, 0, [sampleHook('log in')]), error: { message: 'hidden fixture' } };
    const attempt = translate({ status: 'failed', steps: [group] });
    expect(attempt.setup.map(({ title, status }) => [title, status])).toEqual([
      ['log in', 'passed'],
      ['Before Hooks', 'failed'],
    ]);
  });
});

describe('the status of a step', () => {
  const statusOf = (step: Parameters<typeof sampleStep>[3], result: Partial<TestResult> = {}, to = 0) => {
    const attempt = translate({ ...result, steps: [sampleStep('step', 0, to, step)] });
    return attempt.body[0]?.status;
  };
  const cases: [string, string | undefined, string][] = [
    ['that threw is failed, also in a test that passed', statusOf({ error: { message: 'Error: x' } }), 'failed'],
    [
      'in which the test was skipped is skipped',
      statusOf({ error: { message: 'Error: Test is skipped: why' } }, { status: 'skipped' }),
      'skipped',
    ],
    [
      'that called skip after the test had failed is skipped',
      statusOf({ error: { message: 'Error: Test is skipped: why' } }, { status: 'failed' }),
      'skipped',
    ],
    ['skipped by itself is skipped', statusOf({ annotations: [{ type: 'skip' }] }), 'skipped'],
    ['skipped in an older Playwright is skipped', statusOf({ category: 'test.step.skip' }), 'skipped'],
    ['that never ended in a failed test is failed', statusOf({}, { status: 'timedOut' }, -1), 'failed'],
    ['that never ended in a passed test did not finish', statusOf({}, {}, -1), 'not-run'],
  ];
  it.each(cases)('%s', (_, status, expected) => {
    expect(status).toBe(expected);
  });
});

describe('data that only reports show', () => {
  it('is the location of an error and the code around it, without secrets', () => {
    const location = { file: '/work/login.spec.ts', line: 4, column: 2 };
    const snippet = "> 4 |  await page.getByLabel('Password').fill('open sesame');";
    const { errors } = translate({ errors: [{ message: 'Error: timed out', location, snippet }] });
    expect(errors[0]).toMatchObject({ location, codeFrame: "> 4 |  await page.getByLabel('Password').fill('***');" });
  });

  it('is the worker’s number among those that run at the same time', () => {
    expect(translate({ workerIndex: 7, parallelIndex: 1 }).worker).toBe(1);
    expect(translate({ workerIndex: -1, parallelIndex: -1 })).not.toHaveProperty('worker');
  });
});
