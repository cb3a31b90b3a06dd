// Delivers the journals of an outbox, and prints the cost.
import { join } from 'node:path';
import { type DeliverySettings, flush } from '@testpoint/core/cli';
import { RUN } from './sample-records.js';
import { input, measured } from './usage.js';

const { outbox, url } = input<{ outbox: string; url: string }>();

const settings: DeliverySettings = {
  ...{ url, secretKey: 'YmVuY2htYXJr', testRunId: RUN, requestTimeout: 10_000, concurrency: 32, startConcurrency: 4 },
  ...{ batchSize: 100, flushInterval: 1000, configurations: {}, redact: [], keepDelivered: 0 },
};
// Preload lazily loaded modules, because the bare loops have loaded theirs before the clock starts.
await flush({ directory: join(outbox, 'nothing'), settings });

await measured(async () => {
  const { left, sessions } = await flush({ directory: outbox, settings });
  return { left, sent: sessions.reduce((sum, session) => sum + session.sent, 0) };
});
