import { afterEach, expect, it, vi } from 'vitest';

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

afterEach(() => void vi.restoreAllMocks());

it.each<[string, (() => number) | undefined]>([
  ['', undefined],
  [', even if Math.random always returned 0 before we were loaded', () => 0],
])('GUIDs are of version 4 and unique%s', async (_, random) => {
  vi.resetModules();
  if (random !== undefined) vi.spyOn(Math, 'random').mockImplementation(random);
  const { newGuid } = await import('./guid.js');
  const guids = Array.from({ length: 10_000 }, newGuid);
  expect(guids.filter((guid) => !GUID.test(guid))).toEqual([]);
  expect(new Set(guids).size).toBe(guids.length);
});
