import assert from 'node:assert/strict';
import { type Behaviors, passed } from './row.js';
import { began, ended, lasted } from './times.js';

const COME_IN = ['<beforeEach come in>', 'push the door'] as [string, string];
const GO_OUT = ['<afterEach go out>', 'pull the door'] as [string, string];

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
};
