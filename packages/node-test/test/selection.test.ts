import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SELECTION_VARIABLE } from '@testpoint/core/test-api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { outline, Suite, useService } from './harness.js';

const service = useService();
let suite: Suite;

beforeEach(() => {
  suite = new Suite('selected', service.url);
});

afterEach(() => suite.clean());

const ALL = {
  'first.mjs > is first': 'Passed',
  'first.mjs > suite > passes': 'Passed',
  'first.mjs > suite > fails': 'Failed',
  'first.mjs > suite > same': 'Passed',
  'first.mjs > suite > same (2)': 'Failed',
  'first.mjs > parent': 'Failed',
  'first.mjs > parent > passes': 'Passed',
  'first.mjs > parent > fails': 'Failed',
};

test('the first test of a process has its steps and hooks', async () => {
  await suite.runOrCompare(['first.mjs'], { setup: true });
  expect(await suite.outcomes()).toEqual(ALL);
  const first = (await suite.results()).get('first.mjs > is first');
  expect(outline(first?.setupResults)).toEqual([['beforeEach: first', 'in the first hook']]);
  expect(outline(first?.stepResults)).toEqual(['in the first test']);
  expect(outline(first?.teardownResults)).toEqual(['afterEach: last']);
});

test('only selected tests run, and the tests that run them', async () => {
  const selection = join(suite.folder, 'selection');
  const tests = [[['suite', 'fails']], [['suite', 'same'], 2], [['parent', 'fails']]];
  writeFileSync(selection, `${JSON.stringify([['node-test'], 'first.mjs', '', tests])}\n`);
  const { stdout } = await suite.run(['first.mjs'], { setup: true, env: { [SELECTION_VARIABLE]: selection } });
  expect(await suite.outcomes()).toEqual({
    'first.mjs > suite > fails': 'Failed',
    'first.mjs > suite > same (2)': 'Failed',
    'first.mjs > parent > fails': 'Failed',
  });
  expect(stdout).toContain('the second');
  expect(stdout).not.toContain('the first');
});

test('tests that a name pattern leaves out have no results', async () => {
  await suite.runOrCompare(['first.mjs'], { setup: true, args: ['--test-name-pattern', 'same'] });
  expect(await suite.outcomes()).toEqual({
    'first.mjs > suite > same': 'Passed',
    'first.mjs > suite > same (2)': 'Failed',
  });
});
