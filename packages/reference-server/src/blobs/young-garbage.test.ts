import { expect, it } from 'vitest';
import { collectYoungGarbage } from './young-garbage.js';

const MEBIBYTE = 1024 * 1024;

it('frees buffers that are no longer used', { timeout: 60_000 }, async () => {
  const held = () => process.memoryUsage().arrayBuffers;
  collectYoungGarbage();
  const before = held();
  // V8 may collect some of them itself in between.
  while (held() < before + 12 * MEBIBYTE) Buffer.alloc(MEBIBYTE / 16);
  collectYoungGarbage();
  // V8 frees them in another thread.
  await expect.poll(held).toBeLessThan(before + 4 * MEBIBYTE);
});
