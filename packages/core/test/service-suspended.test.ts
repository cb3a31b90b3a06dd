import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, it, vi } from 'vitest';
import { clientOf, GUID } from './loopback.js';

/** A service in another thread, which says its port, and when it has a request. It answers when the first flag is set, and sets the second. */
const SERVICE = `
const { parentPort, workerData: flags } = require('node:worker_threads');
const server = require('node:http').createServer((request, response) => {
  request.resume().on('end', () => {
    parentPort.postMessage('asked');
    Atomics.wait(flags, 0, 0);
    response.end('[]', () => {
      Atomics.store(flags, 1, 1);
      Atomics.notify(flags, 1);
    });
  });
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

const { setTimeout } = globalThis;
const flags = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
const thread = new Worker(SERVICE, { eval: true, workerData: flags });
afterEach(async () => {
  vi.useRealTimers();
  await thread.terminate();
});

it('an answer that arrived while the process was suspended counts, although its time is over', async () => {
  const [port] = await once(thread, 'message');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const outcome = clientOf(`http://127.0.0.1:${port}`)
    .postResults(GUID, '[]')
    .then(() => 'accepted', String);
  await once(thread, 'message');
  // The rest of this turn begins as it does when a timer is over.
  await new Promise((resolve) => setTimeout(resolve, 1));
  Atomics.store(flags, 0, 1);
  Atomics.notify(flags, 0);
  Atomics.wait(flags, 1, 0);
  vi.advanceTimersByTime(60_000);
  expect(await outcome).toBe('accepted');
});
