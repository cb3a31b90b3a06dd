import type { Launch, OwnColumn } from '@testpoint/frameworks/lab';

const vitest: OwnColumn = {
  name: 'vitest',
  sample: ['red'],
  modes: { list: { args: ['list'], silent: true }, watch: { args: ['watch'], endless: true } },
  hasLongModes: true,
  extension: '.test.ts',
  packages: ['happy-dom', 'memfs'],
  files: (launch) => ({
    'package.json': '{ "type": "module" }',
    'vitest.config.js': `export default ${JSON.stringify({ test: { reporters: reporters(launch), maxWorkers: 2 } })};\n`,
  }),
  args: ({ mode, bail }) => [...(mode?.args ?? ['run', ...(bail ? ['--bail', '1'] : [])])],
  hookTitle: (kind) => kind,
  differences: {
    'tests that .only leaves out': {
      why: 'Vitest reports such a test as skipped',
      results: { 'group > is left out': { outcome: 'Skipped' } },
    },
  },
};

const IN_PAGE = 'tests in a page can neither make files nor mock Node';

/**
 * Vitest's browser mode, whose pages may neither write nor run anything. Two runs only, because each starts a browser. `npm test`
 * starts one in packages/vitest/test/browser.test.ts.
 */
const browser: OwnColumn = {
  ...vitest,
  name: 'vitest browser',
  project: 'chromium',
  runs: ['green', 'red'],
  sample: [],
  modes: {},
  without: { files: IN_PAGE, mocks: IN_PAGE, dom: 'a page is a real document' },
  adapt: (source) => source.replaceAll(/from 'node:[^']+'/g, "from './node.js'"),
  packages: ['@vitest/browser-playwright', 'playwright'],
  files: (launch, executablePath) => {
    const launchOptions = { executablePath, args: ['--no-sandbox', '--disable-background-networking'] };
    return {
      'package.json': '{ "type": "module" }',
      'node.js': NODE,
      'vitest.config.js': `import { playwright } from '@vitest/browser-playwright';
export default {
  define: { 'process.env': '{}', 'process.stdout': 'console', 'process.stderr': 'console' },
  test: {
    reporters: ${JSON.stringify(reporters(launch))},
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

function reporters({ reporting, isListedTwice }: Launch): unknown[] {
  const ours = Array(reporting ? (isListedTwice ? 2 : 1) : 0).fill('@testpoint/vitest');
  return [['json', { outputFile: 'report.json' }], ...ours];
}

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

export const columns: readonly OwnColumn[] = [vitest, browser];
