// Three servers behind a load balancer answer like one; crashes.test.ts and concurrency.test.ts have three servers in every run.
// `npm run test:fleet` runs the other tests of the server, the conformance suite and the fault laboratory against them, too.
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { BackingServices } from './backing-services.js';
import { Fleet } from './fleet.js';
import { ADA, catalog, LOGIN, PAY, result, Service } from './service.js';

let services: BackingServices;
let fleet: Fleet;
let service: Service;

/** Number of requests that each server has handled, including earlier requests for these numbers. */
const taken = () =>
  Promise.all(
    fleet.urls.map(async (url) => {
      const answer = await fetch(`${url}/inspect/requests`, { headers: { SecretKeyBase64: ADA.secretKey } });
      const { counts } = (await answer.json()) as { counts: { requests: number }[] };
      return counts.reduce((sum, { requests }) => sum + requests, 0);
    }),
  );

describe.runIf(IS_LONG)('three servers behind a load balancer', () => {
  beforeAll(async () => {
    services = await BackingServices.start();
    fleet = await Fleet.start(services, { catalog });
    service = new Service(fleet);
  }, 180_000);
  afterAll(async () => {
    await fleet?.close();
    await services?.close();
  });

  it('handle a run together, from its creation to its end', async () => {
    const before = await taken();
    const run = await service.newRun([LOGIN, PAY]);
    expect((await service.move(run, 'Start')).status).toBe(200);
    expect((await service.addResults(run, [result(), result({ autoTestExternalId: 'pay > card' })])).status).toBe(200);
    expect((await service.run(run)).status).toBe('In progress');
    expect((await service.addResults(run, result({ autoTestExternalId: 'unknown' }))).status).toBe(400);
    expect((await service.addResults(run, result({ autoTestExternalId: 'pay > cash' }))).status).toBe(200);
    for (const _ of fleet.urls) {
      expect(await service.run(run)).toMatchObject({
        status: 'Completed',
        testPoints: [{ status: 'Passed' }, { status: 'Passed' }],
      });
      expect(await service.entries(run, 'history')).toHaveLength(3);
      const listed = (await service.get('/api/Public/GetTestRuns/1')).body;
      expect(listed).toMatchObject([{ id: run, status: 'Completed', testPoints: { total: 2, Passed: 2 } }]);
    }
    const more = (await taken()).map((count, index) => count - (before[index] ?? 0));
    expect(Math.min(...more)).toBeGreaterThanOrEqual(2);
  });

  it('return an attachment that any of them received', async () => {
    const content = randomBytes(6_000_000);
    const body = new FormData();
    body.append('file', new Blob([content]), 'video.webm');
    const answer = await service.request('POST', '/api/Public/attachment', { body });
    expect(answer).toMatchObject({ status: 200, body: { size: content.length } });
    const { id } = answer.body as { id: string };
    const sha256 = createHash('sha256').update(content).digest('hex');
    for (const url of fleet.urls) {
      const read = await fetch(`${url}/inspect/attachments/${id}/content`, {
        headers: { SecretKeyBase64: ADA.secretKey },
      });
      const received = Buffer.from(await read.arrayBuffer());
      expect(createHash('sha256').update(received).digest('hex')).toBe(sha256);
    }
  });

  it('lose nothing that was answered when one of them is killed', async () => {
    const run = await service.newRun([LOGIN]);
    expect((await service.addResults(run, result({ outcome: 'Failed' }))).status).toBe(200);
    const before = fleet.urls;
    await fleet.killOne();
    expect(fleet.urls.filter((url) => before.includes(url))).toHaveLength(2);
    for (const _ of fleet.urls) {
      expect(await service.entries(run, 'results')).toMatchObject([{ outcome: 'Failed' }]);
      expect((await service.get('/ready')).status).toBe(200);
    }
  });
});
