import { afterEach, beforeEach, expect, test } from 'vitest';
import { outline, Suite, useService } from './harness.js';

const FILES = ['tests.mjs', 'hooks.mjs', 'exits.mjs', 'unloadable.mjs', 'script.mjs', 'user-1.mjs', 'user-2.mjs'];

const REPORTED = {
  'exits.mjs > ends before': 'Passed',
  'exits.mjs > is last': 'Blocked',
  'exits.mjs > suite > comes after': 'Blocked',
  'exits.mjs > suite > exits': 'Blocked',
  'hooks.mjs > after fails after 0 > one': 'Passed',
  'hooks.mjs > after fails after 50 > one': 'Passed',
  'hooks.mjs > afterEach fails after 0 > one': 'Failed',
  'hooks.mjs > afterEach fails after 50 > one': 'Failed',
  'hooks.mjs > before fails after 0 > inner > two': 'Blocked',
  'hooks.mjs > before fails after 0 > one': 'Blocked',
  'hooks.mjs > before fails after 0 > skipped': 'Skipped',
  'hooks.mjs > before fails after 50 > inner > two': 'Blocked',
  'hooks.mjs > before fails after 50 > one': 'Blocked',
  'hooks.mjs > before fails after 50 > skipped': 'Skipped',
  'hooks.mjs > beforeEach fails after 0 > one': 'Failed',
  'hooks.mjs > beforeEach fails after 0 > two': 'Failed',
  'hooks.mjs > beforeEach fails after 50 > one': 'Failed',
  'hooks.mjs > beforeEach fails after 50 > two': 'Failed',
  'hooks.mjs > throws > before': 'Blocked',
  'script.mjs > script.mjs': 'Passed',
  'tests.mjs > concurrent': 'Passed',
  'tests.mjs > concurrent > left': 'Passed',
  'tests.mjs > concurrent > left > same': 'Passed',
  'tests.mjs > concurrent > right': 'Passed',
  'tests.mjs > concurrent > right > same': 'Passed',
  'tests.mjs > parent': 'Failed',
  'tests.mjs > parent > one': 'Passed',
  'tests.mjs > parent > three': 'Failed',
  'tests.mjs > parent > three > below': 'Failed',
  'tests.mjs > parent > two': 'Skipped',
  'tests.mjs > same title': 'Passed',
  'tests.mjs > same title (2)': 'Failed',
  'tests.mjs > suite > fails': 'Failed',
  'tests.mjs > suite > inner > has a reason': 'Skipped',
  'tests.mjs > suite > inner > is deep': 'Passed',
  'tests.mjs > suite > inner > is done': 'Passed',
  'tests.mjs > suite > inner > is skipped': 'Skipped',
  'tests.mjs > suite > inner > is to be done': 'Skipped',
  'tests.mjs > suite > passes @tc:101': 'Passed',
  'tests.mjs > times out': 'Failed',
  'unloadable.mjs > unloadable.mjs': 'Failed',
  'user-1.mjs > of a helper': 'Passed',
  'user-1.mjs > of a helper too': 'Passed',
  'user-2.mjs > of a helper': 'Passed',
  'user-2.mjs > of a helper too': 'Passed',
};

/** Since Node 24, a test waits for its own tests. */
const WAITS = Number.parseInt(process.versions.node, 10) >= 24;
const LATE = WAITS ? 'Passed' : 'Failed';

const service = useService();
let suite: Suite;

beforeEach(() => {
  suite = new Suite('rows', service.url);
});

afterEach(() => suite.clean());

test('every test has its outcome, once, and the run ends the same as without us', async () => {
  const { stderr } = await suite.runOrCompare(FILES);
  expect(await suite.outcomes()).toEqual({
    ...REPORTED,
    'tests.mjs > not awaited': LATE,
    'tests.mjs > not awaited > still runs': LATE,
  });
  for (const line of ['exits.mjs: its process exited with code 3', 'hooks.mjs > after fails after 50 failed', 'no end'])
    expect(stderr).toContain(line);
  const results = await suite.results();
  expect(results.get('hooks.mjs > before fails after 0 > inner > two')).toMatchObject({
    message: 'before fails after 0 failed before this test. Error: no database',
  });
  expect(results.get('hooks.mjs > beforeEach fails after 50 > two')).toMatchObject({ message: 'Error: no such user' });
  expect(results.get('exits.mjs > suite > comes after')).toMatchObject({
    message: 'The process of the file exited with code 3 before the test ended.',
  });
  expect(results.get('unloadable.mjs > unloadable.mjs')?.message).toContain('Cannot find module');
  expect(results.get('tests.mjs > suite > inner > is to be done')).toMatchObject({
    message: expect.stringMatching(/later/),
  });
  const parent = results.get('tests.mjs > parent');
  expect(parent?.message).toBe('a diagnostic\n\n1 subtest failed');
  expect(outline(parent?.stepResults)).toEqual(['one', 'two', ['three', 'below']]);
  const below = results.get('tests.mjs > parent > three > below');
  expect(below?.message).toBe('TypeError: from below');
  expect(below?.traces).toContain('Caused by: Error: the cause');
  expect(results.get('tests.mjs > suite > fails')).toMatchObject({ startedOn: expect.any(String) });
});

test('in one process, a test that calls process.exit and those after it are blocked', async () => {
  await suite.runOrCompare(['exits.mjs'], { isProgram: true });
  expect(await suite.outcomes()).toEqual({
    'exits.mjs > ends before': 'Passed',
    'exits.mjs > suite > exits': 'Blocked',
    'exits.mjs > suite > comes after': 'Blocked',
    'exits.mjs > is last': 'Blocked',
  });
});

test('in one process, a before hook of the file is shown, although it begins before our reporter', async () => {
  await suite.runOrCompare(['root.mjs'], { isProgram: true, setup: true });
  const result = (await suite.results()).get('root.mjs > is first');
  expect(outline(result?.setupResults)).toEqual([['before: prepares', 'fills the shop']]);
  expect(outline(result?.stepResults)).toEqual(['buys']);
  expect(result?.message).toBeUndefined();
});

test.skipIf(!WAITS)(
  'in one process for all files, tests that a helper declares are of the file that runs',
  async () => {
    const args = ['--test-isolation=none'];
    await suite.runOrCompare(['user-1.mjs', 'user-2.mjs'], { setup: true, args });
    expect(await suite.outcomes()).toEqual(
      Object.fromEntries(Object.entries(REPORTED).filter(([id]) => id.startsWith('user-'))),
    );
  },
);
