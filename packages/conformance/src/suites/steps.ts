import assert from 'node:assert/strict';
import { dialect } from './dialect.js';
import { sleep } from './tools.js';

const { attach, describe, step, stepsArePromises, test } = dialect;

describe('steps', () => {
  test('nest as they were called', async () => {
    await step('outer', async () => {
      await step('inner', async () => {
        await step('innermost', () => sleep(10));
      });
      await step('inner again', () => {});
    });
    await step('outer again', () => {});
  });

  test('return what their body returns', async () => {
    const thing = { of: 'its kind' };
    const given = step('gives a thing', () => thing);
    assert.equal(given instanceof Promise, stepsArePromises);
    assert.equal(await given, thing);
    const promised = step('promises a thing', async () => thing);
    assert.ok(promised instanceof Promise);
    assert.equal(await promised, thing);
    assert.equal(await step('gives nothing', () => undefined), undefined);
  });

  test('rethrow what their body throws, unchanged', async () => {
    for (const thrown of [new RangeError('too far'), 'just text', undefined]) {
      const seen = await caught(() =>
        step(`throws ${String(thrown)}`, () => {
          throw thrown;
        }),
      );
      assert.equal(seen, thrown);
    }
    const rejected = new Error('promised and not kept');
    const seen = await caught(() => step('rejects', () => Promise.reject(rejected)));
    assert.equal(seen, rejected);
  });

  test('nest when they run in parallel', async () => {
    await step('both', () =>
      Promise.all([
        step('left', async () => {
          await sleep(40);
          await step('left, inside', () => sleep(10));
        }),
        step('right', async () => {
          await step('right, inside', () => sleep(20));
          await step('right, again', () => sleep(40));
        }),
      ]),
    );
  });

  test('show a pause between them', async () => {
    await step('before', () => sleep(30));
    await sleep(300);
    await step('after', () => sleep(30));
  });

  test('have a description and parameters', async () => {
    await step('described', { description: 'in detail', parameters: { sum: 3, list: [1, 'b'] } }, () => {});
  });

  test('go as deep as they like', async () => {
    const descend = async (level: number): Promise<void> => {
      if (level <= 18) await step(`level ${level}`, () => descend(level + 1));
    };
    await descend(1);
  });

  test('may be called in callbacks', async () => {
    await step('in time', () => new Promise<void>((resolve) => setTimeout(() => void later(resolve), 5)));
  });
});

async function later(resolve: () => void): Promise<void> {
  await step('later', () => {});
  await attach('note', 'from a callback');
  resolve();
}

async function caught(act: () => unknown): Promise<unknown> {
  try {
    await act();
  } catch (error) {
    return error;
  }
  return assert.fail('nothing was thrown');
}
