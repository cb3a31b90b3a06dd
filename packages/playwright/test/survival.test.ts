import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { byId, PATIENCE, Suite, useService } from './harness.js';

vi.setConfig({ testTimeout: PATIENCE, hookTimeout: PATIENCE });
const service = useService();
let suite: Suite | undefined;
afterEach(() => suite?.clean());

/** One process has many of our reporters, each with its own run and outbox. Without us, it ends with 1 if a test fails, else with 0. */
describe('the exit code is the same as without us', () => {
  let broken: Server;
  let address: string;
  beforeAll(async () => {
    broken = createServer((request, response) => {
      const status = Number(/^\/(\d+)\//.exec(request.url ?? '')?.[1]);
      request.resume();
      // Without a status, there is never an answer.
      if (status) response.writeHead(status, { 'content-type': 'text/plain' }).end('no');
    });
    await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    broken.closeAllConnections();
    broken.close();
  });

  it.each<[string, number, NodeJS.ProcessEnv]>([
    ['green', 0, { GREEN: '1' }],
    ...(IS_LONG ? ([['red', 1, {}]] satisfies [string, number, object][]) : []),
  ])(
    'of a %s run, whatever is wrong with the service or the settings, and everything is kept',
    async (_, usual, env) => {
      const run = new Suite('small', service.url);
      suite = run;
      const services = [`${address}/401`, `${address}/500`, `${address}/hangs`, 'http://127.0.0.1:1'];
      const reporters = services.map((url, index) => ({
        ...{ url, closeTimeout: 1500, requestTimeout: 1000 },
        ...{ testRunId: randomUUID(), outboxDir: join(run.folder, `outbox-${index}`) },
      }));
      const mistaken = { closeTimeuot: 5, outboxDir: join(run.folder, 'mistaken') };
      const keyless = { secretKey: undefined, outboxDir: join(run.folder, 'none') };
      const { code, stderr } = await run.run([...reporters, mistaken, keyless], [], env);
      expect(code).toBe(usual);
      expect(stderr).toContain('closeTimeuot');
      expect(stderr).toContain('closeTimeout');
      expect(stderr.match(/ \(set TMS_SECRET_KEY and TMS_URL to report/g)).toHaveLength(1);
      expect(existsSync(keyless.outboxDir)).toBe(false);
      expect(stderr.match(/3 results not delivered/g)).toHaveLength(services.length);
      expect(stderr.match(/npx testpoint flush/g)).toHaveLength(services.length);
      for (const { testRunId, outboxDir } of reporters) {
        run.runId = testRunId;
        expect(await run.flush({ url: service.url, outboxDir })).toMatchObject({ left: 0, isClean: true });
        expect(byId(await run.held()).size).toBe(3);
      }
    },
  );
});
