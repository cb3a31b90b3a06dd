import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { outputOf } from '../../../scripts/processes.mjs';
import { GUID, type Loopback, startHttp } from './loopback.js';

const PROGRAM = fileURLToPath(new URL('./fixtures/late-descriptors.cjs', import.meta.url));

let service: Loopback;
afterEach(() => service.close());

describe.runIf(process.platform === 'linux')('code that could not be loaded for lack of descriptors', () => {
  it.each([
    ['upload', 'cjs', 'that makes an upload’s form', {}],
    ['upload', 'esm', 'that makes an upload’s form', {}],
    ['start', 'cjs', 'that goes through a proxy', { HTTP_PROXY: 'self' }],
    ['start', 'esm', 'that goes through a proxy', { HTTP_PROXY: 'self' }],
  ])(
    'is loaded again when there are descriptors (%s, %s): the code %s',
    async (operation, build, _what, env: { HTTP_PROXY?: string }) => {
      service = await startHttp((_request, response) => response.end(`{"id":"${GUID}"}`));
      const proxy = env.HTTP_PROXY && { HTTP_PROXY: service.url };
      const program = [
        '-c',
        'ulimit -n 40; exec "$@"',
        'limited',
        process.execPath,
        PROGRAM,
        service.url,
        operation,
        build,
      ];
      const stdout = await outputOf('bash', program, { env: { PATH: process.env.PATH, ...proxy } });
      expect(stdout).toBe('EMFILE, then done');
      // A proxy receives the absolute URL.
      expect(service.received[0]?.url?.startsWith('http:')).toBe(proxy !== undefined);
    },
  );
});
