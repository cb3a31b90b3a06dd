import { expect, it } from 'vitest';
import { sampleAttempt, sampleRecord, sampleStep } from '../../test/samples/mapping-sample.js';
import type { AttemptRecord, StepRecord } from '../model.js';
import { attemptSpan, stepsOf } from './attempt-span.js';
import { attemptsOf, timeSpan } from './attempts.js';
import type { TimeSpan } from './times.js';

type Time = number | undefined;

/** The times of a step or attempt; members without a value are left out. */
function ran(startedAt: Time, endedAt: Time) {
  return { ...(startedAt !== undefined && { startedAt }), ...(endedAt !== undefined && { endedAt }) };
}

function step(startedAt: Time, endedAt: Time, inside?: StepRecord): StepRecord {
  return sampleStep('step', { ...ran(startedAt, endedAt), ...(inside !== undefined && { steps: [inside] }) });
}

function timesOf({ startedAt, endedAt, duration }: TimeSpan): Time[] {
  return [startedAt, endedAt, duration];
}

const TIMES = ran(10_000, 20_000);
const LATE = step(15_000, 27_000);

it.each<[string, Partial<AttemptRecord>, Time[]]>([
  ['its own times', TIMES, [10_000, 20_000, 10_000]],
  ['whole milliseconds', { startedAt: 1.9, endedAt: 2.9, duration: 9 }, [1, 2, 1]],
  ['its duration, if that is all', { duration: 1.6 }, [undefined, undefined, 2]],
  ['no duration below zero', ran(20, 10), [20, 10, 0]],
  ['nothing', {}, [undefined, undefined, undefined]],
  ['a step in it', { ...TIMES, body: [step(11_000, 12_000)] }, [10_000, 20_000, 10_000]],
  ['a step that began a second before', { ...TIMES, body: [step(9_000, 12_000)] }, [9_000, 20_000, 11_000]],
  ['no step that began earlier', { ...TIMES, body: [step(8_999, 25_000)] }, [10_000, 20_000, 10_000]],
  ['a step that began a second after', { ...TIMES, body: [step(21_000, 25_000)] }, [10_000, 25_000, 15_000]],
  ['no step that began later', { ...TIMES, body: [step(21_001, 25_000)] }, [10_000, 20_000, 10_000]],
  ['a step without a start', { ...TIMES, body: [step(undefined, 30_000)] }, [10_000, 30_000, 20_000]],
  ['a step without an end', { ...TIMES, body: [step(9_500, undefined)] }, [9_500, 20_000, 10_500]],
  ['steps in steps', { ...TIMES, body: [step(11_000, 12_000, step(12_000, 13_000, LATE))] }, [10_000, 27_000, 17_000]],
  ['steps in a hook around it', { ...TIMES, setup: [step(10_000, 20_000, LATE)] }, [10_000, 27_000, 17_000]],
  ['steps in a hook after it', { ...TIMES, teardown: [step(19_000, 20_000, LATE)] }, [10_000, 27_000, 17_000]],
  ['no hook', { ...TIMES, setup: [step(9_500, 10_500)], teardown: [step(19_000, 25_000)] }, [10_000, 20_000, 10_000]],
  ['no step in beforeAll', { ...TIMES, setup: [step(9_999, 10_001, LATE)] }, [10_000, 20_000, 10_000]],
  ['no step in afterAll', { ...TIMES, teardown: [step(19_999, 20_001, LATE)] }, [10_000, 20_000, 10_000]],
  [
    'no step in a hook without times',
    { ...TIMES, setup: [step(undefined, 20_000, LATE)], teardown: [step(10_000, undefined, LATE)] },
    [10_000, 20_000, 10_000],
  ],
  [
    'no unknown start',
    { ...ran(undefined, 20_000), setup: [step(1, 2, LATE)], body: [step(9, 21_000)] },
    [undefined, 21_000, undefined],
  ],
  ['no unknown end', { ...ran(10_000, undefined), body: [step(9_900, 25_000)] }, [9_900, undefined, undefined]],
])('an attempt covers %s', (_, attempt, expected) => {
  expect(timesOf(attemptSpan(sampleAttempt(attempt)))).toEqual(expected);
});

it('all steps of an attempt are those in its hooks and its body, outer ones first', () => {
  const named = (title: string, ...steps: StepRecord[]) => sampleStep(title, { steps });
  const attempt = sampleAttempt({
    setup: [named('a', named('d'))],
    body: [named('b')],
    teardown: [named('c', named('e'))],
  });
  expect(
    stepsOf(attempt)
      .map(({ title }) => title)
      .join(''),
  ).toBe('abcde');
});

it.each<[string, [Time, Time][], Time[]]>([
  ['are none', [], [undefined, undefined, undefined]],
  [
    'follow one another',
    [
      [10, 20],
      [30, 50],
    ],
    [10, 50, 30],
  ],
  [
    'overlap',
    [
      [10, 50],
      [20, 30],
    ],
    [10, 50, 50],
  ],
  [
    'come in another order',
    [
      [30, 40],
      [10, 20],
    ],
    [10, 40, 20],
  ],
  [
    'begin at an unknown time',
    [
      [undefined, 40],
      [10, 20],
    ],
    [10, 40, 10],
  ],
  [
    'end with one that began at an unknown time',
    [
      [10, 30],
      [undefined, 20],
    ],
    [10, 30, 20],
  ],
  [
    'end with one that never ended',
    [
      [10, 20],
      [30, undefined],
    ],
    [10, undefined, undefined],
  ],
  [
    'end with one of which nothing is known',
    [
      [10, 20],
      [undefined, undefined],
    ],
    [10, undefined, 10],
  ],
])('the times of attempts that %s', (_, spans, expected) => {
  const attempts = attemptsOf(
    sampleRecord({ attempts: spans.map(([from, to]) => sampleAttempt({ status: 'failed', ...ran(from, to) })) }),
  );
  expect(timesOf(timeSpan(attempts, 'nested'))).toEqual(expected);
  const [from, to] = spans.at(-1) ?? [];
  expect(timesOf(timeSpan(attempts, 'last'))).toEqual([
    from,
    to,
    to === undefined || from === undefined ? undefined : to - from,
  ]);
});
