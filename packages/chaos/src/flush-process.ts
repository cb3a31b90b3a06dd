/** A flush in its own process. Reads a `FlushOrder` from standard input, and writes a `FlushAccount` to standard output. */
import { text } from 'node:stream/consumers';
import { flush } from '@testpoint/core/cli';
import { peakMemory } from '../../../scripts/peak-memory.mjs';
import type { FlushAccount, FlushOrder } from './scenario/flushing.js';

const begun = performance.now();
const order = JSON.parse(await text(process.stdin)) as FlushOrder;
const report = await flush(order);
const account: FlushAccount = {
  report,
  peakMemory: peakMemory(),
  took: performance.now() - begun,
};
process.stdout.write(JSON.stringify(account));
