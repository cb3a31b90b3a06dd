import { type Contestant, FRAMEWORKS, type Framework, type Wiring } from './peer.js';
import { reportPortal } from './stand-in/reportportal.js';
import { serve } from './stand-in/service.js';

export const reportportal: Contestant = {
  name: 'reportportal',
  frameworks: FRAMEWORKS,
  limits: {
    playwright: 'Sends each attachment twice.',
    jest: 'No attachments: its API exists only with `--runInBand`.',
  },
  startService: ({ latency }) => serve(reportPortal(), latency),
  wire(framework, { url }) {
    const options = { apiKey: 'key', endpoint: `${url}/api/v2`, project: 'bench', launch: 'bench' };
    // Without this, each launch sends statistics to Google.
    const env = { REPORTPORTAL_CLIENT_JS_NO_ANALYTICS: '1' };
    return { env, ...WIRINGS[framework](options) };
  },
};

const WIRINGS: Record<Framework, (options: Record<string, string>) => Omit<Wiring, 'env'>> = {
  // Steps are off by default, but all other reporters report them.
  playwright: (options) => ({
    reporter: ['@reportportal/agent-js-playwright', { ...options, includeTestSteps: true }],
  }),
  jest: (options) => ({ reporter: ['@reportportal/agent-js-jest', options] }),
  vitest: (options) => ({
    reporter: ['@reportportal/agent-js-vitest', options],
    attach: `import { ReportingApi } from '@reportportal/agent-js-vitest';
export function attach(name, content, { task }) {
  ReportingApi.attachment(task, { name, type: 'text/plain', content: Buffer.from(content).toString('base64') });
}
`,
  }),
  mocha: (options) => ({
    reporter: ['@reportportal/agent-js-mocha', options],
    attach: `const PublicReportingAPI = require('@reportportal/agent-js-mocha/lib/publicReportingAPI');
exports.attach = (name, content) =>
  PublicReportingAPI.info(name, { name, type: 'text/plain', content: Buffer.from(content).toString('base64') });
`,
  }),
};
