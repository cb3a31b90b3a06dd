import { expect, it } from 'vitest';
import { RecentChunks } from './recent-chunks.js';

/** Chunks of which only the first one requested fails, when the test says so. */
function chunksWithFailure() {
  let fail = (_error: Error) => {};
  const first = new Promise<string>((_resolve, reject) => {
    fail = reject;
  });
  const loads = [first];
  const chunks = new RecentChunks(async (chunk) => loads.pop() ?? `chunk ${chunk}`);
  return { chunks, fail };
}

it('a chunk that failed is loaded again', async () => {
  const { chunks, fail } = chunksWithFailure();
  const failed = chunks.get(1);
  fail(new Error('damaged'));
  await expect(failed).rejects.toThrow('damaged');
  expect(await chunks.get(1)).toBe('chunk 1');
});

it('a chunk that fails after it was evicted does not evict its successor', async () => {
  const { chunks, fail } = chunksWithFailure();
  const failed = chunks.get(1);
  for (const other of [2, 3, 4, 5]) await chunks.get(other);
  const successor = chunks.get(1);
  fail(new Error('damaged'));
  await expect(failed).rejects.toThrow('damaged');
  expect(chunks.get(1)).toBe(successor);
});
