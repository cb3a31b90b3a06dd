import type { StepResult } from '@testpoint/interface';
import { MAX_STEP_DEPTH } from '@testpoint/interface/constants';
import { describe, expect, it } from 'vitest';
import { BEGIN, sampleMapping, sampleStep } from '../../test/samples/mapping-sample.js';
import type { StepRecord } from '../model.js';
import { type Draft, startDraft } from './draft.js';
import { addSteps } from './steps.js';

describe('a step', () => {
  it('has all its known data', () => {
    const [step] = mapSteps([
      sampleStep('pays', {
        description: 'by card',
        startedAt: BEGIN,
        endedAt: BEGIN + 2000,
        status: 'failed',
        error: { message: '\u001b[31mdeclined\u001b[0m', stack: 'Error: declined\n    at pay.ts:1' },
        parameters: { amount: 12 },
        attachments: [{ name: 'bill.txt', body: 'bill' }],
        steps: [sampleStep('inner', { status: 'skipped' })],
      }),
    ]);
    expect(step).toEqual({
      title: 'pays',
      description: 'by card\n\ndeclined',
      startedOn: '2026-03-01T10:00:00.000Z',
      completedOn: '2026-03-01T10:00:02.000Z',
      duration: 2,
      outcome: 'Failed',
      parameters: { amount: '12' },
      attachments: [{ id: '00000000-0000-4000-8000-000000000001' }],
      stepResults: [{ title: 'inner', outcome: 'Skipped' }],
    });
  });

  it('has an outcome for every status', () => {
    const statuses = ['passed', 'failed', 'skipped', 'not-run'] as const;
    const steps = mapSteps(statuses.map((status) => sampleStep('x', { status })));
    expect(steps.map((step) => step.outcome)).toEqual(['Passed', 'Failed', 'Skipped', 'Blocked']);
  });

  it('without a title is called (untitled)', () => {
    expect(mapSteps([sampleStep('')])).toEqual([{ title: '(untitled)', outcome: 'Passed' }]);
  });

  it('with a long title or description keeps both whole as attachments', () => {
    const draft = startDraft(sampleMapping());
    const [step] = mapSteps([sampleStep('t'.repeat(70_000), { description: 'd'.repeat(70_000) })], draft);
    expect(draft.attachments.map(({ name, body }) => [name, body])).toEqual([
      ['title.txt', 't'.repeat(70_000)],
      ['description.txt', 'd'.repeat(70_000)],
    ]);
    expect(step?.attachments).toEqual(draft.attachments.map(({ placeholder }) => ({ id: placeholder })));
  });
});

describe('steps deeper than the interface allows', () => {
  it('stay where they are down to the deepest level', () => {
    expect(shape(mapSteps([chain(15)]))).toBe('1(2(3(4(5(6(7(8(9(10(11(12(13(14(15))))))))))))))');
  });

  it('follow the step they were in, in order, with the path from there', () => {
    const deep = chain(14, [
      sampleStep('a', {
        steps: [sampleStep('b', { steps: [sampleStep('c')] }), sampleStep('d', { status: 'failed' })],
      }),
      sampleStep('e'),
    ]);
    const deepest = levelOf(mapSteps([deep]), MAX_STEP_DEPTH);
    expect(deepest.map((step) => step.title)).toEqual(['a', 'a › b', 'a › b › c', 'a › d', 'e']);
    expect(deepest[3]?.outcome).toBe('Failed');
  });

  it('count from the level they begin at', () => {
    const target: StepResult[] = [];
    addSteps(target, [chain(15)], 2, startDraft(sampleMapping()));
    const deepest = levelOf(target, 14);
    expect(deepest.map((step) => step.title)).toEqual(['14', '14 › 15']);
  });

  it('keep times, parameters and attachments', () => {
    const draft = startDraft(sampleMapping());
    const inner = sampleStep('inner', {
      startedAt: BEGIN,
      parameters: { a: 1 },
      attachments: [{ name: 'x', body: 'x' }],
      error: { message: 'no' },
    });
    const deepest = levelOf(mapSteps([chain(15, [inner])], draft), MAX_STEP_DEPTH);
    expect(deepest[1]).toEqual({
      title: '15 › inner',
      description: 'no',
      startedOn: '2026-03-01T10:00:00.000Z',
      outcome: 'Passed',
      parameters: { a: '1' },
      attachments: [{ id: draft.attachments[0]?.placeholder }],
    });
  });

  it('of hundreds of levels show where their path begins and ends', () => {
    const deepest = levelOf(mapSteps([chain(300)]), MAX_STEP_DEPTH);
    expect(deepest).toHaveLength(286);
    expect(deepest[5]?.title).toBe('15 › 16 › 17 › 18 › 19 › 20');
    expect(deepest[285]?.title).toBe('15 › 16 › 17 › … 279 more … › 297 › 298 › 299 › 300');
  });

  it('shorten long names in their paths, but never their own', () => {
    const own = 'o'.repeat(500);
    const long = chain(15, [sampleStep('n'.repeat(2000), { steps: [sampleStep(own)] })]);
    const deepest = levelOf(mapSteps([long]), MAX_STEP_DEPTH);
    expect(deepest[1]?.title).toBe(`15 › ${'n'.repeat(2000)}`);
    expect(deepest[2]?.title).toBe(`15 › ${'n'.repeat(99)}… › ${own}`);
    // Only in long paths, and six names are all shown.
    const [short, six] = [chain(15, [sampleStep('n'.repeat(150), { steps: [sampleStep(own)] })]), sampleStep(own)];
    expect(levelOf(mapSteps([short]), MAX_STEP_DEPTH)[2]?.title).toBe(`15 › ${'n'.repeat(150)} › ${own}`);
    const nested = [1, 2, 3, 4, 5].reduce((inner) => sampleStep('n'.repeat(300), { steps: [inner] }), six);
    const last = levelOf(mapSteps([chain(15, [nested])]), MAX_STEP_DEPTH).at(-1)?.title;
    expect(last).toBe(`15 › ${`${'n'.repeat(99)}… › `.repeat(5)}${own}`);
  });

  it('may number a hundred thousand, deep or wide, and take little space', () => {
    const deep = mapSteps([chain(100_000)]);
    const wide = mapSteps([
      chain(
        14,
        Array.from({ length: 100_000 }, (_, index) => sampleStep(`${index}`)),
      ),
    ]);
    expect(levelOf(deep, MAX_STEP_DEPTH)).toHaveLength(99_986);
    expect(levelOf(wide, MAX_STEP_DEPTH)).toHaveLength(100_000);
    expect(JSON.stringify(deep).length).toBeLessThan(20_000_000);
  });
});

function mapSteps(records: StepRecord[], draft: Draft = startDraft(sampleMapping())): StepResult[] {
  const target: StepResult[] = [];
  addSteps(target, records, 1, draft);
  return target;
}

/** Steps named by their level, one inside the other, and `inside` in the innermost. */
function chain(levels: number, inside: StepRecord[] = []): StepRecord {
  let step = sampleStep(`${levels}`, { steps: inside });
  for (let level = levels - 1; level >= 1; level--) step = sampleStep(`${level}`, { steps: [step] });
  return step;
}

function levelOf(steps: StepResult[], level: number): StepResult[] {
  let current = steps;
  for (let above = 1; above < level; above++) current = current.flatMap((step) => step.stepResults ?? []);
  return current;
}

function shape(steps: StepResult[]): string {
  return steps.map(({ title, stepResults }) => `${title}${stepResults ? `(${shape(stepResults)})` : ''}`).join(',');
}
