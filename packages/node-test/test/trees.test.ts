import { afterEach, beforeEach, expect, test } from 'vitest';
import { outline, Suite, useService } from './harness.js';

const service = useService();
let suite: Suite;

beforeEach(() => {
  suite = new Suite('trees', service.url);
});

afterEach(() => suite.clean());

test('steps, hooks, attachments and times are in the right places', async () => {
  const { stderr } = await suite.runAndCompare(['trees.mjs'], { setup: true });
  expect(stderr).not.toContain('Not recorded');
  const results = await suite.results();
  const trees = Object.fromEntries(
    [...results].map(([id, { setupResults, stepResults, teardownResults }]) => [
      id.replace('trees.mjs > ', ''),
      [outline(setupResults), outline(stepResults), outline(teardownResults)],
    ]),
  );
  const logIn = ['beforeEach: logIn', 'type'];
  const logOut = ['afterEach: logOut', 'leave'];
  expect(trees).toEqual({
    'steps-1': [[['before: open', 'connect'], logIn], [['first', 'inner']], [logOut]],
    'trees > fails in a step': [[logIn], [['outer', 'fails']], [logOut]],
    'trees > inner > is deep': [[['before', 'inner setup'], logIn], ['deep'], [logOut, ['after: close', 'disconnect']]],
    concurrent: [[], ['left', 'right'], []],
    'concurrent > left': [[], ['left one', 'left two'], []],
    'concurrent > right': [[], ['right one', 'right two'], []],
    parent: [[], ['before', 'child', 'after'], []],
    'parent > child': [[['beforeEach: forEach', 'in its hook']], ['of child'], []],
    same: [[], ['of 1'], []],
    'same (2)': [[], ['of 2'], []],
    'todo without a function': [[], [], []],
    callback: [[], ['in a timer'], []],
  });
  const whole = results.get('steps-1');
  expect(whole).toMatchObject({
    message: 'looked at',
    parameters: { browser: 'none' },
    links: [{ url: 'https://example.com/issue/1' }],
    attachments: [expect.any(String)],
    stepResults: [{ attachments: [{ id: expect.any(String) }] }],
  });
  expect(await suite.text(String(whole?.attachments?.[0]))).toBe('text of the test');
  expect(results.get('trees.mjs > todo without a function')).toMatchObject({ outcome: 'Skipped', message: 'write it' });
  expect(results.get('trees.mjs > trees > fails in a step')?.stepResults).toMatchObject([
    { outcome: 'Failed', stepResults: [{ outcome: 'Failed', description: expect.stringContaining('no') }] },
  ]);
});

test('without the setup file, one line says what is not recorded, also if Node ends at once', async () => {
  const { stderr } = await suite.run(['trees.mjs'], { args: ['--test-force-exit'] });
  expect(stderr).toContain('node --import @testpoint/node-test/setup');
  expect(stderr).not.toContain('outside a test');
  expect((await suite.results()).get('trees.mjs > parent')?.stepResults).toMatchObject([{ title: 'child' }]);
});

test('tests in the reporter’s own process have the same trees', async () => {
  await suite.runAndCompare(['trees.mjs'], { setup: true, isProgram: true });
  const results = await suite.results();
  expect(outline(results.get('trees.mjs > concurrent > left')?.stepResults)).toEqual(['left one', 'left two']);
  expect(outline(results.get('steps-1')?.stepResults)).toEqual([['first', 'inner']]);
  expect(results.get('steps-1')).toMatchObject({ startedOn: expect.any(String), completedOn: expect.any(String) });
});
