// Delivers the journals of an outbox, and prints the cost.
import { join } from 'node:path';
import { type DeliverySettings, flush } from '@testpoint/core/cli';
import { RUN } from './sample-records.js';
import { input, peakMemory, processCpu } from './usage.js';

const { outbox, url } = input<{ outbox: string; url: string }>();

const settings: DeliverySettings = {
  url,
  secretKey: 'YmVuY2htYXJr',
  testRunId: RUN,
  requestTimeout: 10_000,
  concurrency: 32,
  startConcurrency: 4,
  batchSize: 100,
  flushInterval: 1000,
  configurations: {},
  redact: [],
  keepDelivered: 0,
};
// Preload lazily loaded modules, because the bare loops have loaded theirs before the clock starts.
await flush({ directory: join(outbox, 'nothing'), settings });

const begunAt = performance.timeOrigin + performance.now();
const begun = performance.now();
const cpuBegun = processCpu();
const { left, sessions } = await flush({ directory: outbox, settings });
const wall = performance.now() - begun;
const cpu = processCpu() - cpuBegun;
let sent = 0;
for (const session of sessions) sent += session.sent;
console.log(JSON.stringify({ wall, cpu, peak: peakMemory(), begunAt, left, sent }));
