import fastify from 'fastify';
import { expect, it } from 'vitest';
import { InFlight } from './in-flight.js';

it('waits for running handlers, whether or not they succeed, and lets no handler start after that', async () => {
  const app = fastify();
  const inFlight = new InFlight();
  inFlight.watch(app);
  const calls: { end(): void; fail(): void }[] = [];
  app.get('/', () => new Promise((resolve, reject) => calls.push({ end: () => resolve('ok'), fail: reject })));
  const statusOf = async () => (await app.inject('/')).statusCode;

  const answers = Promise.all([statusOf(), statusOf()]);
  await expect.poll(() => calls).toHaveLength(2);
  let hasEnded = false;
  const end = inFlight.end(60_000).then(() => {
    hasEnded = true;
  });
  calls[0]?.end();
  const third = statusOf();
  await expect.poll(() => calls).toHaveLength(3);
  calls[1]?.fail();
  expect(await answers).toEqual([200, 500]);
  expect(hasEnded).toBe(false);
  calls[2]?.end();
  expect(await third).toBe(200);
  await end;

  app.inject('/').catch(() => undefined);
  await app.inject('/nothing');
  expect(calls).toHaveLength(3);
});

it('does not wait forever for a handler that never ends', async () => {
  const app = fastify();
  const inFlight = new InFlight();
  inFlight.watch(app);
  let hasBegun = false;
  app.get('/', () => {
    hasBegun = true;
    return new Promise(() => {});
  });
  app.inject('/').catch(() => undefined);
  await expect.poll(() => hasBegun).toBe(true);
  await inFlight.end(1);
});
