import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { CONFIGURATION, KEY, RUN } from './journals.js';
import { type End, SUITE, startLateEnd } from './late-end.js';

const NAME_SERVER = fileURLToPath(new URL('./fixtures/name-server.mjs', import.meta.url));
/**
 * How long the system waits for an answer, milliseconds. Usually 5 s, which a busy machine adds to the end of any suite. Here so
 * long that only a suite that waits for the system's lookup takes it.
 */
const SYSTEM_WAITS = 30_000;
/** In a separate network, the suite's name server can use the standard port. */
const ALONE = ['unshare', '--map-root-user', '--mount', '--net'];
const canBeAlone = spawnSync(ALONE[0] ?? '', [...ALONE.slice(1), 'ip', 'link', 'set', 'lo', 'up']).status === 0;

const folder = mkdtempSync(join(tmpdir(), 'testpoint-names-'));
const resolvers = join(folder, 'resolv.conf');
const hosts = join(folder, 'hosts');
writeFileSync(resolvers, `nameserver 127.0.0.1\noptions timeout:${SYSTEM_WAITS / 1000}\n`);
writeFileSync(hosts, '127.0.0.1 localhost\n127.0.0.1\twritten-down.example # and a comment\n');
const SET_UP = `ip link set lo up && mount --bind ${resolvers} /etc/resolv.conf && mount --bind ${hosts} /etc/hosts && exec "$@"`;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A suite that reports to an address where nothing listens. */
function endOf(url: string, env: Record<string, string> = {}): Promise<End> {
  const idRoot = mkdtempSync(join(folder, 'suite-'));
  const options = { url, secretKey: KEY, testRunId: RUN, configurationId: CONFIGURATION };
  const suite = [process.execPath, '--import', NAME_SERVER, SUITE, JSON.stringify({ idRoot, tests: 20, options })];
  const [program = '', ...args] = [...ALONE, 'sh', '-c', SET_UP, 'alone', ...suite];
  return startLateEnd(program, args, env).end;
}

describe.runIf(canBeAlone)('a suite whose name servers', () => {
  const OTHER_PLACES: [string, string, Record<string, string>][] = [
    ['its service, with TLS', 'https://tms.example', {}],
    ['its proxy', 'http://192.0.2.1', { HTTP_PROXY: 'http://proxy.example:3128' }],
  ];
  it.concurrent.each<[string, string, Record<string, string>]>([
    ['its service', 'http://tms.example', {}],
    ['its proxy, with TLS', 'https://192.0.2.1', { HTTPS_PROXY: 'http://proxy.example:3128' }],
    ...(IS_LONG ? OTHER_PLACES : []),
  ])('are silent does not wait for the system’s lookup: asked for %s', async (_what, url, env) => {
    const { later, code, errorOutput } = await endOf(url, env);
    expect(code).toBe(3);
    expect(errorOutput).toMatch(/20 (?:results )?not delivered|testpoint flush/);
    expect(later).toBeLessThan(SYSTEM_WAITS);
  });

  it.concurrent.each(['900', ...(IS_LONG ? ['0'] : [])])('answer after %s ms finds its service', async (after) => {
    const { errorOutput, code } = await endOf('http://tms.example:9', { NAMES_AFTER: after });
    expect(code).toBe(3);
    expect(errorOutput).toContain('ECONNREFUSED 127.0.0.1:9');
  });

  it.concurrent.each(['written-down.example', ...(IS_LONG ? ['localhost', '127.0.0.1'] : [])])(
    'are silent finds %s',
    async (host) => {
      const { errorOutput, code } = await endOf(`http://${host}:9`);
      expect(code).toBe(3);
      expect(errorOutput).toContain('ECONNREFUSED');
    },
  );
});
