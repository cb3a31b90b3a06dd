import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchLab } from '@testpoint/frameworks/lab';
import { labFile } from '../../frameworks/src/lab-file.js';

export const bench: BenchLab = {
  quiet: labFile('node-test', 'quiet-reporter.mjs'),
  extension: 'mjs',
  testsToFailure: 50,
  imports: [
    ['assert', 'node:assert/strict'],
    ['{ describe, test }', 'node:test'],
  ],
  describe: 'describe',
  test: (title, lines, isAsync) =>
    `  test('${title}', ${isAsync ? 'async ' : ''}(context) => {\n    ${lines.join('\n    ')}\n  });`,
  expectation: (actual, expected) => `assert.equal(${actual}, ${expected});`,
  context: 'context',
  withoutSetup: 'Without the setup line, tests cannot attach anything.',
  configuration: ({ folder, workers, reporters, setupFiles }) => ({
    args: [
      ...setupFiles.flatMap((file) => ['--import', file]),
      ...reporters.flatMap(([module, options]) => [
        ...['--test-reporter', module],
        ...['--test-reporter-destination', 'file' in options ? String(options.file) : 'stdout'],
      ]),
      `--test-concurrency=${workers}`,
      // Node 20 takes no patterns.
      ...readdirSync(join(folder, 'files'))
        .filter((name) => name.endsWith('.test.mjs'))
        .map((name) => join(folder, 'files', name)),
    ],
  }),
  peers: {
    // Without its setup file, which needs Node 26.1: no attachments.
    allure: (resultsDir) => ({
      reporter: ['allure-node-test/reporter', {}],
      env: { ALLURE_RESULTS_DIR: resultsDir },
    }),
    junit: (file) => ({ reporter: ['junit', { file }] }),
  },
};
