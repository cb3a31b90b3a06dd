import { dialect } from './dialect.js';
import { sleep } from './tools.js';

const { afterAll, afterEach, beforeAll, beforeEach, describe, skip, step, test } = dialect;

type Act = () => void | Promise<void>;

const fails = (message: string) => () => {
  throw new Error(message);
};

/** Two throttled updates of Vitest later (100 ms): it then sends what follows a failure before the failure itself. */
const late = (act: Act) => () => sleep(250).then(act);

for (const [when, moment] of [['', (act: Act) => act] as const, [' late', late] as const]) {
  describe(`beforeAll fails${when}`, () => {
    beforeAll(
      'connect',
      moment(async () => {
        await step('dial', fails('no database'));
      }),
    );
    test('first', () => {});
    skip('switched off', () => {});
    describe('nested', () => {
      test('second', () => {});
    });
  });

  describe(`beforeEach fails${when}`, () => {
    beforeEach('log in', moment(fails('no such user')));
    test('first', async () => {
      await step('never taken', () => {});
    });
    test('second', () => {});
  });

  describe(`afterEach fails${when}`, () => {
    afterEach('log out', moment(fails('no way out')));
    test('first', () => {});
    test('second', () => {});
  });

  describe(`body and afterEach fail${when}`, () => {
    afterEach('log out', moment(fails('no way out')));
    test('first', moment(fails('body first')));
  });

  describe(`afterAll fails${when}`, () => {
    afterAll('disconnect', moment(fails('still connected')));
    test('first', () => {});
    test('last', () => {});
  });
}
