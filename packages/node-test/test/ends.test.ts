import { afterEach, beforeEach, expect, test } from 'vitest';
import { outline, Suite, useService } from './harness.js';

const service = useService();
let suite: Suite;

beforeEach(() => {
  suite = new Suite('ends', service.url);
});

afterEach(() => suite.clean());

const EXITS = { 'exits.mjs > fails': 'Failed', 'exits.mjs > exits': 'Blocked', 'exits.mjs > comes after': 'Blocked' };

test('of a process that ends at once, the setup file knows what Node has not passed on', async () => {
  const files = ['kills.mjs', 'first.mjs', 'exits.mjs', 'late.mjs', 'only-fails.mjs'];
  const { stderr } = await suite.runAndCompare(files, { setup: true });
  expect(await suite.outcomes()).toEqual({
    ...EXITS,
    'kills.mjs > ends before': 'Passed',
    'kills.mjs > same': 'Passed',
    'kills.mjs > same (2)': 'Failed',
    'kills.mjs > is to be done': 'Skipped',
    'kills.mjs > parent': 'Blocked',
    'kills.mjs > parent > child ends': 'Passed',
    'kills.mjs > parent > child kills': 'Blocked',
    'kills.mjs > comes after': 'Blocked',
    'kills.mjs > suite > comes after': 'Blocked',
    'kills.mjs > suite > is skipped': 'Skipped',
    'first.mjs > aborts': 'Blocked',
    'first.mjs > comes after': 'Blocked',
    'late.mjs > rejects late': 'Passed',
    'only-fails.mjs > fails': 'Failed',
  });
  const results = await suite.results();
  const same = results.get('kills.mjs > same (2)');
  expect(same?.message).toBe('number 2\n\nTypeError: wrong');
  expect(same?.traces).toContain('Caused by: Error: the cause');
  expect(results.get('kills.mjs > is to be done')?.message).toContain('later');
  expect(outline(results.get('kills.mjs > parent')?.stepResults)).toEqual(['child ends', 'child kills']);
  expect(results.get('kills.mjs > parent > child kills')?.message).toMatch(
    /^The process of the file .+ before the test/,
  );
  for (const said of [
    /kills\.mjs: its process/,
    /first\.mjs: its process/,
    /exited with code 3/,
    /"Error: too late"/,
    /late\.mjs: its process/,
  ])
    expect(stderr).toMatch(said);
  expect(stderr).not.toContain('only-fails.mjs: ');
});

test('the same in the reporter’s own process', async () => {
  await suite.runAndCompare(['exits.mjs'], { setup: true, isProgram: true });
  expect(await suite.outcomes()).toEqual(EXITS);
});
