import { type Column, programOf, reportersOf, verdictsLikeJest } from './column.js';

export const vitest: Column = {
  name: 'vitest',
  framework: 'vitest',
  sample: ['green', 'red'],
  modes: { list: { args: ['list'], silent: true }, watch: { args: ['watch'], endless: true } },
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
  command: ({ mode, bail }) => [programOf('vitest'), ...(mode?.args ?? ['run', ...(bail ? ['--bail', '1'] : [])])],
  hookTitle: (kind) => kind,
  verdicts: verdictsLikeJest,
};
