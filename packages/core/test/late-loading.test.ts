import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { outputOf } from '../../../scripts/processes.mjs';
import { GUID, type Loopback, startHttp } from './loopback.js';

const PROGRAM = fileURLToPath(new URL('./fixtures/late-descriptors.cjs', import.meta.url));

let service: Loopback;
afterEach(() => service.close());

describe.runIf(process.platform === 'linux')('code that could not be loaded for lack of descriptors', () => {
  it.each(['cjs', 'esm'])('is loaded again when there are descriptors (%s): the code for a proxy', async (build) => {
    service = await startHttp((_request, response) => response.end(`{"id":"${GUID}"}`));
    const program = ['-c', 'ulimit -n 40; exec "$@"', 'limited', process.execPath, PROGRAM, service.url, build];
    const stdout = await outputOf('bash', program, { env: { PATH: process.env.PATH, HTTP_PROXY: service.url } });
    expect(stdout).toBe('EMFILE, then done');
    // A proxy receives the absolute URL.
    expect(service.received[0]?.url).toMatch(/^http:/);
  });
});
