import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { byId, type Finished, PATIENCE, Suite, until, useService } from './harness.js';

vi.setConfig({ testTimeout: PATIENCE, hookTimeout: PATIENCE });
const service = useService();
let suite: Suite | undefined;
afterEach(() => suite?.clean());

describe('the exit code is the same as without us', () => {
  let broken: Server;
  let address: string;
  const usual: Record<string, number | null> = {};
  beforeAll(async () => {
    broken = createServer((request, response) => {
      const status = Number(/^\/(\d+)\//.exec(request.url ?? '')?.[1]);
      request.resume();
      // Without a status, there is never an answer.
      if (status) response.writeHead(status, { 'content-type': 'text/plain' }).end('no');
    });
    await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`;
    for (const color of ['green', 'red']) {
      const bare = new Suite('small', '');
      usual[color] = (await bare.run(false, [], green(color))).code;
      bare.clean();
    }
  });
  afterAll(() => {
    broken.closeAllConnections();
    broken.close();
  });

  const cases: [string, string, () => string, RegExp][] = [
    ['the service refuses the key', 'red', () => `${address}/401`, /3 results not delivered/],
    ['there is no service', 'green', () => 'http://127.0.0.1:1', /3 results not delivered/],
  ];
  const others: typeof cases = [
    ['the service fails', 'red', () => `${address}/500`, /3 results not delivered/],
    ['the service never answers', 'green', () => `${address}/hangs`, /3 results not delivered/],
  ];
  it.each(IS_LONG ? [...cases, ...others] : cases)(
    'when %s (%s run), and everything is kept',
    async (_, color, url, words) => {
      suite = new Suite('small', url());
      const { code, stderr } = await suite.run({ closeTimeout: 1500, requestTimeout: 1000 }, [], green(color));
      expect(code).toBe(usual[color]);
      expect(stderr).toMatch(words);
      expect(stderr).toContain('npx testpoint flush');
      expect(await suite.flush({ url: service.url })).toMatchObject({ left: 0, isClean: true });
      expect(byId(await suite.held(service.url)).size).toBe(3);
    },
  );

  it('unless the run should fail if results are undelivered', async () => {
    suite = new Suite('small', 'http://127.0.0.1:1');
    const { code } = await suite.run({ closeTimeout: 500, onUndelivered: 'fail' }, [], green('green'));
    expect(usual.green).toBe(0);
    expect(code).toBe(1);
  });

  it('when the settings are wrong, and the message names the key', async () => {
    suite = new Suite('small', service.url);
    const { code, stderr } = await suite.run({ closeTimeuot: 5 }, [], green('green'));
    expect(code).toBe(usual.green);
    expect(stderr).toContain('closeTimeuot');
    expect(stderr).toContain('closeTimeout');
  });

  it('when there is no key, which prints one line', async () => {
    suite = new Suite('small', service.url);
    const { code, stderr } = await suite.run({ secretKey: undefined, outboxDir: suite.outbox }, [], green('green'));
    expect(code).toBe(usual.green);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(existsSync(suite.outbox)).toBe(false);
  });
});

it('after a kill, flush delivers the result of every test whose end was announced', async () => {
  const killed = new Suite('many', service.url);
  suite = killed;
  const file = join(killed.folder, 'announced');
  const run: Promise<Finished> = killed.run({ flushInterval: 60_000 }, [], {
    ANNOUNCED: file,
    PAUSE: '20',
    TESTS: '500',
  });
  const announced = () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);
  await until(() => announced().length >= 12 || undefined);
  killed.kill('SIGKILL');
  await run;
  const ended = announced().map((line): { id: string; retry: number } => JSON.parse(line));
  expect(await killed.held()).toEqual([]);
  expect(await killed.flush()).toMatchObject({ left: 0, isClean: true });
  const results = byId(await killed.held());
  expect([...results.keys()].sort()).toEqual([...new Set(ended.map(({ id }) => id))].sort());
  const retried = ended.filter(({ retry }) => retry === 1);
  for (const { id } of retried) expect(results.get(id)?.parameters).toMatchObject({ attempts: '2' });
  expect(retried.length).toBeGreaterThan(0);
});

function green(color: string): NodeJS.ProcessEnv {
  return color === 'green' ? { GREEN: '1' } : {};
}
