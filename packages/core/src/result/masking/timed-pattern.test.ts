import { Script } from 'node:vm';
import { afterEach, expect, it, vi } from 'vitest';

const { runInContext } = Script.prototype;
afterEach(() => {
  Script.prototype.runInContext = runInContext;
  vi.restoreAllMocks();
  // What was loaded meanwhile has captured these.
  vi.resetModules();
});

it('a search that has ended is never too late, and takes no time from others, however late Node is', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  // Like Node if its watching thread runs only after the limit.
  Script.prototype.runInContext = function (...given) {
    runInContext.apply(this, given);
    now += 1_000;
    throw new Error('Script execution timed out after 210ms');
  };
  vi.resetModules();
  const { TimedPattern } = await import('./timed-pattern.js');
  const pattern = new TimedPattern(/(a)\1/, 'redact[0]');
  for (let count = 0; count < 20; count++) expect(pattern.find('b aa')).toEqual([{ start: 2, end: 4 }]);
  expect(pattern.isSlow).toBe(false);
});
