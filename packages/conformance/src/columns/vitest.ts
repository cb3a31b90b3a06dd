import { join } from 'node:path';
import { type Column, folderOf, type Launch, ownFolder } from './column.js';

interface VitestReport {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
}

/** A reporter that says the name of each test that Vitest's main process knows to have ended (`hear` in suites/tools.ts). */
const ANNOUNCER = `import { writeFileSync } from 'node:fs';
export default class {
  onTestCaseResult({ name }) {
    writeFileSync(\`\${name}.word\`, '');
  }
}
`;

export const vitest: Column = {
  name: 'vitest',
  framework: 'vitest',
  without: {},
  modes: [
    { name: 'list', endless: false, silent: true },
    { name: 'watch', endless: true },
  ],
  ownAttachments: [],
  fileOf: (suite) => `${suite}.test.ts`,
  compile: (source) => source,
  links: () => ({
    '@testpoint/vitest': ownFolder('vitest'),
    vitest: folderOf('vitest', 'vitest'),
    'happy-dom': folderOf('happy-dom', 'vitest'),
    memfs: folderOf('memfs', 'conformance'),
  }),
  files: ({ suites, reporting, isListedTwice }) => {
    const ours = isListedTwice ? ['@testpoint/vitest', '@testpoint/vitest'] : ['@testpoint/vitest'];
    const isHeard = suites.includes('killed');
    const patience = isHeard ? { testTimeout: 60_000 } : {};
    const reporters = [
      ['json', { outputFile: 'report.json' }],
      ...(reporting ? ours : []),
      ...(isHeard ? ['./announcer.js'] : []),
    ];
    return {
      ...(isHeard && { 'announcer.js': ANNOUNCER }),
      'package.json': '{ "type": "module" }',
      'vitest.config.js': `export default ${JSON.stringify({ test: { reporters, maxWorkers: 2, ...patience } })};\n`,
    };
  },
  command: (launch) => [join(folderOf('vitest', 'vitest'), 'vitest.mjs'), ...modeOf(launch)],
  hookTitle: (kind) => kind,
  verdicts: (report) => {
    const verdicts: Record<string, string> = {};
    for (const { name, assertionResults } of (report as VitestReport).testResults) {
      for (const { fullName, status } of assertionResults) {
        const key = `${name.replace(/^.*[\\/]/, '')} ${fullName}`;
        verdicts[key] = [verdicts[key], status].filter(Boolean).join();
      }
    }
    return verdicts;
  },
};

function modeOf({ mode, bail }: Launch): string[] {
  if (mode === 'list') return ['list'];
  if (mode === 'watch') return ['watch'];
  return ['run', ...(bail ? ['--bail', '1'] : [])];
}
