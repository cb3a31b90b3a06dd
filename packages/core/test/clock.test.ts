import { once } from 'node:events';
import { join } from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import {
  type DeliveryEnd,
  HEARTBEAT_EVERY,
  SLOT,
  SLOTS,
  type ThreadData,
  type ToThread,
} from '../src/between-threads/protocol.js';
import { sessionFiles } from '../src/outbox/format/session-files.js';
import { deliverySettings, numbered, TestJournal } from './journals.js';
import { GUID, type Loopback, startHttp } from './loopback.js';

const HOUR = 3_600_000;
/** Sets the clock of its thread once, after this time; milliseconds. */
const clockJumping = (by: number, after: number) =>
  `data:text/javascript,const { now } = Date; setTimeout(() => { Date.now = () => now() + ${by}; }, ${after}).unref();`;

/** The delivery thread as it is built, on a clock that jumps while it closes. */
async function closeWhileClockJumps(by: number, service: Loopback): Promise<{ end: DeliveryEnd; heartbeats: number }> {
  const journal = new TestJournal();
  for (const id of numbered(20)) journal.result(id);
  journal.end();
  const { port1, port2 } = new MessageChannel();
  const shared = new SharedArrayBuffer(SLOTS * Int32Array.BYTES_PER_ELEMENT);
  const settings = deliverySettings(service.url, { concurrency: 1, batchSize: 10 });
  const files = sessionFiles(join(journal.directory));
  const worker = new Worker(new URL('../dist/delivery-thread.cjs', import.meta.url), {
    workerData: {
      files,
      settings,
      tasks: {},
      reportOnly: false,
      isHeld: false,
      shared,
      port: port2,
    } satisfies ThreadData,
    transferList: [port2],
    execArgv: ['--import', clockJumping(by, 800)],
  });
  port1.postMessage({ kind: 'close', reportTimeout: 0, closeTimeout: 30_000 } satisfies ToThread);
  const [end] = await once(port1, 'message');
  await worker.terminate();
  await service.close();
  return { end, heartbeats: Atomics.load(new Int32Array(shared), SLOT.heartbeats) };
}

test.concurrent.each([-HOUR, HOUR])(
  'a close ends in time with a failing service, and shows heartbeats, even if the clock jumps by %i ms',
  async (by) => {
    const service = await startHttp((_request, response) => response.writeHead(503).end());
    const { end, heartbeats } = await closeWhileClockJumps(by, service);
    expect(end.left).toBe(20);
    expect(end.gaveUp).toMatch(/HTTP 503/);
    expect(heartbeats).toBeGreaterThan(10);
    // The thread's own time: on a busy machine its heartbeats are late, and fewer.
    expect(heartbeats * HEARTBEAT_EVERY).toBeLessThan(6_000);
  },
);

test.concurrent.each([-HOUR, HOUR])(
  'a close waits for a service that accepts results, even if the clock jumps by %i ms',
  async (by) => {
    const service = await startHttp((_request, response) => {
      setTimeout(() => response.end(JSON.stringify({ id: GUID })), 600);
    });
    const { end } = await closeWhileClockJumps(by, service);
    expect(end).toMatchObject({ left: 0, state: { sent: 20 } });
    expect(end.gaveUp).toBeUndefined();
  },
);
