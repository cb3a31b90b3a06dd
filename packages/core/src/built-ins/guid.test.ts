import { afterEach, expect, it, vi } from 'vitest';

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

afterEach(() => void vi.restoreAllMocks());

it('GUIDs are of version 4, and unique even if Math.random always returned 0 before we were loaded', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  // The query makes another instance of the module.
  const own = './guid.js?own';
  const { newGuid } = (await import(own)) as typeof import('./guid.js');
  const guids = Array.from({ length: 10_000 }, newGuid);
  expect(guids.filter((guid) => !GUID.test(guid))).toEqual([]);
  // Its last part is the random number, 0, and the count.
  expect(guids[0]).toMatch(/00000001$/);
  expect(new Set(guids).size).toBe(guids.length);
});
