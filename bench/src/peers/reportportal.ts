import { labs } from '@testpoint/frameworks/labs';
import { byFramework, type Contestant, FRAMEWORKS } from './peer.js';
import { reportPortal } from './stand-in/reportportal.js';
import { serve } from './stand-in/service.js';

export const reportportal: Contestant = {
  name: 'reportportal',
  frameworks: FRAMEWORKS,
  limits: byFramework((framework) => labs[framework].bench.peers.reportportal.limit),
  startService: ({ latency }) => serve(reportPortal(), latency),
  wire(framework, { url }) {
    const { options, attach } = labs[framework].bench.peers.reportportal;
    const service = { apiKey: 'key', endpoint: `${url}/api/v2`, project: 'bench', launch: 'bench' };
    return {
      reporter: [`@reportportal/agent-js-${framework}`, { ...service, ...options }],
      // Without this, each launch sends statistics to Google.
      env: { REPORTPORTAL_CLIENT_JS_NO_ANALYTICS: '1' },
      ...(attach && { attach }),
    };
  },
};
