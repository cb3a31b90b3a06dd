import { chromium } from '../../../../scripts/browser.mjs';
import { type Column, reportersOf } from './column.js';
import { vitest } from './vitest.js';

const IN_NODE = 'it needs Node';

/**
 * Vitest's browser mode, whose pages may neither write nor run anything. Two runs only, because each starts a browser. `npm test`
 * starts one in packages/vitest/test/browser.test.ts.
 */
export const vitestBrowser: Column = {
  ...vitest,
  name: 'vitest browser',
  project: 'chromium',
  runs: ['green', 'red'],
  sample: [],
  modes: {},
  without: { files: IN_NODE, mocks: IN_NODE, dom: IN_NODE },
  compile: (source) => source.replaceAll(/from 'node:[^']+'/g, "from './node.js'"),
  packages: { vitest: ['@vitest/browser-playwright', 'playwright'] },
  files: (launch) => {
    const reporters = [['json', { outputFile: 'report.json' }], ...reportersOf('vitest', launch)];
    const launchOptions = { executablePath: chromium, args: ['--no-sandbox', '--disable-background-networking'] };
    return {
      'package.json': '{ "type": "module" }',
      'node.js': NODE,
      'vitest.config.js': `import { playwright } from '@vitest/browser-playwright';
export default {
  define: { 'process.env': '{}', 'process.stdout': 'console', 'process.stderr': 'console' },
  test: {
    reporters: ${JSON.stringify(reporters)},
    api: { allowWrite: false, allowExec: false },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      api: { allowWrite: false, allowExec: false },
      provider: playwright({ launchOptions: ${JSON.stringify(launchOptions)} }),
      instances: [{ browser: 'chromium' }],
    },
  },
};
`,
    };
  },
};

/** What the suites need of Node's modules. Each file has its own page, and so its own files. */
const NODE = `
import { assert, expect } from 'vitest';
export default {
  equal: assert.strictEqual,
  ok: assert.ok,
  fail: assert.fail,
  rejects: (promise, error) => expect(promise).rejects.toThrow(error),
  setTimeout: pause,
};
const start = setTimeout;
function pause(milliseconds) {
  return new Promise((resolve) => start(resolve, milliseconds));
}
const sizes = {};
export const appendFileSync = (file, text) => { sizes[file] = (sizes[file] ?? 0) + text.length; };
export const writeFileSync = (file, text) => { sizes[file] = text.length; };
export const existsSync = (file) => file in sizes;
export const statSync = (file) => ({ size: sizes[file] });
export const join = (...names) => names.join('/');
`;
