import { type Behaviors, blocked, type Expected, failed, PASSED, passed, skipped } from './row.js';

const NOT_CONNECTED: Pick<Expected, 'setup'> = {
  setup: [['✗ <beforeAll connect>: Error: no database', '✗ dial: Error: no database']],
};
const NOT_LOGGED_IN = { setup: ['✗ <beforeEach log in>: Error: no such user'] };
const NOT_LOGGED_OUT = { teardown: ['✗ <afterEach log out>: Error: no way out'] };
const STILL_CONNECTED = { teardown: ['✗ <afterAll disconnect>: Error: still connected'] };

const atOnce: Behaviors = {
  'tests after a failing beforeAll are Blocked, and the first shows the hook': {
    results: {
      'beforeAll fails > first': blocked(/no database/, NOT_CONNECTED),
      'beforeAll fails > switched off': skipped(),
      'beforeAll fails > nested > second': blocked(/no database/),
    },
    summary: () => ['no database'],
  },
  'a test whose beforeEach fails is Failed, and shows the hook': {
    results: {
      'beforeEach fails > first': failed('Error: no such user', NOT_LOGGED_IN),
      'beforeEach fails > second': failed('Error: no such user', NOT_LOGGED_IN),
    },
  },
  'a test whose afterEach fails is Failed, and shows the hook': {
    results: {
      'afterEach fails > first': failed('Error: no way out', NOT_LOGGED_OUT),
      'afterEach fails > second': failed('Error: no way out', NOT_LOGGED_OUT),
    },
  },
  'if both the body and afterEach fail, the body’s error comes first': {
    results: { 'body and afterEach fail > first': failed('Error: body first (+1 more)', NOT_LOGGED_OUT) },
  },
  'a failing afterAll appears in the last test that it runs for, and in the summary': {
    results: {
      'afterAll fails > first': PASSED,
      'afterAll fails > last': passed(STILL_CONNECTED),
    },
    summary: () => ['still connected'],
  },
};

/** The rows of hooks that fail. */
export const brokenHooks: Behaviors = {
  ...atOnce,
  ...late(atOnce),
  'if only a hook fails, the summary is not all green': {
    suite: 'after-all',
    results: { 'a green group > passes': passed(STILL_CONNECTED) },
    summary: ({ fileOf }) => ['1 problem', '✗', fileOf('after-all'), 'still connected'],
  },
};

/** The same for hooks that work for a while before they fail. They are in describes of their own. */
function late(behaviors: Behaviors): Behaviors {
  return Object.fromEntries(
    Object.entries(behaviors).map(([title, row]) => [
      `${title}; also if it fails after 250 ms`,
      { ...row, isLate: true },
    ]),
  );
}
