import { join } from 'node:path';
import type { BenchLab } from '@testpoint/frameworks/lab';

export const bench: BenchLab = {
  extension: 'js',
  testsToFailure: 50,
  imports: [['assert', 'node:assert/strict']],
  describe: 'describe',
  test: (title, lines, isAsync) =>
    `  it('${title}', ${isAsync ? 'async ' : ''}function () {\n    ${lines.join('\n    ')}\n  });`,
  expectation: (actual, expected) => `assert.equal(${actual}, ${expected});`,
  context: 'this',
  withoutSetup: 'Without the setup line, tests cannot attach anything.',
  // Mocha has only one reporter, so ours prints through another.
  options: (quiet) => ({ console: quiet }),
  configuration: ({ folder, reporters, setupFiles, config }) => {
    const [reporter, reporterOptions] = reporters.at(-1) ?? [];
    return {
      file: '.mocharc.json',
      configuration: {
        spec: [join(folder, 'files/*.test.js')],
        reporter,
        reporterOptions,
        // Mocha treats an empty list as a module without a name.
        ...(setupFiles.length > 0 && { require: setupFiles }),
        ...config,
      },
    };
  },
  peers: {
    allure: (resultsDir) => ({
      reporter: ['allure-mocha', { resultsDir }],
    }),
    // Qase has no reporter for Mocha on npm.
  },
};
