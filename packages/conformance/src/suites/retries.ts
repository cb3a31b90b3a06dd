import { dialect } from './dialect.js';
import { sleep, times } from './tools.js';

const { afterEach, attach, beforeEach, message, parameter, retrying, step, test } = dialect;

retrying('tried three times', 2, () => {
  beforeEach('prepare', async () => {
    await step('lay the table', () => {});
  });
  afterEach('tidy up', () => {});

  test('is flaky', async () => {
    const attempt = times('flaky');
    parameter('try', attempt);
    message(`said at ${attempt}`);
    await attach('log', `log of try ${attempt}`);
    await step(`try ${attempt}`, () => {
      if (attempt < 3) throw new Error(`failed at ${attempt}`);
    });
  });

  test('never passes', () => {
    throw new Error(`failed again at ${times('never')}`);
  });

  // In Jest, it runs between the attempts of the others.
  test('passes at once', () => sleep(50));
});
