import { dialect } from './dialect.js';

const {
  describe,
  externalId,
  failureReason,
  link,
  message,
  parameter,
  property,
  step,
  stepsArePromises,
  test,
  testCase,
} = dialect;
const CALLS = Number(process.env.CALLS);
const DEPTH = 2_000;

describe('many calls', () => {
  test('of every function', async () => {
    for (let index = 1; index <= CALLS; index += 1) {
      parameter(`parameter ${index}`, index);
      property(`property ${index}`, index);
      link(`https://example.com/${index}`);
      message(`comment ${index}`);
      testCase(index);
      externalId('many');
      failureReason('NoDefect');
    }
    for (let index = 1; index <= CALLS; index += 1) await step(`step ${index}`, () => {});
  });

  test('within each other', async () => {
    // Playwright’s own step needs too much of the stack to be nested as deep without a pause.
    const descend = (level: number): unknown => {
      if (level > DEPTH) return undefined;
      return step(`level ${level}`, stepsArePromises ? () => later(level + 1) : () => descend(level + 1));
    };
    const later = async (level: number): Promise<unknown> => {
      await null;
      return descend(level);
    };
    await descend(1);
  });
});
