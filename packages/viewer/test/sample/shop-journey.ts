import type { StepResult } from '@testpoint/interface';
import { iso, type SampleTest } from './sample-test.js';

export const STARTED = Date.UTC(2026, 10, 23, 1, 43, 7);

/** Setup, steps and teardown. The step with this number fails. */
export function journey(
  test: SampleTest,
  failing = -1,
): { setupResults: StepResult[]; stepResults: StepResult[]; teardownResults: StepResult[] } {
  const at = STARTED + test.start;
  const part = Math.max(10, test.duration / 10);
  const titles = [
    'Open the shop',
    'Put three lamps into the basket',
    'Apply the voucher AUTUMN10',
    'Compare the total',
  ];
  return {
    setupResults: [
      step('beforeEach hook', at, part, 'Passed', {
        stepResults: [step('Fixture "browser"', at + 2, part / 3), step('Fixture "page"', at + part / 2, part / 4)],
      }),
    ],
    stepResults: titles.slice(0, failing < 0 ? 4 : failing + 1).map((title, index) => {
      const begin = at + part + index * part * 2;
      const fails = index === failing;
      return step(title, begin, part * 2, fails ? 'Failed' : 'Passed', {
        stepResults: [
          step(`page.goto(/${title.split(' ').at(-1)})`, begin + 4, part * 0.8),
          step(
            'expect.toBeVisible',
            begin + part,
            part * 0.7,
            fails ? 'Failed' : 'Passed',
            fails ? { description: 'Error: expect(received).toEqual(expected)' } : { parameters: { timeout: '5000' } },
          ),
        ],
      });
    }),
    teardownResults: [
      step('afterEach hook', at + part * 9, part * 0.8, 'Passed', {
        stepResults: [step('Fixture "page"', at + part * 9 + 3, part / 3)],
      }),
    ],
  };
}

export function step(
  title: string,
  start: number,
  duration: number,
  outcome: StepResult['outcome'] = 'Passed',
  more: Partial<StepResult> = {},
): StepResult {
  return {
    title,
    startedOn: iso(Math.round(start)),
    completedOn: iso(Math.round(start + duration)),
    duration: Math.round(duration / 1000),
    outcome: outcome ?? 'Passed',
    ...more,
  };
}
