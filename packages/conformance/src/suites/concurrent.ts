import { dialect } from './dialect.js';
import { sleep } from './tools.js';

const { concurrent, describe, parameter, step } = dialect;

describe('concurrent', () => {
  for (const name of ['a', 'b', 'c']) {
    concurrent?.(name, async () => {
      parameter('name', name);
      await step(`${name}1`, async () => {
        await sleep(20);
        await Promise.all([step(`${name}11`, () => sleep(20)), step(`${name}12`, () => sleep(5))]);
      });
      await sleep(5);
      await step(`${name}2`, () => sleep(5));
    });
  }
});
