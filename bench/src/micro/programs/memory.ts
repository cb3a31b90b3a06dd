// Creates the records of this many tests, with or without a session to record them, and prints the memory.
import type { Session } from '@testpoint/core/adapter';
import { sampleRecord, sampleSession } from './sample-records.js';
import { input, peakMemory } from './usage.js';

const { tests, url, idRoot } = input<{ tests: number; url?: string; idRoot: string }>();

/** Number of tests between two turns of the event loop. */
const TURN = 10;
let session: Session | undefined;
if (url !== undefined) {
  const { openSession } = await import('@testpoint/core/adapter');
  session = openSession(sampleSession(idRoot, url));
}
let made = 0;
for (let number = 0; number < tests; number++) {
  const record = sampleRecord(number, 5);
  made += record.titlePath.length;
  session?.record(record);
  if (number % TURN === 0) await new Promise((resolve) => setTimeout(resolve, 0));
}
// Wait equally long with and without a session, so that the thread has started its work and the first results have been sent.
await new Promise((resolve) => setTimeout(resolve, 2_000));
globalThis.gc?.();
globalThis.gc?.();
const { rss, heapUsed } = process.memoryUsage();
const figures = { rss: rss / 2 ** 20, heap: heapUsed / 2 ** 20, peak: peakMemory(), made };
await session?.close();
console.log(JSON.stringify(figures));
