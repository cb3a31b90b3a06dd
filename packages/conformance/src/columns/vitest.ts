import { type Column, type Launch, programOf, reportersOf, verdictsLikeJest } from './column.js';

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
  packages: { vitest: ['happy-dom'], conformance: ['memfs'] },
  files: (launch) => {
    const reporters = [['json', { outputFile: 'report.json' }], ...reportersOf('vitest', launch)];
    return {
      'package.json': '{ "type": "module" }',
      'vitest.config.js': `export default ${JSON.stringify({ test: { reporters, maxWorkers: 2 } })};\n`,
    };
  },
  command: (launch) => [programOf('vitest'), ...modeOf(launch)],
  hookTitle: (kind) => kind,
  verdicts: verdictsLikeJest,
};

function modeOf({ mode, bail }: Launch): string[] {
  if (mode === 'list') return ['list'];
  if (mode === 'watch') return ['watch'];
  return ['run', ...(bail ? ['--bail', '1'] : [])];
}
