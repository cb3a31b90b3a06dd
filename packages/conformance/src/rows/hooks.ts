import assert from 'node:assert/strict';
import { MOCHA, of, PASSED, type Row } from './row.js';
import { began, ended, lasted } from './times.js';

const COME_IN = ['<beforeEach come in>', 'push the door'] as [string, string];
const GO_OUT = ['<afterEach go out>', 'pull the door'] as [string, string];

export const hooks: readonly Row[] = [
  {
    title:
      'hooks appear in the tests that they run for, with their steps; beforeAll in the first, afterAll in the last',
    run: 'green',
    results: of('hooks', {
      'shop > first': {
        outcome: 'Passed',
        setup: [['<beforeAll open the shop>', 'turn the key'], COME_IN],
        steps: ['look around', 'ask'],
        teardown: [GO_OUT],
      },
      'shop > second': { outcome: 'Passed', setup: [COME_IN], teardown: [GO_OUT] },
      'shop > counter > third': {
        outcome: 'Passed',
        setup: [['<beforeAll staff the counter>', 'call Ada'], COME_IN, '<beforeEach queue>'],
        teardown: ['<afterEach say goodbye>', GO_OUT],
      },
      'shop > counter > fourth': {
        outcome: 'Passed',
        setup: [COME_IN, '<beforeEach queue>'],
        steps: ['pay'],
        teardown: [
          '<afterEach say goodbye>',
          GO_OUT,
          '<afterAll leave the counter>',
          ['<afterAll close the shop>', 'turn the key back'],
        ],
      },
    }),
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
  {
    title: 'several hooks of a kind appear in the order in which they ran',
    run: 'green',
    results: of('hooks', {
      'two hooks of a kind > alone': {
        outcome: 'Passed',
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
      },
    }),
  },
  {
    title: 'tests after a failing beforeAll are Blocked, and the first shows the hook',
    run: 'red',
    results: of('broken-hooks', {
      'beforeAll fails > first': {
        outcome: 'Blocked',
        message: /no database/,
        setup: [['✗ <beforeAll connect>: Error: no database', '✗ dial: Error: no database']],
      },
      'beforeAll fails > switched off': { outcome: 'Skipped' },
      'beforeAll fails > nested > second': { outcome: 'Blocked', message: /no database/ },
    }),
    summary: () => ['no database'],
    differences: [
      {
        in: ['playwright'],
        why: 'in Playwright the hook is part of the first test, which fails',
        results: of('broken-hooks', {
          'beforeAll fails > first': {
            outcome: 'Failed',
            message: 'Error: no database',
            setup: [['✗ <beforeAll connect>: Error: no database', '✗ dial: Error: no database']],
          },
        }),
        summary: () => [],
      },
      {
        in: ['jest'],
        why: 'Jest fails every test after the hook',
        results: of('broken-hooks', {
          'beforeAll fails > first': {
            outcome: 'Failed',
            message: 'Error: no database',
            setup: [['✗ <beforeAll connect>: Error: no database', '✗ dial: Error: no database']],
          },
          'beforeAll fails > nested > second': { outcome: 'Failed', message: 'Error: no database' },
        }),
        summary: () => [],
      },
    ],
  },
  {
    title: 'a test whose beforeEach fails is Failed, and shows the hook',
    run: 'red',
    results: of('broken-hooks', {
      'beforeEach fails > first': {
        outcome: 'Failed',
        message: 'Error: no such user',
        setup: ['✗ <beforeEach log in>: Error: no such user'],
      },
      'beforeEach fails > second': {
        outcome: 'Failed',
        message: 'Error: no such user',
        setup: ['✗ <beforeEach log in>: Error: no such user'],
      },
    }),
    differences: [
      {
        in: MOCHA,
        why: 'Mocha gives such a test no verdict, and leaves out the rest of the suite',
        results: of('broken-hooks', {
          'beforeEach fails > first': {
            outcome: 'Blocked',
            message: /no such user/,
            setup: ['✗ <beforeEach log in>: Error: no such user'],
          },
          'beforeEach fails > second': { outcome: 'Blocked', message: /no such user/ },
        }),
        summary: () => ['no such user'],
      },
    ],
  },
  {
    title: 'a test whose afterEach fails is Failed, and shows the hook',
    run: 'red',
    results: of('broken-hooks', {
      'afterEach fails > first': {
        outcome: 'Failed',
        message: 'Error: no way out',
        teardown: ['✗ <afterEach log out>: Error: no way out'],
      },
      'afterEach fails > second': {
        outcome: 'Failed',
        message: 'Error: no way out',
        teardown: ['✗ <afterEach log out>: Error: no way out'],
      },
    }),
    differences: [
      {
        in: MOCHA,
        why: 'in Mocha the test has already passed when the hook fails, and the rest of the suite is left out',
        results: of('broken-hooks', {
          'afterEach fails > first': { outcome: 'Passed', teardown: ['✗ <afterEach log out>: Error: no way out'] },
          'afterEach fails > second': { outcome: 'Blocked', message: /no way out/ },
        }),
        summary: () => ['no way out'],
      },
    ],
  },
  {
    title: 'if both the body and afterEach fail, the body’s error comes first',
    run: 'red',
    results: of('broken-hooks', {
      'body and afterEach fail > first': {
        outcome: 'Failed',
        message: 'Error: body first (+1 more)',
        teardown: ['✗ <afterEach log out>: Error: no way out'],
      },
    }),
  },
  {
    title: 'a failing afterAll appears in the last test that it runs for, and in the summary',
    run: 'red',
    results: of('broken-hooks', {
      'afterAll fails > first': PASSED,
      'afterAll fails > last': { outcome: 'Passed', teardown: ['✗ <afterAll disconnect>: Error: still connected'] },
    }),
    summary: () => ['still connected'],
    differences: [
      {
        in: ['playwright'],
        why: 'in Playwright the hook is part of the last test, which fails',
        results: of('broken-hooks', {
          'afterAll fails > last': {
            outcome: 'Failed',
            message: 'Error: still connected',
            teardown: ['✗ <afterAll disconnect>: Error: still connected'],
          },
        }),
        summary: () => [],
      },
    ],
  },
  {
    title: 'if only a hook fails, the summary is not all green',
    run: 'afterAll',
    results: of('after-all', {
      'a green group > passes': { outcome: 'Passed', teardown: ['✗ <afterAll disconnect>: Error: still connected'] },
    }),
    summary: ({ fileOf }) => ['1 problem', '✗', fileOf('after-all'), 'still connected'],
    differences: [
      {
        in: ['playwright'],
        why: 'in Playwright the hook is part of the last test, which fails',
        results: of('after-all', {
          'a green group > passes': {
            outcome: 'Failed',
            message: 'Error: still connected',
            teardown: ['✗ <afterAll disconnect>: Error: still connected'],
          },
        }),
        summary: () => ['1 failed'],
      },
    ],
  },
];
