// Delivers the journals of an outbox, and prints the cost.
import { join } from 'node:path';
import { deliverySettings, flush } from '@testpoint/core/cli';
import { RUN } from './sample-records.js';
import { input, measured } from './usage.js';

const { outbox, url } = input<{ outbox: string; url: string }>();

const settings = deliverySettings({ url, secretKey: 'YmVuY2htYXJr', testRunId: RUN });
// Preload lazily loaded modules, because the bare loops have loaded theirs before the clock starts.
await flush({ directory: join(outbox, 'nothing'), settings });

await measured(async () => {
  const { left, sessions } = await flush({ directory: outbox, settings });
  return { left, sent: sessions.reduce((sum, session) => sum + session.sent, 0) };
});
