import { fileURLToPath } from 'node:url';
import { labs } from '@testpoint/frameworks/labs';
import { byFramework, type Contestant, FRAMEWORKS } from './peer.js';
import { qase as standIn } from './stand-in/qase.js';
import { serve } from './stand-in/service.js';

/**
 * An old reporter only uses `https://api-HOST`. This module is loaded before it and turns `https://api-stand-in:PORT` into
 * plain HTTP on the loopback interface, which newer Qase reporters can be configured to use. The path is relative to dist/.
 */
const PLAIN_HTTP = fileURLToPath(new URL('../peers/qase-over-http.cjs', import.meta.url));

export const qase: Contestant = {
  name: 'qase',
  frameworks: FRAMEWORKS.filter((framework) => labs[framework].bench.peers.qase !== undefined),
  limits: byFramework((framework) => labs[framework].bench.peers.qase?.limit),
  startService: ({ latency }) => serve(standIn(), latency),
  wire(framework, { url }) {
    const { isHttpsOnly, attach } = labs[framework].bench.peers.qase ?? {};
    const host = isHttpsOnly ? `stand-in:${new URL(url).port}` : url;
    const testops = { project: 'BENCH', api: { token: 'token', host }, run: { complete: true } };
    return {
      reporter: [`${framework}-qase-reporter`, { mode: 'testops', testops }],
      ...(isHttpsOnly && { env: { NODE_OPTIONS: `--require ${JSON.stringify(PLAIN_HTTP)}` } }),
      ...(attach && { attach }),
    };
  },
};
