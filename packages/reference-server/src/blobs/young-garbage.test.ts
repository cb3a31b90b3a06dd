import { expect, it } from 'vitest';
import { collectYoungGarbage } from './young-garbage.js';

const MEBIBYTE = 1024 * 1024;

it('frees buffers that are no longer used', async () => {
  const held = () => process.memoryUsage().arrayBuffers;
  collectYoungGarbage();
  const before = held();
  for (let buffers = 0; buffers < 16 * 16; buffers += 1) Buffer.alloc(MEBIBYTE / 16);
  expect(held()).toBeGreaterThan(before + 12 * MEBIBYTE);
  collectYoungGarbage();
  // V8 frees them in another thread.
  await expect.poll(held).toBeLessThan(before + 4 * MEBIBYTE);
});
