import assert from 'node:assert/strict';
import { type Behaviors, blocked, type Expected, failed, MOCHA, PASSED, passed, skipped } from './row.js';
import { began, ended, lasted } from './times.js';

const COME_IN = ['<beforeEach come in>', 'push the door'] as [string, string];
const GO_OUT = ['<afterEach go out>', 'pull the door'] as [string, string];

const NOT_CONNECTED: Pick<Expected, 'setup'> = {
  setup: [['✗ <beforeAll connect>: Error: no database', '✗ dial: Error: no database']],
};
const NOT_LOGGED_IN = { setup: ['✗ <beforeEach log in>: Error: no such user'] };
const NOT_LOGGED_OUT = { teardown: ['✗ <afterEach log out>: Error: no way out'] };
const STILL_CONNECTED = { teardown: ['✗ <afterAll disconnect>: Error: still connected'] };

export const hooks: Behaviors = {
  'hooks appear in the tests that they run for, with their steps; beforeAll in the first, afterAll in the last': {
    results: {
      'shop > first': passed({
        setup: [['<beforeAll open the shop>', 'turn the key'], COME_IN],
        steps: ['look around', 'ask'],
        teardown: [GO_OUT],
      }),
      'shop > second': passed({ setup: [COME_IN], teardown: [GO_OUT] }),
      'shop > counter > third': passed({
        setup: [['<beforeAll staff the counter>', 'call Ada'], COME_IN, '<beforeEach queue>'],
        teardown: ['<afterEach say goodbye>', GO_OUT],
      }),
      'shop > counter > fourth': passed({
        setup: [COME_IN, '<beforeEach queue>'],
        steps: ['pay'],
        teardown: [
          '<afterEach say goodbye>',
          GO_OUT,
          '<afterAll leave the counter>',
          ['<afterAll close the shop>', 'turn the key back'],
        ],
      }),
    },
    also: ({ result }) => {
      const first = result('hooks: shop > first');
      const [open, comeIn] = first.setupResults ?? [];
      const [lookAround, ask] = first.stepResults ?? [];
      assert.ok(lasted(open) >= 55 && lasted(comeIn) >= 35, 'a hook lasts as long as it takes');
      assert.ok(ended(open) <= began(first), 'beforeAll does not stretch its test');
      assert.ok(began(first) <= began(comeIn), 'a test begins with its beforeEach');
      assert.ok(began(ask) - ended(lookAround) >= 295, 'a pause of 300 ms shows');
      assert.ok(ended(first.teardownResults?.[0]) <= ended(first), 'a test ends with its afterEach');
      const last = result('hooks: shop > counter > fourth');
      const close = last.teardownResults?.at(-1);
      assert.ok(lasted(close) >= 55 && began(close) >= ended(last), 'afterAll comes after its test');
    },
  },
  'several hooks of a kind appear in the order in which they ran': {
    results: {
      'two hooks of a kind > alone': passed({
        setup: [
          '<beforeAll first before all>',
          '<beforeAll second before all>',
          '<beforeEach first before each>',
          '<beforeEach second before each>',
        ],
        teardown: [
          '<afterEach first after each>',
          '<afterEach second after each>',
          '<afterAll first after all>',
          '<afterAll second after all>',
        ],
      }),
    },
  },
  'tests after a failing beforeAll are Blocked, and the first shows the hook': {
    suite: 'broken-hooks',
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
    suite: 'broken-hooks',
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
    suite: 'broken-hooks',
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
    suite: 'broken-hooks',
    results: { 'body and afterEach fail > first': failed('Error: body first (+1 more)', NOT_LOGGED_OUT) },
  },
  'a failing afterAll appears in the last test that it runs for, and in the summary': {
    suite: 'broken-hooks',
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
