import { join } from 'node:path';
import { type Column, folderOf, type Launch, ownFolder } from './column.js';

interface VitestReport {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
}

export const vitest: Column = {
  name: 'vitest',
  framework: 'vitest',
  without: {},
  sample: ['green', 'red'],
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
  files: ({ reporting, isListedTwice }) => {
    const ours = isListedTwice ? ['@testpoint/vitest', '@testpoint/vitest'] : ['@testpoint/vitest'];
    const reporters = [['json', { outputFile: 'report.json' }], ...(reporting ? ours : [])];
    return {
      'package.json': '{ "type": "module" }',
      'vitest.config.js': `export default ${JSON.stringify({ test: { reporters, maxWorkers: 2 } })};\n`,
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
