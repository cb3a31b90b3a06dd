import { type Behaviors, blocked, type Expected, failed, MOCHA, PASSED, passed, skipped } from './row.js';

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
    differences: {
      'in Playwright the hook is part of the first test, which fails': {
        in: ['playwright'],
        results: { 'beforeAll fails > first': failed('Error: no database', NOT_CONNECTED) },
        summary: () => [],
      },
      'Jest fails every test after the hook': {
        in: ['jest'],
        results: {
          'beforeAll fails > first': failed('Error: no database', NOT_CONNECTED),
          'beforeAll fails > nested > second': failed('Error: no database'),
        },
        summary: () => [],
      },
    },
  },
  'a test whose beforeEach fails is Failed, and shows the hook': {
    results: {
      'beforeEach fails > first': failed('Error: no such user', NOT_LOGGED_IN),
      'beforeEach fails > second': failed('Error: no such user', NOT_LOGGED_IN),
    },
    differences: {
      'Mocha gives such a test no verdict, and leaves out the rest of the suite': {
        in: MOCHA,
        results: {
          'beforeEach fails > first': blocked(/no such user/, NOT_LOGGED_IN),
          'beforeEach fails > second': blocked(/no such user/),
        },
        summary: () => ['no such user'],
      },
    },
  },
  'a test whose afterEach fails is Failed, and shows the hook': {
    results: {
      'afterEach fails > first': failed('Error: no way out', NOT_LOGGED_OUT),
      'afterEach fails > second': failed('Error: no way out', NOT_LOGGED_OUT),
    },
    differences: {
      'in Mocha the test has already passed when the hook fails, and the rest of the suite is left out': {
        in: MOCHA,
        results: {
          'afterEach fails > first': passed(NOT_LOGGED_OUT),
          'afterEach fails > second': blocked(/no way out/),
        },
        summary: () => ['no way out'],
      },
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
    differences: {
      'in Playwright the hook is part of the last test, which fails': {
        in: ['playwright'],
        results: { 'afterAll fails > last': failed('Error: still connected', STILL_CONNECTED) },
        summary: () => [],
      },
    },
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
    differences: {
      'in Playwright the hook is part of the last test, which fails': {
        in: ['playwright'],
        results: { 'a green group > passes': failed('Error: still connected', STILL_CONNECTED) },
        summary: () => ['1 failed'],
      },
    },
  },
};

/** The same for hooks that work for a while before they fail. They are in describes of their own. */
function late(behaviors: Behaviors): Behaviors {
  const renamed = <T>(results: Readonly<Record<string, T>> = {}) =>
    Object.fromEntries(Object.entries(results).map(([key, one]) => [key.replace(/ fails? /, '$&late '), one]));
  return Object.fromEntries(
    Object.entries(behaviors).map(([title, { results, differences = {}, ...checks }]) => {
      const others = Object.entries(differences).map(([why, one]) => [why, { ...one, results: renamed(one.results) }]);
      const row = { ...checks, results: renamed(results), differences: Object.fromEntries(others) };
      return [`${title}; also if it fails after 250 ms`, row];
    }),
  );
}
