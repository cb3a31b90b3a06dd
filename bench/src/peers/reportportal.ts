import { type Attach, type Contestant, FRAMEWORKS, type Framework } from './peer.js';
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
    const attach = ATTACH[framework];
    return {
      // In Playwright, steps are off by default, but all other reporters report them.
      reporter: [`@reportportal/agent-js-${framework}`, { ...options, ...(framework === 'playwright' && STEPS) }],
      // Without this, each launch sends statistics to Google.
      env: { REPORTPORTAL_CLIENT_JS_NO_ANALYTICS: '1' },
      ...(attach && { attach }),
    };
  },
};

const STEPS = { includeTestSteps: true };
const FILE = "{ name, type: 'text/plain', content: Buffer.from(content).toString('base64') }";
const ATTACH: Partial<Record<Framework, Attach>> = {
  vitest: {
    api: '@reportportal/agent-js-vitest',
    call: `(name, content, { task }) => api.ReportingApi.attachment(task, ${FILE})`,
  },
  mocha: {
    api: '@reportportal/agent-js-mocha/lib/publicReportingAPI',
    call: `(name, content) => api.info(name, ${FILE})`,
  },
};
