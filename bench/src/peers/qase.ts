import { fileURLToPath } from 'node:url';
import type { Contestant } from './peer.js';
import { qase as standIn } from './stand-in/qase.js';
import { serve } from './stand-in/service.js';

/**
 * vitest-qase-reporter 1.4.4 only uses `https://api-HOST`. This module is loaded before it and turns
 * `https://api-stand-in:PORT` into plain HTTP on the loopback interface, which newer Qase reporters can be configured to use.
 * The path is relative to dist/.
 */
const PLAIN_HTTP = fileURLToPath(new URL('../peers/qase-over-http.cjs', import.meta.url));

/** Qase has no reporter for Mocha on npm. */
export const qase: Contestant = {
  name: 'qase',
  frameworks: ['playwright', 'jest', 'vitest'],
  limits: {
    jest: 'No attachments: without `--runInBand`, its API throws and fails the test.',
    vitest: 'Version 1.4.4 uploads attachments one by one.',
  },
  startService: ({ latency }) => serve(standIn(), latency),
  wire(framework, { url }) {
    const host = framework === 'vitest' ? `stand-in:${new URL(url).port}` : url;
    const testops = { project: 'BENCH', api: { token: 'token', host }, run: { complete: true } };
    return {
      reporter: [`${framework}-qase-reporter`, { mode: 'testops', testops }],
      ...(framework === 'vitest' && {
        env: { NODE_OPTIONS: `--require ${JSON.stringify(PLAIN_HTTP)}` },
        attach: VITEST_ATTACH,
      }),
    };
  },
};

const VITEST_ATTACH = {
  api: 'vitest-qase-reporter/vitest',
  call: "(name, content, test) => api.withQase(({ qase }) => qase.attach({ name, content, type: 'text/plain' }))(test)",
};
