import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inLanes } from './lanes.js';

it('runs jobs in several lanes, each job once', async () => {
  const done: string[] = [];
  await inLanes(['a', 'b', 'c', 'd', 'e'], 2, async (jobs, number) => {
    for (const job of jobs) {
      await setImmediate();
      done.push(`${job}${number}`);
    }
  });
  expect(done).toEqual(['a0', 'b1', 'c0', 'd1', 'e0']);
});

it('starts no more jobs after a lane has failed, and ends after the others', async () => {
  const done: string[] = [];
  const failing = inLanes(['a', 'b', 'c', 'd'], 2, async (jobs) => {
    for (const job of jobs) {
      await setImmediate();
      if (job === 'a') throw new Error('broken');
      done.push(job);
    }
  });
  await expect(failing).rejects.toThrow('broken');
  expect(done).toEqual(['b']);
});
