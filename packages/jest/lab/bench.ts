import { join } from 'node:path';
import type { BenchLab } from '@testpoint/frameworks/lab';

export const bench: BenchLab = {
  extension: 'js',
  testsToFailure: 50,
  imports: [],
  describe: 'describe',
  test: (title, lines, isAsync) =>
    `  test('${title}', ${isAsync ? 'async ' : ''}() => {\n    ${lines.join('\n    ')}\n  });`,
  expectation: (actual, expected) => `expect(${actual}).toBe(${expected});`,
  context: 'undefined',
  withoutSetup: 'Without the setup line, tests cannot attach anything.',
  configuration: ({ folder, workers, reporters, setupFiles, config }) => ({
    file: 'jest.config.js',
    configuration: {
      rootDir: folder,
      roots: [join(folder, 'files')],
      testMatch: ['**/*.test.js'],
      cacheDirectory: join(folder, 'cache'),
      watchman: false,
      maxWorkers: workers,
      reporters,
      setupFilesAfterEnv: setupFiles,
      ...config,
    },
  }),
  peers: {
    allure: (resultsDir) => ({
      config: { testEnvironment: 'allure-jest/node', testEnvironmentOptions: { resultsDir } },
    }),
    qase: { limit: 'No attachments: without `--runInBand`, its API throws and fails the test.' },
  },
};
