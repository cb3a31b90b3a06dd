import { labs } from '@testpoint/frameworks/labs';
import { byFramework, type Contestant, FRAMEWORKS } from './peer.js';
import { qase as standIn } from './stand-in/qase.js';
import { serve } from './stand-in/service.js';

export const qase: Contestant = {
  name: 'qase',
  frameworks: FRAMEWORKS.filter((framework) => labs[framework].bench.peers.qase !== undefined),
  limits: byFramework((framework) => labs[framework].bench.peers.qase?.limit),
  startService: ({ latency }) => serve(standIn(), latency),
  wire(framework, { url }) {
    const testops = { project: 'BENCH', api: { token: 'token', host: url }, run: { complete: true } };
    return { reporter: [`${framework}-qase-reporter`, { mode: 'testops', testops }] };
  },
};
